"""Swiss, as a stage: paired round by round from the standings."""

from collections.abc import Sequence
from math import ceil, log

from games.engine.chance import random_words
from tournaments.formats.contests.contest import Contest, Draw, Line, RoundPlan, TablePlan
from tournaments.formats.contests.lines import lines_of
from tournaments.formats.contests.settings import StageSettings
from tournaments.formats.entries import Entry
from tournaments.formats.swiss import Field, Settings, Sizes, pair
from tournaments.formats.swiss.explaining import explain
from tournaments.formats.swiss.sentences import explanation_document

FEWEST_ROUNDS, MOST_DEFAULT_ROUNDS = 2, 9


def default_rounds(entries: int, sizes: Sizes) -> int:
    """Enough rounds to tell a winner: those of an elimination and one more, as far as there are strangers to meet."""
    needed = 1 + ceil(log(max(2, entries), sizes.wished))
    strangers = max(1, (entries - 1) // (sizes.wished - 1))
    return max(FEWEST_ROUNDS, min(needed, strangers, MOST_DEFAULT_ROUNDS))


def draw(entries: Sequence[Entry], settings: StageSettings, sizes: Sizes, seed: bytes) -> Draw:
    """One group; nothing is known ahead."""
    return Draw(
        groups={entry.id: "" for entry in entries}, rounds=settings.rounds or default_rounds(len(entries), sizes)
    )


def next_round(contest: Contest) -> RoundPlan:
    """Pair the next round; the same for the same stage, whoever asks and how often."""
    field, settings = field_of(contest), settings_of(contest)
    number = len(contest.paired) + 1
    found = pair(field, settings, seed_of_round(contest.seed, number))
    documents = [explanation_document(one) for one in explain(found, field, settings)]
    tables = tuple(
        TablePlan(place, "", table.entries, document)
        for place, (table, document) in enumerate(zip(found.tables, documents, strict=True), start=1)
    )
    return RoundPlan(number, tables, found.absent, found.byes)


def field_of(contest: Contest) -> Field:
    return Field(
        entries=tuple(sorted(contest.entries, key=lambda entry: entry.id)),
        rounds=tuple(one.as_round() for one in contest.paired),
        dropped=contest.dropped,
        absent=contest.absent - contest.dropped,
    )


def settings_of(contest: Contest) -> Settings:
    return Settings(
        sizes=contest.sizes,
        first_round=contest.settings.first_round,
        scale=contest.settings.scale,
        unplayed=contest.settings.unplayed,
    )


def seed_of_round(seed: bytes, number: int) -> bytes:
    """A seed for each round, so that no two rounds draw the same lots."""
    stream = random_words(seed, f"swiss round {number}")
    return b"".join(next(stream).to_bytes(4, "big") for _ in range(8))


def standings(contest: Contest) -> list[Line]:
    """Everyone, first place first."""
    return lines_of(contest)
