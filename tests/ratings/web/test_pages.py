"""Histories, leaderboards and the calculator, as pages."""

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.models import RatedMatch, Standing
from ratings.selectors.standings import standings_with_figures
from ratings.services.corrections import result_annul, result_correct
from ratings.services.settling import pool_settle
from ratings.tasks import replays_carry_out
from tests.players.builders import PASSWORD, player, team
from tests.ratings.builders import SOLO, TEAMS, crowd, recorded, season
from tests.ratings.web.pages import body, download

pytestmark = pytest.mark.django_db
LEADERBOARD = f"/ratings/{SOLO}/"


@pytest.fixture
def people():
    """A season, settled; nobody has been away for long."""
    people = [player("Ada"), *crowd(5)]
    season(people, 60)
    pool_settle(key=SOLO)
    Standing.objects.update(last_at=timezone.now())
    return people


def sign_in(client, one) -> None:
    client.post(reverse("account_login"), {"login": one.name, "password": PASSWORD})


# --- One match, worked out by hand ---


def test_one_game_is_explained_in_full(client):
    """Three at 1500: each expects half. K is 160, so the first gains 80 and the last loses 80."""
    ada, bea, cleo = player("Ada"), player("Bea"), player("Cleo")
    recorded([ada, bea, cleo], [1, 2, 3])
    pool_settle(key=SOLO)
    page = body(client, "/players/Ada/ratings/")
    for words in ("+80", "1500 → <strong>1580</strong>", "Place 1 of 3", "K 160 × (100% − 50%) = +80", "−80", "Cleo"):
        assert words in page
    assert "1500 → 1580 (+80), place 1 of 3." in page
    assert "Against Bea (1500), Cleo (1500)." in page
    assert "after 19 more games" in page
    assert "/tables/match-" in page


def test_a_shared_place_is_said_to_be_shared(client):
    """Two share the first place of three; the third has the last to herself."""
    ada, bea, cleo = player("Ada"), player("Bea"), player("Cleo")
    recorded([ada, bea, cleo], [1, 1, 3])
    pool_settle(key=SOLO)
    for name in ("Ada", "Bea"):
        page = body(client, f"/players/{name}/ratings/")
        assert "Place 1 of 3, shared" in page
        assert "(+40), place 1 of 3, shared." in page
        # In the list of games and in the table behind the picture.
        assert page.count(">shared<") == 2
    assert "shared" not in body(client, "/players/Cleo/ratings/")


def test_the_first_games_of_an_evening_are_a_line_that_ends_with_the_last(client):
    """At 12:00 and 12:20: an hour up to the last, from 1500 on. 80 points, then 77.7: K is 155.4 in a second game."""
    ada, *others = player("Ada"), *crowd(2)
    recorded([ada, *others], [1, 2, 3])
    recorded([ada, *others], [3, 2, 1], minute=20)
    pool_settle(key=SOLO)
    page = body(client, "/players/Ada/ratings/")
    assert re.findall(r'class="curve__point.*?data-x="([\d.]+)"', page, re.DOTALL) == ["66.67", "100"]
    (dotted,) = re.findall(r'curve__line--newcomer" d="([^"]+)"', page)
    assert re.fullmatch(r"M0 \d+ L666\.67 \d+ L1000 [\d.]+", dotted)
    labels = re.findall(r'y="100%" dy="1.5em"[^>]*>([^<]+)<', page)
    assert [label.replace("\u202f", " ") for label in labels] == [
        "Mar 1",
        "11:30 AM UTC",
        "11:45 AM UTC",
        "12:00 PM UTC",
        "12:15 PM UTC",
    ]


def test_one_game_leads_from_where_everybody_starts(client):
    ada, *others = player("Ada"), *crowd(2)
    recorded([ada, *others], [1, 2, 3])
    pool_settle(key=SOLO)
    page = body(client, "/players/Ada/ratings/")
    # 1580 at the upper right, 1500 at the lower left: rules from 1500 to 1580.
    assert 'curve__line--newcomer" d="M0 1000 L1000 0"' in page


