"""Live tables while ratings are replayed in the same database: `make bench ARGS="ratings live 500"`.

`python -m tests.benchmarks.rating_live WORK` is what runs beside them in the environment of the site: one replay after
another, until it is ended; it prints how many seconds each has taken.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks import node
from tests.benchmarks.live import HUMAN_PACE_SECONDS, Guildhall, bind, leave_a_core_to_servers, row, up
from tests.benchmarks.measure import table
from tests.faults.site import LEAVE_SIGNALS, Site

MATCHES = 200_000
FILL_TIMEOUT_SECONDS = 900


def live(tables: int = 500, matches: int = MATCHES) -> None:
    """A move's time with nothing beside it, with corrections 20,000 matches back, and with rebuilds."""
    if not node.install():
        sys.stdout.write("The players are written for Node.js, which is not to be had here.\n")
        return
    core = leave_a_core_to_servers()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder) / "one", webs=1)
        with up({"one": site}):
            guildhall = Guildhall("1 process", site)
            bind(guildhall.servers, core)
            site.launch("fill", "-m", "tests.benchmarks.rating_live", "fill", str(matches)).wait(FILL_TIMEOUT_SECONDS)
            rows = [measured(guildhall, tables, work) for work in ("nothing", "corrections", "rebuilds", "nothing")]
    heads = ["moves a second", "median", "99 of 100 within", "server's processor time a move", "a replay took"]
    sys.stdout.write(table([f"{tables} tables of four, a move every 2 s each, beside", *heads], rows) + "\n\n")


def measured(guildhall: Guildhall, tables: int, work: str) -> list[str]:
    players = guildhall.sit_down(guildhall.tables(tables), HUMAN_PACE_SECONDS)
    with beside(guildhall.site, work) as log:
        figures = players.play(guildhall.servers)
    took = log.read_text().split() if log.exists() else []
    return [*row(work, [figures]), f"{', '.join(took)} s" if took else "–"]


@contextmanager
def beside(site: Site, work: str) -> Iterator[Path]:
    """Replays one after another."""
    log = site.folder / f"replays-{work}"
    if work != "nothing":
        site.launch("replays", "-m", "tests.benchmarks.rating_live", work, str(log))
    try:
        yield log
    finally:
        if work != "nothing":
            site.end_part("replays", LEAVE_SIGNALS)


def main(work: str, argument: str) -> None:
    import django

    django.setup()
    from tests.benchmarks.rating_database import BACK, correction, fill, rebuild

    if work == "fill":
        fill(int(argument), 10_000)
        rebuild()
        return
    while True:
        wall, *_ = correction(BACK) if work == "corrections" else rebuild()
        with Path(argument).open("a") as log:
            log.write(f"{wall:.1f}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
