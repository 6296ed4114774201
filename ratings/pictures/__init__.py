"""PURE. Pictures as numbers: where lines, points and bars stand, in hundredths of the picture's width and height.

A picture that is placed in hundredths fits a phone and a wide screen with the same markup, and its letters keep their
size. Everything is text already: a template would write a comma into a number where the reader's language has one.
"""
