"""Pages about people: authorise, call a service or a selector, render."""
