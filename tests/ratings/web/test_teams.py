"""Two partners over time, as a page and to take along."""

import csv
import json
import re

import pytest

from ratings.services.settling import pool_settle
from tests.players.builders import player, team
from tests.ratings.builders import TEAMS, recorded
from tests.ratings.web.pages import body, download

pytestmark = pytest.mark.django_db
WON, LOST, LEVEL = [1, 2, 1, 2], [2, 1, 2, 1], [1, 1, 1, 1]


class Watch:
    """Ada and Bea, a team, with two others to play against."""

    def __init__(self) -> None:
        self.ada, self.bea, self.cleo, self.dora = player("Ada"), player("Bea"), player("Cleo"), player("Dora")
        self.team = team(captain=self.ada, partner=self.bea, name="Night Watch")
        self.address = f"/teams/{self.team.pk}/night-watch/ratings/"
        self.minute = 0

    def play(self, *results: list[int], apart: bool = False) -> list[str]:
        """Two against two, one after another: Ada with Bea in seats 1 and 3, or with Cleo. The matches' keys."""
        table = [self.ada, self.bea, self.cleo, self.dora] if apart else [self.ada, self.cleo, self.bea, self.dora]
        keys = []
        for places in results:
            self.minute += 1
            keys.append(recorded(table, places, self.minute, pool=TEAMS, sides=[0, 1, 0, 1]).key)
        pool_settle(key=TEAMS)
        return keys


@pytest.fixture
def watch():
    return Watch()


def listed(page: str) -> list[str]:
    """The matches in the list of games, from the top."""
    return re.findall(r"[?;]game=(match-\d+)", page[page.index('id="games-title"') :])


def way(page: str, rel: str) -> str | None:
    found = re.search(rf'rel="{rel}" href="([^#"]+)', page)
    return found[1].replace("&amp;", "&") if found else None


# --- The page ---


def test_partners_have_a_curve_of_their_own(client, watch):
    """Two against two, all at 1500: the winners gain 80 each, so they are 1580 together."""
    assert "No match together yet" in body(client, watch.address)
    (key,) = watch.play(WON)
    watch.play(WON, apart=True)
    page = body(client, watch.address)
    assert page.count("curve__dot") == 1
    assert "1500 → 1580 (+80), place 1 of 2." in page
    assert "Against Cleo (1500), Dora (1500)." in page
    assert "Expected 50%, actual 100%, K 160." in page
    assert f"game={key}#game" in page
    assert "Their matches together" in body(client, watch.team.get_absolute_url())
    assert client.get(f"/teams/{watch.team.pk}/other/ratings/").status_code == 302


def test_figures_of_a_team_by_hand(client, watch):
    """1580 after a win. Then 1580 against 1420 expect 71.5%, K is 155.4: a loss costs 111.2. Level is no win."""
    won, lost, _ = watch.play(WON, LOST, LEVEL)
    page = body(client, watch.address)
    assert re.search(rf"Peak</dt><dd><a href=.\?game={won}#game.>1580<", page)
    assert re.search(rf"Low</dt><dd><a href=.\?game={lost}#game.>1469<", page)
    assert re.search(r"curve__point--peak.*?curve__label[^>]*>1580<", page, re.DOTALL)
    assert re.search(r"curve__point--low.*?curve__label[^>]*>1469<", page, re.DOTALL)
    assert "Games together</dt><dd>3<" in page
    assert re.search(r"Won</dt><dd>33% <span[^>]*>1<", page)
    assert re.search(r"Ahead of</dt><dd>50% ", page)
    by_seat = page[page.index("By seat") :]
    assert re.search(r"<th scope=.row.>1 \+ 3</th><td class=.number.>3</td><td class=.number.>33%", by_seat)
    wins = page[page.index('id="wins-title"') : page.index('id="games-title"')]
    assert (wins.count("<li>"), "<bdi>Cleo</bdi>" in wins) == (1, True)
    assert "The picture as a table" in page


def test_a_draw_is_a_place_that_was_shared(client, watch):
    """A first place that costs points would be hard to understand: on the card, in the rows and at the point."""
    _, level = watch.play(WON, LEVEL)
    page = body(client, watch.address)
    assert "Place 1 of 2, shared" in page
    assert page.count("place 1 of 2, shared.") == 1
    rows = page[page.index('id="games-title"') :].split("<tr>")[2:]
    assert [("1 of 2" in row, ">shared<" in row) for row in rows] == [(True, True), (True, False)]
    assert f"game={level}#game" in rows[0]
    assert "together, place 1 of 2, shared" in body(client, f"/players/Ada/ratings/{TEAMS}/?against=Bea")


def test_pages_of_games_and_their_rows_write_days_alike(client, watch, monkeypatch):
    monkeypatch.setattr("ratings.web.paging.GAMES_A_PAGE", 2)
    watch.play(WON, WON, WON)
    page = body(client, watch.address)
    pages = page[page.index('class="pagination"') :]
    assert pages.count('<span class="wide-words">Mar 1, 2026</span>') == 2


