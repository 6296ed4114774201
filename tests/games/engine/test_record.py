"""The command that anyone can run: `python -m games.engine FILE`, with nothing but Python."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
VECTORS = Path(__file__).parent / "vectors"
MEMORY_LIMIT_BYTES = 300 * 1024 * 1024
VALID_RECORD = json.loads((VECTORS / "solo-4-double.json").read_text())


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))


def run(argument: str = "-", text: bytes | str = b"") -> subprocess.CompletedProcess[str]:
    """Isolated: no installed packages, bounded memory."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "games.engine", argument],
        cwd=ROOT,
        input=text if isinstance(text, bytes) else text.encode(),
        capture_output=True,
        preexec_fn=bounded,
        timeout=120,
        env={"PYTHONPATH": ""},
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(done: subprocess.CompletedProcess[str], code: int, begins: str = "") -> None:
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(begins)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "path", sorted(VECTORS.glob("[!r]*.json")) + sorted(VECTORS.glob("rare-*.json")), ids=lambda p: p.stem
)
def test_games_worked_out_by_another_program(path):
    done = run(str(path))
    assert done.stderr == ""
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"finished": True, "result": json.loads(path.read_text())["result"]}


@pytest.mark.parametrize("case", json.loads((VECTORS / "refused.json").read_text()), ids=lambda case: case["why"])
def test_records_that_must_be_refused(case):
    refused(run(text=json.dumps(case["record"])), case["exit"], case["begins"])


def test_an_unfinished_game_has_no_result():
    done = run(text=json.dumps(VALID_RECORD | {"events": VALID_RECORD["events"][:5], "result": None}))
    assert json.loads(done.stdout) == {"finished": False, "result": None}


def test_what_a_reader_does_not_know_is_ignored_and_order_is_free():
    events = [event | {"at": "2026-11-16T03:00:00Z", "by": "clock"} for event in VALID_RECORD["events"]]
    known = dict(reversed(list(VALID_RECORD.items()))) | {"match": 7, "players": ["a", {"b": [None]}], "events": events}
    assert run(text=json.dumps(known, indent=3)).returncode == 0


def test_hex_is_read_in_either_case():
    assert run(text=json.dumps(VALID_RECORD | {"seed": VALID_RECORD["seed"].upper()})).returncode == 0


def test_the_parts_of_a_seed():
    import hmac

    secret, parts = bytes(range(32)), ["aa", "", "BBCC", "dd" * 32]
    seed = hmac.digest(secret, b"aa,,bbcc," + b"dd" * 32, "sha256").hex()
    record = {**VALID_RECORD, "seed": seed, "events": [], "result": None}
    assert run(text=json.dumps(record | {"secret": secret.hex(), "contributions": parts})).returncode == 0
    refused(run(text=json.dumps(record | {"secret": secret.hex(), "contributions": ["aa", "", "", ""]})), 1, "seed:")
    duplicate = hmac.digest(secret, b"", "sha256").hex()
    assert (
        run(text=json.dumps(record | {"seed": duplicate, "secret": secret.hex(), "contributions": []})).returncode == 0
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "other"},
        {"version": True},
        {"version": "1"},
        {"game": "chess"},
        {"game": ["pot-de-vin"]},
        {"rules": 2},
        {"options": None},
        {"options": {"mode": {}, "deck": "double"}},
        {"seed": 5},
        {"seed": "g" * 64},
        {"seed": "a" * 66},
        {"seed": "ａ" * 64},
        {"events": {}},
        {"events": None},
        {"events": [None]},
        {"events": [{"seat": True, "action": "pass"}]},
        {"events": [{"seat": 0.0, "action": "pass"}]},
        {"events": [{"seat": 0}]},
        {"result": []},
        {"secret": "zz", "contributions": []},
        {"secret": "aa", "contributions": ["aa"]},
        {"secret": "aa", "contributions": ["a", "", "", ""]},
        {"secret": "aa", "contributions": ["aa" * 33, "", "", ""]},
        {"secret": "aa", "contributions": "aa"},
    ],
    ids=str,
)
def test_what_is_ill_formed_is_not_a_record(changes):
    refused(run(text=json.dumps(VALID_RECORD | changes)), 2)


