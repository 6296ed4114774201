"""Colours the edges of a bipartite graph so that no two edges at a vertex have the same colour.

By König's theorem as many colours as the largest number of edges at a vertex are always enough. Used to deal seats and
groups.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

Colour = int
Vertex = tuple[Hashable, ...]


@dataclass(slots=True)
class EdgeColouring:
    """The edges drawn so far: by vertex and colour, the vertex at the other end."""

    colours: int
    edges: dict[Vertex, dict[Colour, Vertex]] = field(default_factory=dict)

    def join(self, one: Vertex, other: Vertex, wished: Iterable[Colour] = ()) -> None:
        """Draw an edge in the first wished colour that is free at both vertices, or in any. Both sides need distinct
        vertices."""
        at_one, at_other = self.edges.setdefault(one, {}), self.edges.setdefault(other, {})
        order = (*wished, *range(self.colours))
        colour = next((colour for colour in order if colour not in at_one and colour not in at_other), None)
        if colour is None:
            colour = next(colour for colour in order if colour not in at_one)
            free = next(colour for colour in order if colour not in at_other)
            self.exchange_along_chain(other, colour, free)
        at_one[colour], at_other[colour] = other, one

    def exchange_along_chain(self, start: Vertex, colour: Colour, free: Colour) -> None:
        """Free a colour at the start, by exchanging two colours along the chain of edges that have them by turns.

        The chain cannot come back to where an edge of the first colour is missing, so the colour becomes free at both
        ends.
        """
        chain, vertex, wanted = [], start, colour
        while wanted in self.edges[vertex]:
            after = self.edges[vertex][wanted]
            chain.append((vertex, after, wanted))
            vertex, wanted = after, free if wanted == colour else colour
        for one, after, had in chain:
            del self.edges[one][had], self.edges[after][had]
        for one, after, had in chain:
            gets = free if had == colour else colour
            self.edges[one][gets], self.edges[after][gets] = after, one
