"""Swiss as a stage: pairs each round from the standings."""

from collections.abc import Sequence
from math import ceil, log

from games.engine.chance import random_words as chance_words
from tournaments.formats.contests.contest import Contest, Draw, RoundPlan, StagePlacing, TablePlan
from tournaments.formats.contests.placings import stage_placings
from tournaments.formats.contests.settings import StageSettings
from tournaments.formats.entries import Entry
from tournaments.formats.swiss import Field, Settings, Sizes, pair
from tournaments.formats.swiss.explaining import explain
from tournaments.formats.swiss.sentences import explanation_document

DEFAULT_ROUNDS_MINIMUM, DEFAULT_ROUNDS_LIMIT = 2, 9


def default_rounds(entries: int, sizes: Sizes) -> int:
    """Return enough rounds to find a winner: one more than an elimination has, as far as there are new opponents."""
    needed = 1 + ceil(log(max(2, entries), sizes.wished))
    strangers = max(1, (entries - 1) // (sizes.wished - 1))
    return max(DEFAULT_ROUNDS_MINIMUM, min(needed, strangers, DEFAULT_ROUNDS_LIMIT))


def draw(entries: Sequence[Entry], settings: StageSettings, sizes: Sizes, seed: bytes) -> Draw:
    """Return one group; no round is known in advance."""
    return Draw(
        groups={entry.id: "" for entry in entries}, rounds=settings.rounds or default_rounds(len(entries), sizes)
    )


def next_round(contest: Contest) -> RoundPlan:
    """Pair the next round; the same stage always gives the same round."""
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
    """Return the seed of a round, so that no two rounds draw the same lots."""
    stream = chance_words(seed, f"swiss round {number}")
    return b"".join(next(stream).to_bytes(4, "big") for _ in range(8))


def standings(contest: Contest) -> list[StagePlacing]:
    """Return everyone's placing, first place first."""
    return stage_placings(contest)
