"""The supervisor, with small processes that end, hang or leave children behind."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from config.embedded.processes import HOME_VARIABLE, processes_of_site
from config.processes import supervisor
from config.processes.supervisor import Restarts, Supervisor, exit_in_words, read_procfile


def supervisor_in(folder: Path) -> Supervisor:
    made = Supervisor(folder, folder)
    made.environment = os.environ | {HOME_VARIABLE: str(folder)}
    return made


async def test_the_first_to_end_is_named(tmp_path: Path) -> None:
    site = supervisor_in(tmp_path)
    await site.start({"patient": "exec sleep 60", "hasty": "exit 3"})
    assert await site.first_end() == "The process hasty ended with exit code 3."
    await site.stop()
    assert not processes_of_site(tmp_path)


async def test_what_ends_is_started_again_until_that_does_not_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(supervisor, "RESTART_PAUSES_SECONDS", (0.01, 0.02))
    site = supervisor_in(tmp_path)
    await site.start({"hasty": "sleep 60 & echo here; exit 3"})
    ended = "The process hasty ended with exit code 3."
    assert await site.keep_running("hasty") == f"{ended} It was started again 2 times, and that did not help."
    assert not processes_of_site(tmp_path), "what it has left behind has ended too"
    await site.stop()
    said = capsys.readouterr().out
    assert said.count("hasty | here") == 3
    assert said.count(f"{ended} It starts again in 0 s.") == 2


def test_the_pauses_grow_and_begin_anew_after_a_steady_while() -> None:
    restarts = Restarts()
    restarts.begun_at = 0.0
    assert [restarts.pause(restarts.begun_at + 1) for _ in range(6)] == [1, 2, 4, 8, 16, None]
    assert restarts.pause(restarts.begun_at + 60) == 1


async def test_one_that_does_not_listen_and_its_hidden_child_are_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "STOP_TIMEOUT_SECONDS", 0.2)
    site = supervisor_in(tmp_path)
    deaf = "trap '' TERM; setsid sleep 60 & echo ready; while true; do sleep 1; done"
    await site.start({"deaf": deaf})
    while len(processes_of_site(tmp_path)) < 2:
        await asyncio.sleep(0.02)
    await site.stop()
    assert not processes_of_site(tmp_path)


async def test_every_line_is_shown_with_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = supervisor_in(tmp_path)
    long = "x" * 200_000
    (tmp_path / "long.txt").write_text(f"{long}\nlast")
    await site.start({"web": "cat long.txt", "worker": "exec printf '\\377 wrong\\n'"})
    await asyncio.gather(*(process.wait() for process in site.running.values()))
    await site.stop()
    assert sorted(capsys.readouterr().out.splitlines()) == [
        "web    | last",
        f"web    | {long}",
        "worker | \N{REPLACEMENT CHARACTER} wrong",
    ]


async def test_a_step_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    site = supervisor_in(tmp_path)
    step = asyncio.create_task(site.run("-c", "import time; time.sleep(60)"))
    while not processes_of_site(tmp_path):
        await asyncio.sleep(0.02)
    step.cancel()
    await site.stop()
    assert not processes_of_site(tmp_path)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "ended with exit code 0"),
        (1, "ended with exit code 1"),
        (-signal.SIGKILL, "was killed by SIGKILL"),
        (-99, "was killed by signal 99"),
    ],
)
def test_how_it_ended(code: int, words: str) -> None:
    assert exit_in_words(code) == words


def test_procfile(tmp_path: Path) -> None:
    (tmp_path / "Procfile").write_text("# what runs\nweb: exec serve --bind [::1]:80\n\nworker:work\n")
    assert read_procfile(tmp_path / "Procfile") == {"web": "exec serve --bind [::1]:80", "worker": "work"}
