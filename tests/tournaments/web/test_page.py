"""The page of a tournament: what it says, what is kept in the cache, and what it costs."""

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.players.builders import player
from tests.tournaments.web.events import crowd, decide, event, open_tables, play_round, play_to_the_end, soon, start
from tournaments.models import Tournament
from tournaments.services.membership import entry_leave, entry_sit_out

pytestmark = pytest.mark.django_db


def part(client, tournament: Tournament, name: str, query: str = "") -> str:
    response = client.get(f"{tournament.get_absolute_url()}parts/{name}/{query}")
    assert response.status_code == 200
    return response.content.decode()


def words(markup: str) -> str:
    """What stands there, with a space wherever there is a mark."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", markup)).split())


def queries(client, address: str, language: str = "en") -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address, headers={"Accept-Language": language}).status_code == 200
    return len(captured)


# --- Words ---


def test_the_page_says_what_is_played_and_what_happens_if(client):
    one = event(
        starts_at=soon(days=1),
        time_zone="America/Sao_Paulo",
        places=16,
        settings={"rounds": 5},
        rating_least=1200,
        code="gems",
        prizes="Honour and <b>wine</b>",
        check_in_minutes=15,
        late_entry_rounds=2,
        break_minutes=5,
    )
    said = words(part(client, one, "about"))
    for sentence in (
        "Pot de Vin",
        "Each for themselves, at tables of four",
        "With doubled symbols",
        "Blitz: 10 seconds a turn, 30 seconds in the bank",
        "Swiss: everyone plays every round, against others who have done about as well so far. 5 rounds.",
        "With 16 entries 5 rounds of some 3 minutes, about 45 minutes in all. 5 minutes of break between rounds.",
        "Opponents' mean",
        "A bot plays in the chair of whoever is not there, until they come.",
        "sits out from the next round on until they say that they are back.",
        "the start waits for 15 minutes; then the tournament is cancelled",
        "Ratings from 1200 on.",
        "With the entry code.",
        "Until round 2 is paired.",
        "From 15 minutes before the start on.",
        "Honour and <b>wine</b>",
    ):
        assert sentence in said, sentence
    head = client.get(one.get_absolute_url()).content.decode()
    assert "(America/Sao Paulo)" in head
    assert f'data-own-time="{one.starts_at:%Y-%m-%dT%H:%M:%SZ}"' in head
    assert "gems" not in head


def test_groups_and_a_final_say_who_goes_on_and_what_happens_at_the_cut(client):
    """Sixteen make two groups; of each two go on, and a table of four is one round."""
    one = event(format="groups-elimination", places=16)
    said = words(part(client, one, "about"))
    assert (
        "1. Groups: everyone meets the others of their group as evenly as the tables allow. There are 2 groups." in said
    )
    assert "The first 2 of each group go on. 2. Elimination:" in said
    assert "lots are drawn from the tournament's published seed" in said


def test_entries_are_in_order_and_the_line_is_numbered(client):
    one = event(places=2, starts_at=soon(days=1))
    first, second, third, fourth = crowd(one, 4)
    said = words(part(client, one, "entries"))
    assert said == f"Who is in 2 / 2 {first.name} {second.name} Waiting list 2 1. {third.name} 2. {fourth.name}"
    client.force_login(fourth)
    assert "You are number 2 on the waiting list." in words(part(client, one, "mine"))
    entry_leave(tournament_id=one.pk, by=first)
    assert "You are number 1 on the waiting list." in words(part(client, one, "mine"))


def test_who_sits_out_and_who_dropped_is_said_in_words(client):
    one = event()
    players = crowd(one, 5)
    start(one)
    entry_sit_out(tournament_id=one.pk, by=players[0], sits_out=True)
    entry_leave(tournament_id=one.pk, by=players[1])
    said = words(part(client, one, "standings"))
    assert f"{players[0].name} sits out" in said
    assert f"{players[1].name} dropped out" in said


def test_standings_are_provisional_while_results_come_in(client):
    """Eight at two tables of four: the winner has one point, who is second two thirds, the next one third."""
    one = event(settings={"rounds": 2})
    players = {number: one.name for number, one in enumerate(crowd(one, 8), start=1)}
    start(one)
    tables = open_tables(one)
    numbers = [[slot.entry.number for slot in table.slots.select_related("entry")] for table in tables]
    assert "before the first result" in part(client, one, "standings")
    decide(tables[0], one, numbers[0])
    said = words(part(client, one, "standings"))
    assert "provisional while round 1 is being played" in said
    ranked = [
        f"{place} {players[number]} {points}"
        for place, number, points in zip("123", numbers[0], ("1", "⅔", "⅓"), strict=False)
    ]
    assert all(line in said for line in ranked)
    decide(tables[1], one, numbers[1])
    said = words(part(client, one, "standings"))
    assert "provisional" not in said
    assert "after round 1" in said


def test_the_end_has_a_podium_and_everyones_place(client):
    one = event(settings={"rounds": 1})
    crowd(one, 4)
    start(one)
    (table,) = open_tables(one)
    names = [slot.entry.name for slot in table.slots.select_related("entry")]
    play_to_the_end(one)
    said = words(part(client, one, "standings"))
    first_three = f"1 {names[0]} 2 {names[1]} 3 {names[2]}"
    assert said.startswith(f"The podium {first_three} Everyone's place {first_three} 4 {names[3]}")


def test_empty_slots_of_a_bracket_say_where_their_entry_comes_from(client):
    one = event(format="elimination")
    crowd(one, 8)
    start(one)
    page = part(client, one, "rounds")
    assert "Winner of table 1" in page
    assert "Second of table 2" in page
    assert page.count("bracket__picture") == 1
    assert "bracket__slot--chosen" in part(client, one, "rounds", "?entry=3")
    assert "bracket__slot--chosen" not in page


def test_byes_and_absences_are_listed(client):
    one = event(format="round-robin")
    players = crowd(one, 7)
    start(one)
    entry_sit_out(tournament_id=one.pk, by=players[0], sits_out=True)
    play_round(one)
    said = words(part(client, one, "rounds"))
    assert "Sits out or away:" in said
    assert players[0].name in said.partition("Sits out or away:")[2]
    assert "Who met whom" in words(part(client, one, "standings"))


def test_a_draft_pairing_is_nobodys_to_see(client):
    one = event(automatic=False)
    crowd(one, 4)
    start(one)
    assert one.stages.get().rounds.get().status == "draft"
    assert part(client, one, "rounds") == ""
    assert "A pairing waits for the organiser" in part(client, one, "head")


# --- Who may look ---


def test_a_rehearsal_is_its_organisers_own(client):
    one = event()
    Tournament.objects.filter(pk=one.pk).update(rehearsal=True)
    assert client.get(one.get_absolute_url()).status_code == 404
    client.force_login(player())
    assert client.get(f"{one.get_absolute_url()}parts/entries/").status_code == 404
    client.force_login(one.owner)
    assert client.get(one.get_absolute_url()).status_code == 200


def test_parts_that_there_are_not_are_not_found(client):
    one = event()
    assert client.get(f"{one.get_absolute_url()}parts/secrets/").status_code == 404
    assert client.get("/tournaments/nothing-like-it/").status_code == 404


# --- What it costs ---


@pytest.mark.parametrize("name", ["about", "entries", "standings", "rounds"])
def test_a_part_is_rendered_once_a_version_and_language(client, name):
    """The second spectator costs the look at the tournament's row, and nothing else; a change costs a rendering."""
    one = event()
    crowd(one, 4)
    start(one)
    address = f"{one.get_absolute_url()}parts/{name}/"
    first = client.get(address).content
    assert queries(client, address) == 1
    assert client.get(address).content == first
    decide(open_tables(one)[0], one)
    assert queries(client, address) > 1
    assert queries(client, address) == 1
    assert queries(client, f"{address}?version=99999999") == 1
    assert queries(client, address, "it") > 1


