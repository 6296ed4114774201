"""Errors shown to whoever starts the site."""


class CannotStart(Exception):  # noqa: N818 (it reads as what it says)
    """Something that a person has to put right; the message is the one sentence that they read."""
