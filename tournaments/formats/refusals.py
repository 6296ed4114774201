"""Refusals of the formats: a round that cannot be made, a result that cannot be taken."""


class FormatRefusal(Exception):  # noqa: N818  (a refusal is an answer, not an error)
    """Something that cannot be done: a code, translated at the edge, and the facts for its sentence."""

    code = "refused"

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason)
        self.reason, self.facts = reason, facts


class TooFewEntries(FormatRefusal):
    """Fewer entries than a table has seats."""

    code = "too-few-entries"


class RoundStillOpen(FormatRefusal):
    """The next round was asked for while one is being played."""

    code = "round-still-open"


class OutcomeContradictsTable(FormatRefusal):
    """A result names somebody who was not at the table, leaves somebody out, or names them twice."""

    code = "outcome-contradicts-table"


class WishesContradict(FormatRefusal):
    """Pairs that must meet and pairs that must not leave no way to make the tables."""

    code = "wishes-contradict"
