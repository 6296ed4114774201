"""Creates tournaments and changes their settings, for organisers in the admin and players on the site."""

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
TOURNAMENTS_PER_PLAYER_LIMIT = 5
# Tries for an address that others take at the same moment.
SLUG_ATTEMPTS_LIMIT = 5
SECRET_SLUG_ALPHABET = ascii_lowercase + digits
# Addresses of other pages.
RESERVED_SLUGS = {"new", "tables"}
# May change once registration has opened; the rest is what players have registered for.
CHANGEABLE_FIELDS = (
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
    """Create a tournament. A player's small one opens registration at once, and has at most 64 places."""
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
    slug_save(tournament)
    stages_write(tournament)
    tournament_changed(tournament, status=tournament.status)
    log_act(tournament, "create", by=by)
    return tournament


def tournaments_count_check(player: Player) -> None:
    """Refuse more than a few unfinished tournaments a player. The lock on the player orders two tabs."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    over = [Status.FINISHED, Status.CANCELLED]
    if Tournament.objects.filter(owner=player).exclude(status__in=over).count() >= TOURNAMENTS_PER_PLAYER_LIMIT:
        raise TooManyTournaments


def settings_check(tournament: Tournament) -> None:
    """Refuse options that the game, and settings that the format does not have."""
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
    """Refuse options that the game does not have at every size of table that may come."""
    mode = tournament.mode
    known = tournament.engine.choices()
    if set(tournament.options) != set(known):
        raise UnknownOptions("every option is named once")
    for sides in range(mode.fewest, mode.most + 1):
        table = tournament.engine.table_options(tournament.options, sides)
        if any(table[name] not in known[name] for name in known):
            raise UnknownOptions(f"no such options: {table}")


def slug_save(tournament: Tournament) -> None:
    """Save a new tournament; of two with the same name at once, the second gets the next number."""
    for _ in range(SLUG_ATTEMPTS_LIMIT):
        tournament.slug = slug_for(tournament.name) if tournament.listed else slug_secret(tournament.name)
        with suppress(IntegrityError), transaction.atomic():
            tournament.save()
            return
    raise NotNow


def slug_secret(name: str) -> str:
    """Return the address of an unlisted tournament: the name, and random letters."""
    wanted = slugify(name)[: SLUG_LENGTH - SECRET_SLUG_LENGTH - 1].strip("-") or "tournament"
    return f"{wanted}-{get_random_string(SECRET_SLUG_LENGTH, SECRET_SLUG_ALPHABET)}"


def slug_for(name: str) -> str:
    """Return the address: the name, and a number if it is taken."""
    wanted = slugify(name)[: SLUG_LENGTH - 6].strip("-") or "tournament"
    taken = RESERVED_SLUGS | set(Tournament.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    free = (wanted if number == 1 else f"{wanted}-{number}" for number in range(1, len(taken) + 2))
    return next(slug for slug in free if slug not in taken)


@transaction.atomic
def tournament_change(*, tournament_id: int, by: Player, state: int, fields: Mapping[str, Any]) -> list[str]:
    """Change settings, notify those who are in, and return the names of the changed fields.

    Before registration has opened everything may change, afterwards what does not alter what one has registered for.
    """
    tournament = tournament_lock(tournament_id, state)
    if not organises(tournament, by):
        raise NotAllowed
    if tournament.is_over:
        raise NotNow
    changed = {name: value for name, value in fields.items() if getattr(tournament, name) != value}
    if tournament.status != Status.ANNOUNCED and set(changed) - set(CHANGEABLE_FIELDS):
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
    """Notify those who are in of the changed settings."""
    told = players_of_entries(tournament.entries.filter(status__in=["in", "waiting", "invited"]), asked_too=True)
    notify(told, tournament, Notice.Kind.CHANGED, "settings", fields=names)
