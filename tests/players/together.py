"""Runs several actions at the same moment, each in a thread."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

from django.db import connection

from players.refusals import Refusal


def together(*actions: Callable[[], Any]) -> list[Any]:
    """Return the result of each action, or the code of its refusal, or the text of any other error."""
    barrier = Barrier(len(actions))
    outcomes: list[Any] = [None] * len(actions)

    def run(index: int, action: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            outcomes[index] = action()
        except Refusal as refusal:
            outcomes[index] = refusal.code
        except Exception as error:  # noqa: BLE001  (shown in the comparison)
            outcomes[index] = repr(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=[index, action]) for index, action in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