def test_peak_low_games_and_shares(client, people):
    page, (standing,) = body(client, "/players/Ada/ratings/"), standings_with_figures(people[0])
    shown = [
        round(standing.peak),
        round(standing.low),
        standing.games,
        f"{round(100 * standing.wins / standing.games)}%",
    ]
    assert all(f">{figure}" in page for figure in shown)
    assert "By size of the table" in page
    assert "By seat" in page
    assert "Best wins" in page


def test_dots_are_thinned_out_only_where_there_are_many(client, people):
    """A phone leaves out every other one of more than twenty."""
    assert "curve--crowded" in body(client, "/players/Ada/ratings/")
    bea, *others = player("Bea"), *crowd(2)
    for minute in range(8):
        recorded([bea, *others], [1, 2, 3], 100 + minute)
    pool_settle(key=SOLO)
    page = body(client, "/players/Bea/ratings/")
    assert (page.count("curve__dot"), "curve--crowded" in page) == (8, False)


def test_a_period_shows_only_its_games(client):
    ada, *others = player("Ada"), *crowd(2)
    recorded([ada, *others], [1, 2, 3])
    recorded([ada, *others], [2, 1, 3], minute=10)
    pool_settle(key=SOLO)
    assert "2 → " not in body(client, "/players/Ada/ratings/?period=month")
    assert "No game in this period." in body(client, "/players/Ada/ratings/?period=month")
    assert body(client, "/players/Ada/ratings/?period=all").count("curve__dot") == 2
    assert body(client, "/players/Ada/ratings/?period=nonsense").count("curve__dot") == 2


def test_any_game_can_be_opened_and_older_ones_are_listed(client, people):
    games = Standing.objects.get(player=people[0]).games
    assert "Game 3</h2>" in body(client, "/players/Ada/ratings/?game=3")
    part = body(client, "/players/Ada/ratings/?game=3", **{"x-part": "game"})
    assert part.lstrip().startswith("<section")
    assert f"Games {games} to {games - 19} of {games}" in body(client, "/players/Ada/ratings/")
    assert f"Games 20 to 1 of {games}" in body(client, "/players/Ada/ratings/?until=20")


@pytest.mark.parametrize("address", ["?game=0", "?game=99999", "?until=0", "nothing-of-ours/"])
def test_what_there_is_not_is_a_404(client, people, address):
    assert client.get(f"/players/Ada/ratings/{address}").status_code == 404
    assert client.get("/players/Ada/ratings/?game=x&until=%E2%82%AC").status_code == 200


def test_a_player_without_ratings_reads_what_to_do(client):
    ada = player("Ada")
    assert "No rated match yet" in body(client, "/players/Ada/ratings/")
    sign_in(client, ada)
    page = body(client, "/players/Ada/ratings/")
    assert "Play one rated match to the end" in page
    assert reverse("lobby") in page
    assert "No rating yet" in body(client, "/players/Ada/")


def test_head_to_head(client, people):
    bea = people[1]
    page = body(client, f"/players/Ada/ratings/?against={bea.name}")
    met = [match for match in RatedMatch.objects.all() if {people[0].pk, bea.pk} <= set(match.players)]
    ahead = sum(m.places[m.players.index(people[0].pk)] < m.places[m.players.index(bea.pk)] for m in met)
    assert f'versus__number">{ahead}<' in page
    assert "Nobody here goes by that name." in body(client, "/players/Ada/ratings/?against=Nemo<b>")
    assert "Nobody plays against themselves" in body(client, "/players/Ada/ratings/?against=ada")


