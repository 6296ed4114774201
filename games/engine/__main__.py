"""Replays a record: `python -m games.engine FILE`, or `-` for standard input."""

import json
import sys
from typing import BinaryIO

from games.engine.record import IllegalRecord, NotARecord, read, replay


def main(arguments: list[str]) -> int:
    """Replay the record that the argument names, and return the exit code.

    0: the record is legal, and its result stands on standard output. 1: it is illegal. 2: it is no record. The reason
    goes to standard error, in one line.
    """
    if len(arguments) != 1:
        return print_error("usage: python -m games.engine FILE, or - for standard input", 2)
    try:
        if arguments[0] == "-":
            return replay_file(sys.stdin.buffer)
        with open(arguments[0], "rb") as file:
            return replay_file(file)
    except OSError as error:
        return print_error(f"{arguments[0]!a}: {error.strerror or 'cannot be read'}", 2)
    except ValueError:  # a name with a null character
        return print_error(f"{arguments[0]!a}: no such file", 2)


def replay_file(file: BinaryIO) -> int:
    """Replay the record in a file, print its result, and return the exit code."""
    try:
        result = replay(read(file))
    except NotARecord as error:
        return print_error(str(error), 2)
    except IllegalRecord as error:
        return print_error(str(error), 1)
    sys.stdout.write(json.dumps({"finished": result is not None, "result": result and result.as_json()}) + "\n")
    return 0


def print_error(line: str, code: int) -> int:
    sys.stderr.write(" ".join(line.split()) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
