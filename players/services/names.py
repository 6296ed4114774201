"""Choosing a name: is it well formed, and is it free?"""

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
    """The name as it will be written, or a refusal that says what is wrong with it."""
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
    """A name that a new player may have: well formed, not reserved, not taken, not a look-alike."""
    name = name_check(raw, length=names.PLAYER_NAME_LENGTH, separators=names.PLAYER_SEPARATORS)
    if Player.objects.filter(name__iexact=name).exists():
        raise NameTaken
    if Player.objects.filter(name_key=names.name_key(name)).exists():
        raise NameTooSimilar
    return name


def team_name_check(raw: str) -> str:
    """A team's name, well formed; whether it is free is for the database to say."""
    return name_check(raw, length=names.TEAM_NAME_LENGTH, separators=names.TEAM_SEPARATORS)


REFUSAL_BY_CONSTRAINT: dict[str, type[Refusal]] = {
    "player_name_unique": NameTaken,
    "players_player_name_key_key": NameTooSimilar,
    "team_name_unique": NameTaken,
    "team_name_key_unique": NameTooSimilar,
}


def name_refusal(error: IntegrityError) -> Refusal:
    """What a broken constraint means to the person who lost the race for a name; another error is re-raised."""
    constraint = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
    if constraint not in REFUSAL_BY_CONSTRAINT:
        raise error
    return REFUSAL_BY_CONSTRAINT[constraint]()
