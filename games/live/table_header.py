"""What a client learns about a table once: who sits where, and what is being played."""

from collections.abc import Mapping
from typing import Any

from games.engine.game import Options
from games.engine.pot_de_vin.cards import CARD_NAMES
from games.engine.pot_de_vin.deck import deck_named
from games.engine.pot_de_vin.scoring import GUILD_TITLES
from games.live.messages import PROTOCOL
from games.models import Match, Pace, Seat
from games.selectors.matches import milliseconds
from games.selectors.rating import SeatRating
from games.services.talk import EMOTES
from players.avatars import avatar_svg

ARMS = 48


def table_header(match: Match, ratings: Mapping[int, SeatRating]) -> dict[str, Any]:
    """The part of `hello` that is the same for everyone. Ratings are those of the players who have one."""
    pace = Pace(match.pace).time
    return {
        "protocol": PROTOCOL,
        "table": match.key,
        "status": match.status,
        "sealed": match.sealed,
        "starts_at": None if match.starts_at is None else milliseconds(match.starts_at),
        "game": match.game,
        "options": match.options,
        "rated": match.rated,
        "seats": [seat_line(seat, ratings) for seat in match.seats.all()],
        "sides": match.engine.sides(match.options),
        "commitment": match.commitment,
        "cards": cards_of(match.options),
        "pace": {"turn": pace.turn, "bank": pace.bank},
        "emotes": EMOTES,
        "rematch": rematch_line(match),
    }


def rematch_line(match: Match) -> dict[str, Any] | None:
    """Where those who have played can play again, and who asks for it."""
    if match.status != Match.Status.FINISHED:
        return None
    waiting = (again for again in match.rematches.all() if again.status == Match.Status.WAITING)
    again = next(waiting, None)
    return {"url": again.get_absolute_url(), "name": again.host.display_name} if again and again.host else None


def seat_line(seat: Seat, ratings: Mapping[int, SeatRating]) -> dict[str, Any]:
    player = seat.player
    rating = ratings.get(player.pk) if player else None
    arms = (player.name, player.name_key) if player else (seat.display_name, f"bot {seat.number}")
    return {
        "seat": seat.number,
        "name": seat.display_name,
        "url": player.get_absolute_url() if player and not player.is_gone else None,
        "arms": avatar_svg(*arms, ARMS),
        "bot": seat.bot or None,
        "rating": round(rating.value) if rating else None,
        "provisional": rating is not None and rating.is_provisional,
    }


def cards_of(options: Options) -> dict[str, tuple[str, int]]:
    """Which guild stands on which card, and how often."""
    deck = deck_named(options["deck"])
    counts = {name: deck.counts(1 << card) for card, name in enumerate(CARD_NAMES)}
    return {
        name: (GUILD_TITLES[guild], symbols)
        for name, by_guild in counts.items()
        for guild, symbols in enumerate(by_guild)
        if symbols
    }
