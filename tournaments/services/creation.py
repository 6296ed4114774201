"""Creating a tournament and changing its settings: by an organiser in the admin, or anyone for a private evening."""

from collections.abc import Mapping
from contextlib import suppress
from string import ascii_lowercase, digits
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify

from games.engine.game import UnknownOptions
from players.models import Player
from players.refusals import GuestsCannot
from tournaments.formats.contests.plans import stages_of
from tournaments.formats.contests.settings import read_settings
from tournaments.formats.refusals import FormatRefusal
from tournaments.models import Notice, Tournament
from tournaments.models.tournament import SECRET_SLUG_LENGTH, SLUG_LENGTH, SMALL_TOURNAMENT_PLACES
from tournaments.refusals import BadOptions, BadSettings, NotAllowed, NotNow, TooManyPlaces, TooManyTournaments
from tournaments.selectors.roles import organises
from tournaments.services.entries import places_fill
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.notices import notify
from tournaments.services.phases import players_of_entries
from tournaments.services.stages import stages_write

Status = Tournament.Status
TOURNAMENTS_PER_PLAYER = 5
# Whoever loses so many races for an address has to press the button again.
ADDRESS_ATTEMPTS = 5
SECRET_SLUG_SIGNS = ascii_lowercase + digits
# Pages of their own stand at these addresses.
RESERVED_SLUGS = {"new", "tables"}
# What may still change once registration has opened; the rest says what one has registered for.
CHANGEABLE = (
    "name",
    "description",
    "prizes",
    "starts_at",
    "registration_closes_at",
    "check_in_minutes",
    "break_minutes",
    "lead_seconds",
    "round_times",
    "places",
    "late_entry_rounds",
    "automatic",
    "listed",
    "time_zone",
    "watching",
)


@transaction.atomic
def tournament_create(*, by: Player, small: bool = False, **fields: Any) -> Tournament:
    """Create a tournament. A small one of a player's own is open for registration at once, and has 64 places unless
    fewer are wanted."""
    if by.is_guest:
        raise GuestsCannot
    if small:
        fields["places"] = fields.get("places") or SMALL_TOURNAMENT_PLACES
        if fields["places"] > SMALL_TOURNAMENT_PLACES:
            raise TooManyPlaces
        tournaments_count_check(by)
    tournament = Tournament(owner=by, **fields)
    settings_check(tournament)
    tournament.fewest = max(fields.get("fewest") or 0, tournament.mode.fewest)
    now = timezone.now()
    opens_at = tournament.registration_opens_at
    if small or (opens_at is not None and opens_at <= now):
        tournament.status = Status.REGISTRATION
    address_take(tournament)
    stages_write(tournament)
    tournament_changed(tournament, status=tournament.status)
    log_act(tournament, "create", by=by)
    return tournament


def tournaments_count_check(player: Player) -> None:
    """Nobody has very many of their own under way. The lock on the player makes two tabs count one after the other."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    over = [Status.FINISHED, Status.CANCELLED]
    if Tournament.objects.filter(owner=player).exclude(status__in=over).count() >= TOURNAMENTS_PER_PLAYER:
        raise TooManyTournaments


def settings_check(tournament: Tournament) -> None:
    """The game has these options, and the format these settings."""
    try:
        options_check(tournament)
    except (UnknownOptions, KeyError, StopIteration) as error:
        raise BadOptions from error
    try:
        for plan in stages_of(tournament.format, tournament.settings):
            read_settings(plan.settings)
    except (FormatRefusal, KeyError, TypeError) as error:
        raise BadSettings from error


def options_check(tournament: Tournament) -> None:
    """The game has these options, at every size of table that may come."""
    mode = tournament.mode
    known = tournament.engine.choices()
    if set(tournament.options) != set(known):
        raise UnknownOptions("every option is named once")
    for sides in range(mode.fewest, mode.most + 1):
        table = tournament.engine.table_options(tournament.options, sides)
        if any(table[name] not in known[name] for name in known):
            raise UnknownOptions(f"no such options: {table}")


def address_take(tournament: Tournament) -> None:
    """Save a new tournament; of two who give the same name at once, the second gets the next number."""
    for _ in range(ADDRESS_ATTEMPTS):
        tournament.slug = slug_for(tournament.name) if tournament.listed else slug_secret(tournament.name)
        with suppress(IntegrityError), transaction.atomic():
            tournament.save()
            return
    raise NotNow


def slug_secret(name: str) -> str:
    """The address of an event that is found by its link only: the name, and letters that nobody guesses."""
    wanted = slugify(name)[: SLUG_LENGTH - SECRET_SLUG_LENGTH - 1].strip("-") or "tournament"
    return f"{wanted}-{get_random_string(SECRET_SLUG_LENGTH, SECRET_SLUG_SIGNS)}"


def slug_for(name: str) -> str:
    """The address: the name, and a number if it is taken."""
    wanted = slugify(name)[: SLUG_LENGTH - 6].strip("-") or "tournament"
    taken = RESERVED_SLUGS | set(Tournament.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    free = (wanted if number == 1 else f"{wanted}-{number}" for number in range(1, len(taken) + 2))
    return next(slug for slug in free if slug not in taken)


@transaction.atomic
def tournament_change(*, tournament_id: int, by: Player, state: int, fields: Mapping[str, Any]) -> list[str]:
    """Change settings; those who are in are told what has changed. Returns the names of what did.

    Before registration has opened everything may change, afterwards what does not alter what one has registered for.
    """
    tournament = tournament_lock(tournament_id, state)
    if not organises(tournament, by):
        raise NotAllowed
    if tournament.is_over:
        raise NotNow
    changed = {name: value for name, value in fields.items() if getattr(tournament, name) != value}
    if tournament.status != Status.ANNOUNCED and set(changed) - set(CHANGEABLE):
        raise NotNow
    before = {name: str(getattr(tournament, name)) for name in changed}
    for name, value in changed.items():
        setattr(tournament, name, value)
    settings_check(tournament)
    if tournament.status == Status.ANNOUNCED:
        stages_write(tournament)
    if changed:
        tournament_changed(tournament, decided=True, **changed)
        after = {name: str(value) for name, value in changed.items()}
        log_act(tournament, "change", by=by, facts={"before": before, "after": after})
        changes_tell(tournament, sorted(changed))
    if "places" in changed:
        places_fill(tournament)
    return sorted(changed)


def changes_tell(tournament: Tournament, names: list[str]) -> None:
    """Who is in hears which settings are new."""
    told = players_of_entries(tournament.entries.filter(status__in=["in", "waiting", "invited"]), asked_too=True)
    notify(told, tournament, Notice.Kind.CHANGED, "settings", fields=names)
