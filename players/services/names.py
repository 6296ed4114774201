"""Checks whether a new name is well formed and free."""

from django.db import IntegrityError

from players import names
from players.models import Player
from players.refusals import (
    NameHasStrangeCharacters,
    NameMixesScripts,
    NameReserved,
    NameTaken,
    NameTooLong,
    NameTooShort,
    NameTooSimilar,
    Refusal,
)


def name_check(raw: str, *, length: tuple[int, int], separators: frozenset[str]) -> str:
    """Return the normalised name, or raise the refusal that says what is wrong with it."""
    name = names.normalise(raw)
    if len(name) < length[0]:
        raise NameTooShort
    if len(name) > length[1]:
        raise NameTooLong
    if names.has_strange_characters(name, separators):
        raise NameHasStrangeCharacters
    if names.mixes_scripts(name):
        raise NameMixesScripts
    if names.is_reserved(name):
        raise NameReserved
    return name


def player_name_check(raw: str) -> str:
    """Return the name of a new player if it is well formed, not reserved, not taken and not too similar to another."""
    name = name_check(raw, length=names.PLAYER_NAME_LENGTH, separators=names.PLAYER_SEPARATORS)
    if Player.objects.filter(name__iexact=name).exists():
        raise NameTaken
    if Player.objects.filter(name_key=names.name_key(name)).exists():
        raise NameTooSimilar
    return name


def team_name_check(raw: str) -> str:
    """Return the name of a team if it is well formed. Whether it is free, the constraints check when it is saved."""
    return name_check(raw, length=names.TEAM_NAME_LENGTH, separators=names.TEAM_SEPARATORS)


REFUSAL_BY_CONSTRAINT: dict[str, type[Refusal]] = {
    "player_name_unique": NameTaken,
    "players_player_name_key_key": NameTooSimilar,
    "team_name_unique": NameTaken,
    "team_name_key_unique": NameTooSimilar,
}


def name_refusal(error: IntegrityError) -> Refusal:
    """Return the refusal for a broken constraint on names; re-raise any other error."""
    constraint = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
    if constraint not in REFUSAL_BY_CONSTRAINT:
        raise error
    return REFUSAL_BY_CONSTRAINT[constraint]()