def test_what_there_is_not_is_shown_as_the_page_decides_and_not_kept(client):
    one = event()
    crowd(one, 4)
    start(one)
    plain = part(client, one, "rounds")
    address = f"{one.get_absolute_url()}parts/rounds/?stage=7&round=9"
    assert client.get(address).content.decode() == plain
    assert queries(client, address) > 1
    assert part(client, one, "entries", "?entries=77") == part(client, one, "entries")


COSTS = {"page": 31, "entry": 10, "mine": 9}


@pytest.mark.parametrize("number", [8, 40])
def test_pages_cost_the_same_with_eight_entries_and_with_forty(client, number):
    """Everything at its dearest: nothing in the cache, somebody who plays, a round with a result behind it."""
    one = event(settings={"rounds": 3})
    players = crowd(one, number)
    start(one)
    play_round(one)
    decide(open_tables(one)[0], one)
    client.force_login(players[0])
    cache.clear()
    found = {
        "page": queries(client, one.get_absolute_url()),
        "entry": queries(client, f"{one.get_absolute_url()}entries/1/"),
        "mine": queries(client, f"{one.get_absolute_url()}parts/mine/"),
    }
    assert found == COSTS


def test_long_standings_have_pages_and_say_where_one_is(client, monkeypatch):
    monkeypatch.setattr("tournaments.web.parts.ROWS_PER_PAGE", 4)
    monkeypatch.setattr("tournaments.web.page.ROWS_PER_PAGE", 4)
    one = event(settings={"rounds": 2})
    crowd(one, 9)
    start(one)
    play_round(one)
    last = one.stages.get().rounds.get(number=1).standings.order_by("-place").first()
    assert "Page 1 of 3" in words(part(client, one, "standings"))
    assert last.entry.name not in words(part(client, one, "standings"))
    assert last.entry.name in words(part(client, one, "standings", "?page=3"))
    assert "Page 2 of 3" in words(part(client, one, "entries", "?entries=2"))


def test_rounds_of_many_tables_have_pages_and_a_large_bracket_goes_by_rounds(client, monkeypatch):
    monkeypatch.setattr("tournaments.web.parts.TABLES_PER_PAGE", 1)
    monkeypatch.setattr("tournaments.web.parts.BRACKET_ENTRIES_LIMIT", 7)
    one = event(format="elimination")
    crowd(one, 8)
    start(one)
    said = part(client, one, "rounds")
    assert "bracket__picture" not in said
    assert "Page 1 of 2" in words(said)
    assert "Table 2" in words(part(client, one, "rounds", "?stage=1&round=1&tables=2"))
    assert "Winner of table 1" in words(part(client, one, "rounds", "?stage=1&round=2"))
