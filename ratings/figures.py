"""Formats ratings: whole numbers, a true minus sign, and differences that a reader can check."""

from math import floor


def whole(value: float) -> int:
    """A rating as it is shown, half a point upwards, as the browser rounds too."""
    return floor(value + 0.5)


def moved(before: float, after: float) -> int:
    """By how much the shown rating moved: the difference of what stands beside it."""
    return whole(after) - whole(before)


def signed(number: int) -> str:
    """+18, −4 or 0."""
    return f"+{number}" if number > 0 else plain(number)


def plain(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def hundredths(share: float) -> int:
    """A share as it is shown: 0.425 is 43 in a hundred."""
    return whole(100 * share)
