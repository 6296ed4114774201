"""The public document of real tournaments: it follows its schema at every moment, and passes the independent check."""

import io
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command

from tests.players.builders import player
from tests.tournaments import document_check
from tests.tournaments.ruled_tournaments import Ruled
from tests.tournaments.services import events
from tournaments.director.acts import Act
from tournaments.models import Tournament
from tournaments.selectors.csv_sheets import sheet_text
from tournaments.selectors.document import document_bytes, document_of

pytestmark = pytest.mark.django_db
SCHEMA = jsonschema_rs.validator_for(json.loads(Path(__file__).with_name("document.schema.json").read_text()))
SHEETS = ("entries", "standings", "tables", "ranking")
EVERY_TIE_BREAK = ["head-to-head", "wins", "opponents-mean", "opponents-opponents-mean", "performance", "lot"]


def checked(event: Ruled) -> dict[str, Any]:
    """Return the document, after the schema and the independent check have found nothing."""
    document = json.loads(document_bytes(event.tournament)[0])
    SCHEMA.validate(document)
    assert document_check.check(document) == []
    return document


@pytest.mark.parametrize(
    ("kind", "entries", "mode", "settings"),
    [
        ("swiss", 11, "solo", {"rounds": 3}),
        ("swiss", 7, "pairs-4", {"rounds": 3, "tie_breaks": EVERY_TIE_BREAK}),
        ("swiss", 9, "solo", {"rounds": 2, "points": {"scale": "by-place", "lists": {
            "3": ["5", "2", "0"], "4": ["7", "7/2", "1", "0"], "5": ["9", "5", "3", "1", "0"]}}}),
        ("swiss", 7, "solo", {"rounds": 2, "points": {"scale": "by-place", "lists": {"4": ["3", "2", "1", "0"]}}}),
        ("round-robin", 7, "solo", {"points": {"scale": "by-place", "lists": {"5": ["9", "5", "2", "1", "0"]}}}),
        ("elimination", 13, "solo", {"small_final": True}),
        ("elimination", 6, "pairs-4", {}),
        ("double-elimination", 8, "pairs-4", {}),
        ("double-elimination", 11, "solo", {}),
        ("round-robin", 5, "pairs-4", {}),
        ("round-robin", 8, "solo", {}),
        ("groups-elimination", 14, "solo", {}),
        ("groups-elimination", 11, "pairs-4", {}),
        ("swiss-elimination", 10, "solo-6", {"rounds": 2}),
    ],
)  # fmt: skip
def test_every_format_agrees_at_every_moment(kind: str, entries: int, mode: str, settings: dict[str, Any]) -> None:
    event = Ruled(kind, entries, mode, settings=settings)
    assert checked(event)["ranking"] is None
    event.start()
    while event.tournament.status == "running":
        checked(event)
        event.play_round()
    document = checked(event)
    assert document["status"] == "finished"
    assert len(document["ranking"]) == entries


def test_who_drops_is_disqualified_and_is_added_late_is_where_they_belong() -> None:
    """After round 1 one drops and one is thrown out; one comes in; after round 2 the one who dropped is back."""
    event = Ruled("swiss", 9, settings={"rounds": 4, "unplayed": {"absent": "1/2", "late": "1/4", "bye": "1"}})
    event.start()
    event.act(Act.PAUSE)
    event.play_round()
    event.act(Act.DROP, entry=2)
    event.act(Act.DISQUALIFY, entry=3)
    player("Late")
    event.act(Act.ADD_ENTRY, player="Late")
    event.act(Act.RESUME)
    event.go_on()
    by_id = {one["id"]: one for one in checked(event)["entries"]}
    assert (by_id[2]["left"], by_id[3]["status"]) == ({"stage": 1, "round": 1}, "disqualified")
    assert by_id[10]["joined"] == {"stage": 1, "round": 2}
    event.play_round()
    event.act(Act.REINSTATE, entry=2)
    document = checked(event)
    assert document["stages"][0]["rounds"][1]["absent"] == [2]
    event.play_on()
    assert checked(event)["ranking"][-1] == {"entry": 3, "place": None}


def test_who_leaves_a_bracket_gives_walkovers() -> None:
    event = Ruled("elimination", 8, "pairs-4")
    event.start()
    event.act(Act.DROP, entry=1)
    event.act(Act.DISQUALIFY, entry=2)
    checked(event)
    event.play_on()
    assert checked(event)["ranking"][-1] == {"entry": 2, "place": None}


def test_a_correction_and_a_table_played_again_change_what_follows() -> None:
    event = Ruled("swiss", 8, settings={"rounds": 3})
    event.start()
    event.play_round()
    first = json.loads(document_bytes(event.tournament)[0])["stages"][0]["rounds"][0]["tables"][0]
    upside_down = list(reversed(first["outcome"]["places"]))
    event.act(Act.CORRECT_RESULT, table=1, round=1, places=upside_down)
    checked(event)
    event.act(Act.REPLAY, table=2, round=1)
    checked(event)
    event.play_on()
    checked(event)


