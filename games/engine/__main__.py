"""Replays a record: `python -m games.engine FILE`, or `-` for standard input."""

import json
import sys
from typing import BinaryIO

from games.engine.record import IllegalRecord, NotARecord, read, replay


def main(arguments: list[str]) -> int:
    """0: legal, the result on standard output. 1: illegal. 2: not a record. The reason is one line."""
    if len(arguments) != 1:
        return complain("usage: python -m games.engine FILE, or - for standard input", 2)
    try:
        if arguments[0] == "-":
            return judge(sys.stdin.buffer)
        with open(arguments[0], "rb") as file:
            return judge(file)
    except OSError as error:
        return complain(f"{arguments[0]!a}: {error.strerror or 'cannot be read'}", 2)
    except ValueError:  # a name with a null character
        return complain(f"{arguments[0]!a}: no such file", 2)


def judge(file: BinaryIO) -> int:
    try:
        result = replay(read(file))
    except NotARecord as error:
        return complain(str(error), 2)
    except IllegalRecord as error:
        return complain(str(error), 1)
    sys.stdout.write(json.dumps({"finished": result is not None, "result": result and result.as_json()}) + "\n")
    return 0


def complain(line: str, code: int) -> int:
    sys.stderr.write(" ".join(line.split()) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
