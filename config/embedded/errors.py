"""What goes wrong when a server does not start."""


class CannotStart(Exception):  # noqa: N818 (it reads as what it says)
    """Something a person has to put right; the message is the one sentence that they read."""
