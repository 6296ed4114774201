"""`python -m config.processes.run web`: become one process of the Procfile, as production runs it."""

import os
import sys

from config.embedded import CHECKOUT
from config.processes.supervisor import read_procfile


def main(arguments: list[str]) -> int:
    """Replace this process by the named one of the Procfile, run with the same Python."""
    commands = read_procfile(CHECKOUT / "Procfile")
    name = arguments[0] if arguments else ""
    if name not in commands:
        sys.stderr.write(f"Usage: python -m config.processes.run {'|'.join(commands)}\n")
        return 2
    os.chdir(CHECKOUT)
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH") or os.defpath])
    os.execv("/bin/sh", ["sh", "-c", commands[name]])  # noqa: S606 (the Procfile is written for a shell)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
