"""English words of the bracket. Pages pass their own, in the reader's language, with the same keys."""

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    # A table's status.
    "waiting": "waiting",
    "ready": "ready",
    "playing": "live",
    "finished": "finished",
    "walkover": "walkover",
    "rest": "rests",
    "not-needed": "not needed",
    "called-off": "called off",
    # What is read out of a side.
    "place": "place {place}",
    "goes-on": "goes on",
    "out": "out",
    "champion": "winner of the tournament",
}
# Statuses without a label in the picture; screen readers are told them all the same.
STATUSES_WITHOUT_LABEL = ("waiting", "finished")
