"""The words that stand in a bracket. Pages hand in their own, in the reader's language, with the same keys."""

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
# What goes without saying in the picture; it is read out all the same.
UNSPOKEN = ("waiting", "finished")