def test_a_team_head_to_head_with_somebody(client, watch):
    """Two won, one lost, none level; what Ada played with Cleo is no match of the team's."""
    watch.play(WON, WON, LOST)
    watch.play(WON, apart=True)
    page = body(client, f"{watch.address}?against=dora")
    assert re.findall(r'versus__number">(\d+)<', page) == ["2", "0", "1"]
    versus = page[page.index('class="versus"') : page.index('id="games-title"')]
    assert ("Night Watch" in versus, versus.count("<li>")) == (True, 3)
    assert "1500 – 1500" in versus
    assert "have not met" in body(client, f"{watch.address}?against={player('Emil').name}")
    for own in ("Ada", "bea"):
        assert "Nobody plays against themselves" in body(client, f"{watch.address}?against={own}")
    assert "Nobody here goes by that name." in body(client, f"{watch.address}?against=Nemo")


def test_a_game_together_opens_on_the_page(client, watch):
    first, _ = watch.play(WON, LOST)
    part = body(client, f"{watch.address}?game={first}", **{"x-part": "game"})
    assert part.lstrip().startswith("<section")
    for words in ("1500 → <strong>1580</strong>", "Place 1 of 2", "K 160 × (100% − 50%) = +80", "Cleo", "Dora", "−80"):
        assert words in part
    assert [name in part for name in ("<bdi>Ada</bdi>: K", "<bdi>Bea</bdi>: K")] == [True, True]


def test_each_of_them_has_a_weight_of_their_own(client, watch):
    """Ada has played one game more: her K is 155, Bea's 160."""
    recorded([watch.ada, watch.cleo, player(), player()], WON, 0, pool=TEAMS, sides=[0, 1, 0, 1])
    watch.play(WON)
    assert "K 155 / 160." in body(client, watch.address)


@pytest.mark.parametrize("query", ["game=nonsense", "before=nonsense", "after=%E2%82%AC", "game={apart}"])
def test_what_two_have_not_played_is_a_404(client, watch, query):
    watch.play(WON)
    (apart,) = watch.play(WON, apart=True)
    assert client.get(f"{watch.address}?{query.format(apart=apart)}").status_code == 404
    assert client.get(f"{watch.address}pot-de-vin-six/").status_code == 404
    assert client.get(f"{watch.address}{TEAMS}/").status_code == 200


# --- Pages of games ---


def test_pages_of_games_stay_what_they_are_while_people_play(client, watch, monkeypatch):
    monkeypatch.setattr("ratings.web.paging.GAMES_A_PAGE", 2)
    keys = watch.play(WON, LOST, WON, LOST, WON)
    first = body(client, watch.address)
    assert (listed(first), way(first, "prev")) == ([keys[4], keys[3]], None)
    watch.play(WON)
    second = body(client, watch.address + way(first, "next"))
    third = body(client, watch.address + way(second, "next"))
    assert (listed(second), listed(third)) == ([keys[2], keys[1]], [keys[0]])
    assert way(third, "next") is None
    assert listed(body(client, watch.address + way(third, "prev"))) == [keys[2], keys[1]]
    assert listed(body(client, watch.address + way(second, "prev"))) == [keys[4], keys[3]]


def test_a_page_looks_at_so_many_games_and_leads_on(client, watch, monkeypatch):
    """Together once, six times apart, then together again: found in steps of four games, and the page says so."""
    for module in ("selectors.partners", "web.paging", "web.teams"):
        monkeypatch.setattr(f"ratings.{module}.GAMES_SEARCHED", 4)
    (old,) = watch.play(WON)
    watch.play(*[WON] * 6, apart=True)
    (new,) = watch.play(WON)
    first = body(client, watch.address)
    assert listed(first) == [new]
    assert "Counted among the last 4 games of " in first
    assert "Games together</dt><dd>1<" in first
    second = body(client, watch.address + way(first, "next"))
    assert listed(second) == [old]
    assert way(second, "next") is None
    assert f"game={old}#game" in body(client, f"{watch.address}?game={old}")


# --- Downloads ---


def test_downloads_hold_every_game_together(client, watch, monkeypatch):
    monkeypatch.setattr("ratings.web.downloads.GAMES_PER_QUERY", 2)
    first, _ = watch.play(WON, WON)
    watch.play(*[WON] * 3, apart=True)
    (last,) = watch.play(LEVEL)
    rows = list(csv.DictReader(download(client, f"{watch.address}{TEAMS}.csv").splitlines()))
    assert [row["number"] for row in rows] == ["1", "2", "3"]
    assert (rows[0]["match"], rows[2]["match"]) == (first, last)
    assert (rows[0]["before"], rows[0]["after"], rows[0]["score"]) == ("1500.0", "1580.0", "1.0")
    assert (rows[0]["captain_seat"], rows[0]["partner_seat"], rows[0]["partner_k"]) == ("1", "3", "160.0")
    assert rows[0]["opponents"] == "Cleo 1500; Dora 1500"
    data = json.loads(download(client, f"{watch.address}{TEAMS}.json"))
    assert (data["team"], data["captain"], data["partner"]) == ("Night Watch", "Ada", "Bea")
    assert [game["match"] for game in data["games"]] == [row["match"] for row in rows]
    assert data["rating"] == data["games"][-1]["after"]


def test_no_download_of_what_two_have_not(client, watch):
    assert client.get(f"{watch.address}{TEAMS}.csv").status_code == 404
    watch.play(WON)
    assert client.get(f"{watch.address}nonsense.json").status_code == 404
    assert client.get(f"/teams/{watch.team.pk}/other/ratings/{TEAMS}.csv").headers["Location"].endswith(f"{TEAMS}.csv")