def test_who_went_on_and_left_before_the_next_stage_stands_behind_who_played_it() -> None:
    """Two groups of four, two of each go on; the first of them leaves before the final begins."""
    event = Ruled("groups-elimination", 8, "pairs-4", settings={"groups": 2, "advance": 2}, automatic=False)
    event.start()
    while event.tournament.stages.get(number=1).status != "finished":
        if any(one.status == "draft" for one in event.tournament.stages.get(number=1).rounds.all()):
            event.act(Act.PUBLISH)
        event.play_round()
    stage = event.tournament.stages.get(number=1)
    gone = stage.entries.get(place=1).entry
    event.act(Act.DROP, entry=gone.number)
    event.act(Act.NEXT_STAGE)
    event.act(Act.PUBLISH)
    event.go_on()
    event.play_on()
    places = {one["entry"]: one["place"] for one in checked(event)["ranking"]}
    assert places[gone.number] == 4


@pytest.mark.parametrize("kind", ["swiss", "swiss-elimination", "elimination"])
def test_finished_early_it_is_ranked_by_what_was_played(kind: str) -> None:
    event = Ruled(kind, 8, settings={} if kind == "elimination" else {"rounds": 3})
    event.start()
    event.rule(event.open_tables()[0])
    event.act(Act.FINISH)
    document = checked(event)
    assert len(document["ranking"]) == 8
    if kind != "elimination":
        assert len(document["stages"][0]["rounds"][0]["standings"]) == 8


def test_cancelled_in_the_middle_it_still_says_what_was_played() -> None:
    for kind in ("swiss", "double-elimination"):
        event = Ruled(kind, 6, "pairs-4")
        event.start()
        event.rule(event.open_tables()[0])
        event.act(Act.CANCEL)
        assert checked(event)["ranking"] is None


def test_a_draft_is_nobodys_to_see() -> None:
    event = Ruled("swiss", 8, automatic=False)
    event.start()
    assert checked(event)["stages"][0]["rounds"] == []
    event.act(Act.PUBLISH)
    assert len(checked(event)["stages"][0]["rounds"]) == 1


def test_the_number_of_queries_does_not_depend_on_the_entries(django_assert_num_queries) -> None:
    for entries in (6, 18):
        event = Ruled("swiss", entries, settings={"rounds": 2})
        event.start()
        event.play_on()
        tournament = event.tournament
        with django_assert_num_queries(10):
            document_of(tournament)


def test_the_same_state_gives_the_same_bytes() -> None:
    event = Ruled("swiss", 6)
    first, etag = document_bytes(event.tournament)
    cache.clear()
    assert document_bytes(event.tournament) == (first, etag)


def test_no_document_holds_rows_of_two_versions() -> None:
    """The tournament starts between the reading of its own row and that of the others."""
    event = Ruled("swiss", 6)
    before = event.tournament
    event.start()
    assert document_bytes(before) == document_bytes(event.tournament)
    assert checked(event)["status"] == "running"


def test_keys_stand_in_the_order_that_is_published() -> None:
    """Also those that PostgreSQL would keep in another; points by the numbers of the entries, not by seats."""
    made = events.play_round(events.started(8, settings={"rounds": 3}))
    document = json.loads(document_bytes(made)[0])
    assert list(document)[:10] == [
        "format", "version", "slug", "name", "status", "paused", "game", "options", "rated", "starts_at",
    ]  # fmt: skip
    assert list(document["options"]) == ["mode", "deck"]
    tables = document["stages"][0]["rounds"][0]["tables"]
    assert any(table["entries"] != sorted(table["entries"]) for table in tables)
    for table in tables:
        assert list(table["explanation"]) == ["code", "facts", "text"]
        assert list(table["outcome"]["points"]) == [str(number) for number in sorted(table["entries"])]


# --- The command ---


def test_the_command_prints_the_very_bytes_and_a_newline() -> None:
    event = Ruled("swiss", 4)
    out = io.StringIO()
    call_command("tournament_document", event.tournament.slug, stdout=out)
    assert out.getvalue().encode() == document_bytes(event.tournament)[0] + b"\n"
    with pytest.raises(CommandError, match="nowhere"):
        call_command("tournament_document", "nowhere")


def test_the_pages_of_the_document_and_the_sheets(client) -> None:
    event = Ruled("swiss", 4, settings={"rounds": 1})
    event.start()
    event.play_on()
    slug = event.tournament.slug
    address = f"/tournaments/{slug}/document.json"
    response = client.get(address)
    assert response.content == document_bytes(event.tournament)[0]
    assert client.get(address, headers={"If-None-Match": response["ETag"]}).status_code == 304
    rows = {what: client.get(f"/tournaments/{slug}/{what}.csv").content.decode().splitlines() for what in SHEETS}
    assert {what: len(lines) for what, lines in rows.items()} == {
        "entries": 5, "standings": 5, "tables": 5, "ranking": 5,
    }  # fmt: skip
    assert rows["ranking"][0] == "place,entry,name"
    assert client.get(f"/tournaments/{slug}/secrets.csv").status_code == 404
    Tournament.objects.update(rehearsal=True)
    assert client.get(f"/tournaments/{slug}/entries.csv").status_code == 404
    assert client.get(f"/tournaments/{slug}/document.json").status_code == 404


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_cell_is_taken_for_a_formula(name: str) -> None:
    event = Ruled("swiss", 3)
    event.tournament.entries.update(name=name, club=name)
    lines = sheet_text(event.tournament, "entries")
    assert f"'{name}" in lines
    assert f",{name}" not in lines


def test_the_page_for_people_lists_the_calls(client) -> None:
    page = client.get("/api/")
    assert page.status_code == 200
    assert b"tables/KEY/contribution" in page.content
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert set(paths["/api/v1/tournaments/{slug}/entry"]) == {"put", "delete"}
