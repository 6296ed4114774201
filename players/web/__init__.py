"""Views of players and teams: authorise, call a service or a selector, render."""
