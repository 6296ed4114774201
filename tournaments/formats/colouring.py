"""Lines between two kinds of things, coloured so that no two lines that meet have the same colour.

König's theorem: as many colours as the most lines that any thing has are always enough. Seats and groups are given
with it.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

Colour = int
Thing = tuple[Hashable, ...]


@dataclass(slots=True)
class Colouring:
    """What each thing is joined to, by the colour of the line."""

    colours: int
    lines: dict[Thing, dict[Colour, Thing]] = field(default_factory=dict)

    def join(self, one: Thing, other: Thing, wished: Iterable[Colour] = ()) -> None:
        """Draws a line in the first wished colour that is free at both, or in any. Both kinds need distinct names."""
        at_one, at_other = self.lines.setdefault(one, {}), self.lines.setdefault(other, {})
        order = (*wished, *range(self.colours))
        colour = next((colour for colour in order if colour not in at_one and colour not in at_other), None)
        if colour is None:
            colour = next(colour for colour in order if colour not in at_one)
            free = next(colour for colour in order if colour not in at_other)
            self.exchange_along_chain(other, colour, free)
        at_one[colour], at_other[colour] = other, one

    def exchange_along_chain(self, start: Thing, colour: Colour, free: Colour) -> None:
        """From the start along lines of one colour and the other by turns, exchanging them, so that one becomes free.

        The chain cannot come back to where a line of the first colour is missing, so it frees both ends.
        """
        chain, thing, wanted = [], start, colour
        while wanted in self.lines[thing]:
            after = self.lines[thing][wanted]
            chain.append((thing, after, wanted))
            thing, wanted = after, free if wanted == colour else colour
        for one, after, had in chain:
            del self.lines[one][had], self.lines[after][had]
        for one, after, had in chain:
            gets = free if had == colour else colour
            self.lines[one][gets], self.lines[after][gets] = after, one