@pytest.mark.parametrize("language", ["en", "pt-br", "it"])
def test_drawings_have_points_in_every_language(client, people, language):
    """A decimal comma would break a drawing."""
    page = body(client, "/players/Ada/ratings/", **{"accept-language": language})
    assert 'cx="100%"' in page or ".5" in page
    assert not any("," in part.split('"')[0] for part in page.split(' cx="')[1:])
    assert not any("," in part.split('"')[0] for part in page.split(' d="')[1:])


# --- Downloads ---


def test_downloads_hold_every_game(client, monkeypatch):
    monkeypatch.setattr("ratings.web.downloads.GAMES_PER_QUERY", 2)
    ada, bea, cleo = player("Ada"), player("Bea"), player("Cleo")
    for minute in range(5):
        recorded([ada, bea, cleo], [1, 2, 2], minute)
    pool_settle(key=SOLO)
    lines = download(client, f"/players/Ada/ratings/{SOLO}.csv").splitlines()
    assert lines[0].startswith("number,finished_at,match,place,sides,seat,before,after,k,expected,score")
    assert [line.split(",")[0] for line in lines[1:]] == ["1", "2", "3", "4", "5"]
    assert lines[1].endswith(",1,3,1,1500.0,1580.0,160.0,0.5,1.0,1500.0,,Bea 1500; Cleo 1500")
    data = json.loads(download(client, f"/players/Ada/ratings/{SOLO}.json"))
    assert [game["number"] for game in data["games"]] == [1, 2, 3, 4, 5]
    assert data["games"][0]["opponents"] == [{"name": "Bea", "rating": 1500.0}, {"name": "Cleo", "rating": 1500.0}]
    assert data["games"][0]["seat"] == 1
    assert data["rating"] == data["games"][-1]["after"]


def test_no_download_of_what_there_is_not(client):
    player("Ada")
    assert client.get(f"/players/Ada/ratings/{SOLO}.csv").status_code == 404
    assert client.get("/players/Ada/ratings/nonsense.csv").status_code == 404


# --- Leaderboards ---


def test_a_leaderboard_says_who_stands_where(client, people):
    page = body(client, LEADERBOARD)
    best = Standing.objects.order_by("-rating").first()
    assert page.index(best.player.name) < page.index(Standing.objects.order_by("rating").first().player.name)
    assert "How ratings are spread" in page
    sign_in(client, people[0])
    page = body(client, LEADERBOARD)
    assert "Where am I?" in page
    around = body(client, f"{LEADERBOARD}?around=Ada")
    assert 'id="here"' in around


def test_newcomers_are_kept_apart_and_the_inactive_left_out(client, people):
    Standing.objects.filter(player=people[1]).update(games=PROVISIONAL_GAMES - 1)
    Standing.objects.filter(player=people[2]).update(last_at=timezone.now() - timedelta(days=91))
    ranked, newcomers = body(client, LEADERBOARD), body(client, f"{LEADERBOARD}newcomers/")
    assert people[1].name not in ranked
    assert people[1].name in newcomers
    assert people[0].name not in newcomers
    assert people[2].name not in ranked + newcomers
    found = body(client, f"{LEADERBOARD}?search={people[2].name}")
    assert people[2].name in found
    assert "resting" in found


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("rank=9999", "The list ends at rank 6."),
        ("rank=0", "is no rank"),
        ("rank=-1", "is no rank"),
        ("rank=abc", "“abc” is no rank"),
        ("rank=99999999999999999999", "is no rank"),
        ("after=nonsense", "That page is none of ours."),
        ("before=1e999~1", "That page is none of ours."),
        ("after=-1e5~1", "That page is none of ours."),
        ("around=Nobody%21", "is not on this list."),
        ("search=%25%27%3Cb%3E", "Nobody rated is named like"),
        ("search=%F0%9F%98%80", "Nobody rated is named like"),
        ("search=" + "x" * 500, "Nobody rated is named like"),
    ],
)
def test_odd_addresses_get_a_clear_answer(client, people, query, words):
    page = body(client, f"{LEADERBOARD}?{query}")
    assert words in page
    assert "<b>" not in page


