"""Acts of organisers: what each one needs, and which are allowed now."""

from enum import StrEnum

from tournaments.director.situation import STATUSES_BEFORE_START, Situation, Status


class Act(StrEnum):
    """What an organiser can do. The names are those of the API."""

    OPEN_REGISTRATION = "open-registration"
    CLOSE_REGISTRATION = "close-registration"
    START = "start"
    PAIR = "pair"
    SWAP = "swap"
    PUBLISH = "publish"
    TAKE_BACK = "take-back"
    ENTER_RESULT = "enter-result"
    CORRECT_RESULT = "correct-result"
    CALL_OFF = "call-off"
    REPLAY = "replay"
    FORFEIT = "forfeit"
    SIT_OUT = "sit-out"
    RETURN = "return"
    DROP = "drop"
    DISQUALIFY = "disqualify"
    REINSTATE = "reinstate"
    SUBSTITUTE = "substitute"
    ADD_ENTRY = "add-entry"
    PAUSE = "pause"
    RESUME = "resume"
    NEXT_STAGE = "next-stage"
    RESET_STAGE = "reset-stage"
    FINISH = "finish"
    CANCEL = "cancel"
    MESSAGE = "message"


# The fields that each act needs, in the order in which they are asked for.
NEEDS: dict[Act, tuple[str, ...]] = {
    Act.START: (),
    Act.SWAP: ("entry", "other", "reason"),
    Act.ENTER_RESULT: ("table", "places", "reason"),
    Act.CORRECT_RESULT: ("table", "places", "reason"),
    Act.CALL_OFF: ("table", "reason"),
    Act.REPLAY: ("table", "reason"),
    Act.FORFEIT: ("table", "entry", "reason"),
    Act.SIT_OUT: ("entry", "reason"),
    Act.RETURN: ("entry", "reason"),
    Act.DROP: ("entry", "reason"),
    Act.DISQUALIFY: ("entry", "reason"),
    Act.REINSTATE: ("entry", "reason"),
    Act.SUBSTITUTE: ("entry", "player", "reason"),
    Act.ADD_ENTRY: ("player", "reason"),
    Act.MESSAGE: ("text",),
}

# Acts that cannot be undone with a click: confirmed first, with their consequences shown.
ASKS_FIRST = frozenset(
    {
        Act.ENTER_RESULT,
        Act.CORRECT_RESULT,
        Act.CALL_OFF,
        Act.REPLAY,
        Act.FORFEIT,
        Act.DROP,
        Act.DISQUALIFY,
        Act.REINSTATE,
        Act.NEXT_STAGE,
        Act.RESET_STAGE,
        Act.FINISH,
        Act.CANCEL,
    }
)


def needs(act: Act) -> tuple[str, ...]:
    """Return the fields that an act needs; a reason, if nothing else is known."""
    return NEEDS.get(act, ("reason",))


def allowed(now: Situation) -> list[Act]:
    """Return the acts that are allowed now, in the order in which they are listed."""
    if now.status in (Status.FINISHED, Status.CANCELLED):
        possible = {Act.MESSAGE} | ({Act.CORRECT_RESULT} if now.status == Status.FINISHED else set())
    elif now.status == Status.RUNNING:
        possible = allowed_while_running(now)
    else:
        possible = allowed_before_start(now)
    return [act for act in Act if act in possible]


def allowed_before_start(now: Situation) -> set[Act]:
    possible = {Act.CANCEL, Act.MESSAGE, Act.ADD_ENTRY, Act.DROP, Act.SUBSTITUTE}
    possible.add(Act.RESUME if now.paused else Act.PAUSE)
    if now.status in (Status.ANNOUNCED, Status.CLOSED):
        possible.add(Act.OPEN_REGISTRATION)
    if now.status == Status.REGISTRATION:
        possible.add(Act.CLOSE_REGISTRATION)
    if now.status in STATUSES_BEFORE_START[1:] and now.entries >= now.fewest:
        possible.add(Act.START)
    return possible


def allowed_while_running(now: Situation) -> set[Act]:
    possible = {Act.FINISH, Act.CANCEL, Act.MESSAGE, Act.RESUME if now.paused else Act.PAUSE}
    possible |= {Act.SIT_OUT, Act.RETURN, Act.DROP, Act.DISQUALIFY, Act.REINSTATE, Act.SUBSTITUTE}
    if now.stage:
        possible.add(Act.RESET_STAGE)
    if now.round:
        possible.add(Act.CORRECT_RESULT)
    if now.stage_running:
        possible |= allowed_in_stage(now)
    elif now.stage < now.stages:
        possible.add(Act.NEXT_STAGE)
    return possible


def allowed_in_stage(now: Situation) -> set[Act]:
    """Return the acts of a running stage: pair or end it between rounds, change a draft, rule on open tables."""
    possible = set[Act]()
    if now.stage == 1 and now.is_swiss and rounds_are_left(now):
        possible.add(Act.ADD_ENTRY)
    if now.round_status == "draft":
        possible |= {Act.SWAP, Act.PUBLISH}
    if now.round_status == "published":
        possible.add(Act.TAKE_BACK)
    if now.being_played:
        possible |= {Act.CALL_OFF, Act.FORFEIT}
    if now.round:
        possible |= {Act.REPLAY, Act.ENTER_RESULT}
    if not now.is_bracket and now.round_status in ("", "finished"):
        possible |= allowed_between_rounds(now)
    return possible


def allowed_between_rounds(now: Situation) -> set[Act]:
    """Return pairing the next round before its time, and ending the stage before its last round."""
    can_pair = rounds_are_left(now) and now.present >= now.fewest_at_table and not now.undecided
    return ({Act.PAIR} if can_pair else set()) | ({Act.NEXT_STAGE} if now.round else set())


def rounds_are_left(now: Situation) -> bool:
    return now.rounds is None or now.round < now.rounds
