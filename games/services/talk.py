"""What players say at a table, and spectators in its gallery; and reports of it."""

from django.db.models import QuerySet

from games.engine.game import Talk
from games.models import Match, Report, Seat, Words
from games.models.event import WORDS_MAX_LENGTH
from games.refusals import NoTalkNow, NoWords
from games.selectors.matches import match_running, matches_with_seats
from players.models import Player
from players.text import clean_line

EMOTES = ("hello", "good-luck", "well-played", "thanks", "oops", "thinking")


def words_say(*, match_id: int, player: Player, text: str = "", emote: str = "") -> Words:
    """Store what somebody says: players at the table, others in the gallery. Partners use presets only (ruling 28)."""
    text = clean_line(text)[:WORDS_MAX_LENGTH].strip()
    if bool(text) == bool(emote) or (emote and emote not in EMOTES):
        raise NoWords
    seated = Seat.objects.filter(match_id=match_id, player=player).exists()
    if seated and text and not may_talk(match_id):
        raise NoTalkNow
    room = Words.Room.TABLE if seated else Words.Room.GALLERY
    return Words.objects.create(match_id=match_id, player=player, room=room, text=text, emote=emote)


def may_talk(match_id: int) -> bool:
    """Whether the game lets players talk freely now. Before and after a game everyone may."""
    match = matches_with_seats().get(pk=match_id)
    if match.status != Match.Status.PLAYING:
        return True
    phase = match.engine.phase(match_running(match).state)
    return phase is None or phase.talk is Talk.FREELY


def words_report(*, match_id: int, words_id: int, by: Player) -> None:
    """Report words to the organisers: once a player, and only words that the player can have read."""
    words = words_heard_by(match_id, by).filter(pk=words_id).first()
    if words is None:
        raise NoWords
    Report.objects.get_or_create(words=words, reporter=by)


def words_heard_by(match_id: int, player: Player) -> QuerySet[Words]:
    """Return the words that somebody can have read: players do not read the gallery before the match is over."""
    words = Words.objects.filter(match_id=match_id)
    playing = Seat.objects.filter(match_id=match_id, player=player, match__status=Match.Status.PLAYING).exists()
    return words.filter(room=Words.Room.TABLE) if playing else words
