"""What runs on Node.js: the players of every server, and boardgame.io, in memory or with its Postgres storage."""

import json
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

from config.embedded import CHECKOUT
from config.embedded.home import free_ports

SOURCE, HOME = Path(__file__).parent, CHECKOUT / ".guildhall" / "node"


def install() -> bool:
    """Says whether anything can be measured here."""
    if shutil.which("npm") is None:
        return False
    HOME.mkdir(parents=True, exist_ok=True)
    for file in [*SOURCE.glob("*.js"), *SOURCE.glob("*.json")]:
        shutil.copy(file, HOME)
    with suppress(OSError, subprocess.CalledProcessError):
        if not (HOME / "node_modules").exists():
            subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=HOME, check=True)
        return True
    return False


class BoardgameServer:
    """One process of the peer."""

    def __init__(self, database_url: str = "") -> None:
        self.port, self.lobby = free_ports(2)
        arguments = ["node", "server.js", str(self.port), str(self.lobby), *([database_url] if database_url else [])]
        environment = os.environ | {"NODE_ENV": "production"}
        self.process = subprocess.Popen(arguments, cwd=HOME, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout
        while "ready" not in (line := self.process.stdout.readline()):
            assert line, "boardgame.io did not start"

    def matches(self, number: int) -> list[str]:
        address = f"http://127.0.0.1:{self.lobby}/games/trick/create"
        headers = {"Content-Type": "application/json"}
        made = []
        for _ in range(number):
            with urlopen(Request(address, b'{"numPlayers": 4}', headers)) as answer:
                made.append(json.load(answer)["matchID"])
        return made

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