def test_newcomers_have_no_ranks_to_begin_at(client, people):
    assert "No newcomers just now" in body(client, f"{LEADERBOARD}newcomers/?rank=1")


def test_another_spelling_of_a_name_leads_to_the_same_page(client, people):
    response = client.get(f"/players/ada/ratings/{SOLO}/?period=year")
    assert response.headers["Location"] == f"/players/Ada/ratings/{SOLO}/?period=year"
    assert client.get("/players/ada/ratings/").headers["Location"] == "/players/Ada/ratings/"


def test_unknown_lists_are_a_404(client):
    assert client.get("/ratings/nonsense/").status_code == 404
    assert client.get("/players/Nobody/ratings/").status_code == 404


def test_an_empty_leaderboard_says_what_to_do(client):
    assert "Nobody is ranked yet" in body(client, LEADERBOARD)
    assert "No newcomers just now" in body(client, f"{LEADERBOARD}newcomers/")
    assert client.get("/ratings/").headers["Location"] == LEADERBOARD


# --- Corrections ---


def test_who_is_concerned_reads_it_once(client):
    ada, bea, cleo = player("Ada"), player("Bea"), player("Cleo")
    match = recorded([ada, bea, cleo], [1, 2, 3])
    pool_settle(key=SOLO)
    result_correct(match=match, version=1, places=[2, 1, 3], by=player("Organiser"), reason="The pad was misread.")
    replays_carry_out()
    sign_in(client, ada)
    home = body(client, "/")
    assert "The pad was misread." in home
    assert "1580 → 1500" in home
    assert client.post("/ratings/notices/seen/").status_code == 302
    assert "The pad was misread." not in body(client, "/")
    assert "The pad was misread." in body(client, "/ratings/notices/")


def test_nobody_left_to_rate_is_said_in_words(client):
    ada, bea, cleo = player("Ada"), player("Bea"), player("Cleo")
    match = recorded([ada, bea, cleo], [1, 2, 3])
    pool_settle(key=SOLO)
    result_annul(match=match, version=1, by=player("Organiser"), reason="A test.")
    replays_carry_out()
    sign_in(client, ada)
    assert "You were rated 1580. No match of yours counts here any more." in body(client, "/")


def test_notices_without_corrections_say_so(client):
    sign_in(client, player("Ada"))
    assert "Nothing was corrected" in body(client, "/ratings/notices/")


# --- The calculator ---


def test_the_example_on_the_page_is_what_the_formulas_say(client):
    """Ada 1600, Bea 1500, 100 games each, Cleo 1400 in her first: docs/ratings.md works it out."""
    query = "sides=solo&rating_1=1600&games_1=100&rating_2=1500&games_2=100&rating_3=1400&games_3=0"
    page = body(client, f"/ratings/explained/?{query}")
    rows = page.split('class="table stakes"')[1].split("</tbody>")[0].split("<tr>")[2:]
    figures = [[part.split("<")[0] for part in row.split("moved--")[1:]] for row in rows]
    assert [[figure.split(">")[1] for figure in row] for row in figures] == [
        ["+8", "−5", "−17"],  # 24.995 · 0.3001 = 7.501
        ["+12", "−12"],  # the second place of three equals brings nothing
        ["+112", "+32", "−48"],
    ]


def test_four_equals_win_every_fourth_time(client):
    query = "sides=solo&" + "&".join(f"rating_{seat}=1500&games_{seat}=600" for seat in range(1, 5))
    page = body(client, f"/ratings/explained/?{query}")
    assert page.count("<span>25%</span>") == 4
    assert page.count(">+10<") == 4