def test_form_is_judged_before_the_rest():
    events = [{"seat": 99, "action": "nonsense"}, {"seat": "x", "action": 1}]
    refused(run(text=json.dumps(VALID_RECORD | {"events": events})), 2)


@pytest.mark.parametrize("result", [True, {"sides": []}, VALID_RECORD["result"] | {"more": 1}], ids=str)
def test_a_result_must_be_the_one_of_the_replay(result):
    code, begins = (2, "") if result is True else (1, "result:")
    refused(run(text=json.dumps(VALID_RECORD | {"result": result})), code, begins)


def test_true_is_not_one():
    result = json.loads(json.dumps(VALID_RECORD["result"]))
    result["sides"][[side["place"] for side in result["sides"]].index(1)]["place"] = True
    refused(run(text=json.dumps(VALID_RECORD | {"result": result})), 1, "result:")


VALID_TEXT = json.dumps(VALID_RECORD)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"   ",
        b"null",
        b"[]",
        b'"record"',
        b"{}",
        b"{" * 100_000,
        b"[" * 1_000_000,
        b'{"a":' * 100_000,
        VALID_TEXT[:-1].encode(),
        VALID_TEXT[: len(VALID_TEXT) // 2].encode(),
        VALID_TEXT.encode() + b"x",
        VALID_TEXT.encode() * 2,
        VALID_TEXT.encode("utf-16"),
        b"\xff\xfe" + VALID_TEXT.encode(),
        b"\xef\xbb\xbf" + VALID_TEXT.encode(),
        b"\x00" * 1000,
        VALID_TEXT.replace('"version": 1', '"version": NaN').encode(),
        VALID_TEXT.replace('"version": 1', '"version": ' + "9" * 10_000).encode(),
        VALID_TEXT.replace('"version": 1', '"version": 1, "version": 1').encode(),
        VALID_TEXT.replace('{"seat": 0', '{"seat": 0, "seat": 0', 1).encode(),
        VALID_TEXT.replace('"mode"', '"deck"').encode(),
        ('{"format": "' + "x" * 5_000_000).encode(),
        VALID_TEXT.replace('"result"', '"more": ' + "[" * 50_000 + "]" * 50_000 + ', "result"').encode(),
    ],
    ids=range(24),
)
def test_damaged_truncated_and_hostile_files(text):
    refused(run(text=text), 2)


def test_a_lone_surrogate_in_an_action():
    refused(run(text=json.dumps(VALID_RECORD | {"events": [{"seat": 0, "action": "\ud800"}]})), 1, "event 0:")


def test_a_seat_too_large_for_a_machine():
    refused(run(text=json.dumps(VALID_RECORD | {"events": [{"seat": 10**300, "action": "pass"}]})), 1, "event 0:")


def test_millions_of_events_in_bounded_memory(tmp_path):
    """The first move too many is named, and the form of all that follow is still judged."""
    path = tmp_path / "huge.json"
    event = json.dumps({"seat": 0, "action": "pass"})
    with path.open("w") as file:
        head, _, tail = json.dumps(VALID_RECORD | {"events": "HERE"}).partition('"HERE"')
        file.write(head + "[" + ", ".join(json.dumps(one) for one in VALID_RECORD["events"]))
        for _ in range(100):
            file.write("".join(f", {event}" for _ in range(10_000)))
        file.write("]" + tail)
    refused(run(str(path)), 1, f"event {len(VALID_RECORD['events'])}:")


@pytest.mark.parametrize("argument", ["/no/such/file", ".", "", "/dev/null"])
def test_what_is_no_file(argument):
    refused(run(argument), 2)


def test_it_says_how_it_is_used():
    done = subprocess.run([sys.executable, "-S", "-m", "games.engine"], cwd=ROOT, capture_output=True, text=True)
    refused(done, 2, "usage:")
