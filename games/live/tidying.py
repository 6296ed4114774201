"""Letting go of what nobody holds any more, in small pieces, at moments that we choose.

Python looks for rings of objects when many have been made, through all that were made since the last look or, now and
then, through everything; no move is handled meanwhile. With 2,000 sockets that took 5 to 50 milliseconds every few
seconds. Looking as soon as there is much that is new keeps that small, and whatever is still held then is not looked at
again. Looking more often than that is in vain: what belongs to a move on its way is gone a moment later.
"""

import gc

OFTEN = 0.1
# How many new objects are much; while there are fewer, every tenth call is enough.
MUCH = 10_000
SELDOM = 10
# A look at everything takes up to half a second, and frees what sockets leave behind: worth it when so many have gone,
# and else now and then, for what pages leave.
MANY_SOCKETS = 1000
NOW_AND_THEN = 6000


class Tidying:
    """Called again and again; `left` counts sockets that have gone since everything was looked at."""

    def __init__(self) -> None:
        self.looks = self.left = 0
        # Should very much be made between two calls, Python does not wait for the next, but it leaves the rest alone.
        gc.set_threshold(50_000, 1_000, 10 * NOW_AND_THEN)

    def tidy(self, sockets_here: int) -> None:
        self.looks += 1
        if self.left >= max(MANY_SOCKETS, sockets_here) or self.looks == NOW_AND_THEN:
            self.looks = self.left = 0
            gc.collect()
        elif gc.get_count()[0] >= MUCH or not self.looks % SELDOM:
            gc.collect(1)  # the moves themselves leave no rings behind: a second look later would find nothing