@pytest.mark.parametrize(
    ("ratings", "chances"),
    [
        ((1400, 1500, 1600, 1500), ["50%"] * 4),
        ((1700, 1500, 1700, 1500), ["76%", "24%", "76%", "24%"]),  # 200 points more: 76 times out of a hundred
        ((1400, 1500, 1450, 1600, 1500, 1550), ["33%"] * 6),
    ],
)
def test_teams_count_as_one_and_partners_sit_opposite(client, ratings, chances):
    """1+3 and 2+4; at six 1+4, 2+5 and 3+6."""
    query = "&".join(f"rating_{seat}={rating}" for seat, rating in enumerate(ratings, start=1))
    page = body(client, f"/ratings/explained/?sides=teams&{query}")
    assert re.findall(r"</svg><span>(\d+%)</span>", page) == chances


def test_what_is_not_the_calculators_is_none_of_its_business(client):
    assert "This field is required." not in body(client, "/ratings/explained/?utm_source=letter")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("sides=solo&rating_1=1500", "A table needs at least two players."),
        ("sides=teams&rating_1=1500&rating_2=1500&rating_3=1500", "Teams are full"),
        ("sides=teams&rating_1=1500&rating_2=1500", "Two teams are four players."),
        ("sides=chess&rating_1=1500&rating_2=1500", "chess"),
        ("sides=solo&rating_1=lots&rating_2=1500", "Enter a whole number."),
        ("sides=solo&rating_1=1500&rating_2=1e9", "Enter a whole number."),
        ("sides=solo&rating_1=1500&rating_2=90000", "4000"),
    ],
)
def test_a_calculator_says_what_is_wrong(client, query, words):
    assert words in body(client, f"/ratings/explained/?{query}")


def test_a_field_of_the_calculator_is_tied_to_what_is_wrong_with_it(client):
    page = body(client, "/ratings/explained/?sides=solo&rating_1=99999&rating_2=1500&games_2=-5")
    for error in ("id_rating_1_error", "id_games_2_error"):
        assert (page.count(f'aria-describedby="{error}"'), page.count(f'id="{error}"')) == (1, 1)


# --- Cost ---


@pytest.mark.parametrize("matches", [60, 150])
def test_pages_cost_the_same_number_of_queries(client, django_assert_num_queries, matches):
    people = [player("Ada"), player("Bea"), *crowd(4)]
    guards = team(captain=people[0], partner=people[1], name="Night Watch")
    season(people, matches)
    for minute in range(matches // 3):
        table = [people[0], people[2], people[1], people[3]]
        told = recorded(table, [1, 2, 1, 2], 200 + minute, pool=TEAMS, sides=[0, 1, 0, 1])
        RatedMatch.objects.filter(pk=told.pk).update(key=f"team-{minute}")
    pool_settle(key=SOLO)
    pool_settle(key=TEAMS)
    Standing.objects.update(last_at=timezone.now())
    for address, queries in COSTS.items():
        with django_assert_num_queries(queries):
            body(client, address.format(team=guards.pk))


COSTS = {
    # The player; standings with ranks; the lines; games and who sat there; percentile.
    "/players/Ada/ratings/pot-de-vin-solo/": 5,
    # And for each list, which game was the first of the period.
    "/players/Ada/ratings/pot-de-vin-solo/?period=year": 7,
    "/players/Ada/ratings/pot-de-vin-solo/?game=3&until=7": 5,
    # How many there are; how they are spread; the lines; who is ahead; last week.
    "/ratings/pot-de-vin-solo/": 5,
    "/ratings/pot-de-vin-solo/newcomers/": 3,
    "/ratings/pot-de-vin-solo/?search=A": 3,
    # The player; their team and its members; standings with ranks; the last games of all lists.
    "/players/Ada/": 5,
    # The team and its members; standings; what is played in teams; games; who sat there.
    "/teams/{team}/night-watch/ratings/": 6,
    # And which game was the first of the period; or which games the matches in the address were.
    "/teams/{team}/night-watch/ratings/?period=year": 7,
    "/teams/{team}/night-watch/ratings/pot-de-vin-teams/?game=team-3&before=team-15": 7,
    "/ratings/explained/": 0,
}
