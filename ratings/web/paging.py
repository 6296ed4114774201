"""Finds a page of the games of two partners among some hundred of one of them, so any page costs the same."""

from dataclasses import dataclass

from ratings.selectors.partners import GAMES_SEARCHED, Looked, Pair, numbers_recent

GAMES_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Stretch:
    """The numbers among which a page is found: before a game, from the newest on; or after one, from the oldest on."""

    numbers: range
    upwards: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Numbers of games, newest first, and the matches beyond which one goes on."""

    numbers: list[int]
    older: str | None
    newer: str | None


def stretch_asked_for(pair: Pair, before: int | None, after: int | None) -> Stretch:
    """Up to the last game where none is named."""
    games = pair.fewer.games
    if after is not None:
        return Stretch(range(after + 1, min(games, after + GAMES_SEARCHED) + 1), upwards=True)
    end = games + 1 if before is None else before
    return Stretch(range(max(1, end - GAMES_SEARCHED), end))


def page_of(pair: Pair, stretch: Stretch, looked: Looked) -> Page:
    """The games that are listed. Where they rarely sat on one side a page may be short, or empty; it still leads on."""
    numbers, upwards = stretch.numbers, stretch.upwards
    if not numbers:
        return Page([], None, None)
    found = [number for number in looked.together if number in numbers]
    shown = found[:GAMES_A_PAGE] if upwards else found[-GAMES_A_PAGE:]
    cut = len(found) > len(shown)
    low = shown[0] if shown and (upwards or cut) else numbers[0]
    high = shown[-1] if shown and (not upwards or cut) else numbers[-1]
    newest = max((number for number in looked.together if number in numbers_recent(pair)), default=pair.fewer.games)
    keys = looked.keys
    return Page(shown[::-1], keys[low] if low > 1 else None, keys[high] if high < newest else None)
