"""The same round by py4swiss, which pairs chess tournaments by FIDE's Dutch system: two at a table, even numbers."""

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from tests.tournaments.formats.random_tournaments import Paired
from tournaments.formats.tables import Outcome, Round, Table


def by_py4swiss(paired: Paired) -> Round | None:
    """How py4swiss would pair this round; None where its rules about colours leave it no way."""
    try:
        return by_report_file(report_file(paired))
    except PairingError:
        return None


def by_report_file(report: ParsedTrf) -> Round:
    pairings = DutchEngine.generate_pairings(report)
    tables = tuple(Table((found.white, found.black)) for found in pairings)
    return Round(tables, (None,) * len(tables))


def report_file(paired: Paired) -> ParsedTrf:
    """The tournament so far, as py4swiss would have read it from a report file."""
    strongest_first = sorted(paired.field.entries, key=lambda entry: (-entry.strength, entry.id))
    players = [_player(paired, entry.id, rank) for rank, entry in enumerate(strongest_first, start=1)]
    rounds = XSection(number_of_rounds=len(paired.field.rounds) + 1)
    return ParsedTrf(player_sections=sorted(players, key=lambda player: player.starting_number), x_section=rounds)


def _player(paired: Paired, entry: int, rank: int) -> PlayerSection:
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=entry,
        points_times_ten=int(paired.scores[entry] * 10),
        rank=rank,
        results=[_result(one, entry) for one in paired.field.rounds],
    )


def _result(one: Round, entry: int) -> RoundResult:
    ((table, outcome),) = [pair for pair in zip(one.tables, one.outcomes, strict=True) if entry in pair[0].entries]
    (opponent,) = set(table.entries) - {entry}
    color = ColorToken.WHITE if table.entries[0] == entry else ColorToken.BLACK
    return RoundResult(id=opponent, color=color, result=_token(outcome, entry))


def _token(outcome: Outcome, entry: int) -> ResultToken:
    if len(outcome.places) == 1:
        return ResultToken.DRAW
    return ResultToken.WIN if entry in outcome.places[0] else ResultToken.LOSS
