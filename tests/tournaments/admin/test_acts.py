"""Acts from the admin: asked first, carried out once, refused in words."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from ratings.services.settling import pool_settle
from tests.players.builders import player
from tests.tournaments.admin import builders
from tests.tournaments.admin.act_pages import address, first_table, seated, send, text_of
from tournaments.director.acts import Act
from tournaments.models import Entry, LogLine, Notice, StandingLine, Table, Tournament

pytestmark = pytest.mark.django_db


def test_registration_is_opened_with_a_reason_and_logged(client, orsola):
    tournament = builders.event(orsola)
    answer = send(client, tournament, Act.OPEN_REGISTRATION, reason="It is time.")
    assert answer["Location"] == reverse("admin:tournaments_run", args=[tournament.pk])
    assert builders.fresh(tournament).status == "registration"
    line = LogLine.objects.filter(tournament=tournament).first()
    assert (line.act, line.by, line.reason) == ("open-registration", orsola, "It is time.")


def test_an_act_without_its_reason_is_asked_for_it(client, orsola):
    tournament = builders.event(orsola)
    answer = send(client, tournament, Act.OPEN_REGISTRATION, reason=" ")
    assert answer.status_code == 200
    assert "This field is required" in text_of(answer)
    assert builders.fresh(tournament).status == "announced"


def test_what_is_not_taken_back_easily_asks_first(client, orsola):
    tournament = builders.open_for(orsola)
    asked = send(client, tournament, Act.CANCEL)
    assert "Nothing has been changed yet" in text_of(asked)
    assert builders.fresh(tournament).status == "registration"
    done = send(client, tournament, Act.CANCEL, confirmed="1")
    assert done.status_code == 302
    assert builders.fresh(tournament).status == "cancelled"


def test_an_entry_is_prefilled_from_its_row(client, orsola):
    tournament = builders.open_for(orsola, 3)
    page = client.get(address(tournament, Act.DROP, entry=2)).content.decode()
    assert re.search(r'<option value="2" selected', page)


def test_only_entries_that_qualify_can_be_chosen(client, orsola):
    """Five are in: one sits out. Only that one can come back, and the four others can sit out."""
    tournament = builders.playing(orsola, 5)
    builders.act(tournament, Act.SIT_OUT, orsola, entry=4)
    back = re.findall(r'<option value="(\d+)"', client.get(address(tournament, Act.RETURN)).content.decode())
    out = re.findall(r'<option value="(\d+)"', client.get(address(tournament, Act.SIT_OUT)).content.decode())
    assert back == ["4"]
    assert out == ["1", "2", "3", "5"]
    answer = send(client, tournament, Act.RETURN, entry="1")
    assert answer.status_code == 200
    assert "Select a valid choice" in text_of(answer)


def test_a_result_is_entered_with_ties(client, orsola):
    tournament = builders.playing(orsola)
    table = first_table(tournament)
    one, two, three, four = seated(table)
    places = {f"place-{one.number}": 2, f"place-{two.number}": 2, f"place-{three.number}": 1, f"place-{four.number}": 4}
    about = {"table": table.pk}
    asked = send(client, tournament, Act.ENTER_RESULT, about, **places)
    said = f"1. {three.display_name}, 2. {one.display_name} = {two.display_name}, 4. {four.display_name}"
    assert said in text_of(asked)
    assert send(client, tournament, Act.ENTER_RESULT, about, confirmed="1", **places).status_code == 302
    assert [slot.place for slot in table.slots.all()] == [2, 2, 1, 4]
    assert first_table(tournament).by == "ruling"


def test_a_table_is_chosen_before_its_result(client, orsola):
    tournament = builders.playing(orsola)
    page = client.get(address(tournament, Act.ENTER_RESULT)).content.decode()
    links = re.findall(r'enter-result/\?table=(\d+)"', page)
    assert sorted(map(int, links)) == sorted(Table.objects.values_list("pk", flat=True))


def test_two_of_a_draft_are_swapped_and_the_draft_published(client, orsola):
    tournament = builders.drafted(orsola)
    one, other = seated(first_table(tournament, 1))[0], seated(first_table(tournament, 2))[0]
    run = client.get(reverse("admin:tournaments_run", args=[tournament.pk])).content.decode()
    assert "Draft of round 1" in run
    assert "First round" in run
    assert send(client, tournament, Act.SWAP, entry=str(one.number), other=str(other.number)).status_code == 302
    assert one in seated(first_table(tournament, 2))
    assert other in seated(first_table(tournament, 1))
    assert send(client, tournament, Act.PUBLISH).status_code == 302
    assert first_table(tournament).round.status == "published"


def test_two_of_one_table_cannot_be_swapped(client, orsola):
    tournament = builders.drafted(orsola)
    one, other = seated(first_table(tournament))[:2]
    answer = send(client, tournament, Act.SWAP, entry=str(one.number), other=str(other.number))
    assert "These two cannot be swapped" in text_of(answer)
    assert builders.fresh(tournament).state == tournament.state


def test_a_message_reaches_everyone(client, orsola):
    tournament = builders.open_for(orsola, 3)
    assert send(client, tournament, Act.MESSAGE, text="We begin at eight.").status_code == 302
    told = Notice.objects.filter(code="message").values_list("facts__text", flat=True)
    assert list(told) == ["We begin at eight."] * 3


def test_a_substitute_comes_in_by_name(client, orsola):
    tournament = builders.playing(orsola)
    newcomer = player("Rosalba")
    assert send(client, tournament, Act.SUBSTITUTE, entry="1", player="rosalba").status_code == 302
    playing = tournament.entries.get(number=1).players.filter(replaced=False)
    assert [row.player for row in playing] == [newcomer]
    answer = send(client, tournament, Act.SUBSTITUTE, entry="2", player="Nobody")
    assert "Nobody here goes by that name" in text_of(answer)


def four_after_two_rounds(by, **fields) -> Tournament:
    """Four entries meet twice at one table, and both times 1 is first, 2 second, 3 third, 4 fourth.

    The share of the opponents beaten is 1, 2/3, 1/3, 0 a round, so that after two they stand at 2, 4/3, 2/3, 0.
    """
    now = timezone.now()
    times = [now - timedelta(hours=2), now - timedelta(hours=1), now + timedelta(hours=1)]
    tournament = builders.playing(by, 4, settings={"rounds": 3}, round_times=times, **fields)
    for _number in range(2):
        tournament = builders.advanced(builders.decide(tournament, by, [[1], [2], [3], [4]]))
    return tournament


def moves_shown(answer) -> dict[int, tuple[int, int]]:
    """By entry number: the place now, and the place then."""
    rows = re.findall(r'<th scope="row">([^<]+)</th><td>(\d+)</td><td>(\d+) <span', answer.content.decode())
    numbers = {entry.display_name: entry.number for entry in Entry.objects.all()}
    return {numbers[name]: (int(now), int(then)) for name, now, then in rows}


def test_a_correction_says_who_stands_where_afterwards(client, orsola):
    """The first round is corrected to 4, 1, 2, 3: then 1 has 2/3 + 1 = 5/3, 2 has 1/3 + 2/3 = 1, 3 has 0 + 1/3 = 1/3
    and 4 has 1 + 0 = 1. Of the two with 1 point, whose opponents have the same mean, only 4 has won a table. So 1 stays
    first, 4 comes from 4 to 2, 2 goes to 3 and 3 to 4."""
    tournament = four_after_two_rounds(orsola)
    assert [line.points for line in StandingLine.objects.filter(round__number=2)] == ["2", "4/3", "2/3", "0"]
    about = {"table": first_table(tournament).pk}
    corrected = {"place-4": 1, "place-1": 2, "place-2": 3, "place-3": 4}
    asked = send(client, tournament, Act.CORRECT_RESULT, about, **corrected)
    assert moves_shown(asked) == {4: (4, 2), 2: (2, 3), 3: (3, 4)}
    assert "called off" not in text_of(asked)
    assert send(client, tournament, Act.CORRECT_RESULT, about, confirmed="1", **corrected).status_code == 302
    lines = StandingLine.objects.filter(round__number=2).select_related("entry")
    assert {line.entry.number: (line.place, line.points) for line in lines} == {
        1: (1, "5/3"),
        4: (2, "1"),
        2: (3, "1"),
        3: (4, "1/3"),
    }


def test_a_drop_moves_nobody_and_says_so(client, orsola):
    """Who drops out keeps what they have played, and their place."""
    tournament = four_after_two_rounds(orsola)
    asked = send(client, tournament, Act.DROP, entry="1")
    assert moves_shown(asked) == {}
    assert "The standings stay as they are" in text_of(asked)


def test_a_correction_in_a_bracket_says_who_sits_where(client, orsola):
    """Two tables of four, two of each go on to the final. 3 and 4 of the first table take the places of 1 and 2."""
    tournament = builders.playing(orsola, 8, format="elimination", settings={})
    builders.decide(tournament, orsola)
    tournament = builders.advanced(tournament)
    table = first_table(tournament)
    a, b, c, d = seated(table)
    final = Table.objects.get(stage__tournament=tournament, round__number=2)
    assert {a, b} < set(seated(final))
    assert final.match is not None
    places = {f"place-{one.number}": place for place, one in enumerate((d, c, b, a), start=1)}
    asked = send(client, tournament, Act.CORRECT_RESULT, {"table": table.pk}, **places)
    said = text_of(asked)
    before, after = re.search(r"Table 3 : ([^→]+) → ([^·]+?) (?:Matches|·)", said).groups()
    others = {entry.display_name for entry in seated(final)} - {a.display_name, b.display_name}
    assert set(before.split(", ")) == others | {a.display_name, b.display_name}
    assert set(after.split(", ")) == others | {c.display_name, d.display_name}
    assert "Round 2, table 3" in said
    assert send(client, tournament, Act.CORRECT_RESULT, {"table": table.pk}, confirmed="1", **places).status_code == 302
    assert {c, d} < set(seated(final))


def test_a_forfeit_between_two_decides_at_once(client, orsola):
    """Two teams at a table: the other has won, 1 to 0, and the match is called off."""
    tournament = builders.playing(orsola, 2, options=builders.PAIRS, fewest=2)
    table = first_table(tournament)
    loser, winner = seated(table)
    asked = send(client, tournament, Act.FORFEIT, {"table": table.pk}, entry=str(loser.number))
    assert "Matches called off Round 1, table 1" in text_of(asked)
    done = send(client, tournament, Act.FORFEIT, {"table": table.pk}, entry=str(loser.number), confirmed="1")
    assert done.status_code == 302
    assert {slot.entry: slot.place for slot in table.slots.select_related("entry")} == {winner: 1, loser: 2}


def test_a_forfeit_among_more_is_played_on(client, orsola):
    tournament = builders.playing(orsola, 4)
    table = first_table(tournament)
    asked = send(client, tournament, Act.FORFEIT, {"table": table.pk}, entry="1")
    assert "The standings stay as they are, and no match is called off" in text_of(asked)


def test_who_plays_in_a_bracket_leaves_once_the_table_is_over(client, orsola):
    """Of two teams at a table one drops out: the match goes on, and nobody moves up meanwhile."""
    tournament = builders.playing(orsola, 4, options=builders.PAIRS, format="elimination", settings={})
    leaving = seated(first_table(tournament))[0]
    asked = send(client, tournament, Act.DROP, entry=str(leaving.number))
    assert "no match is called off" in text_of(asked)
    send(client, tournament, Act.DROP, entry=str(leaving.number), confirmed="1")
    assert first_table(tournament).status == "playing"


def test_a_correction_says_how_many_ratings_are_worked_out_again(client, orsola):
    """Two rated matches have been played one after the other: correcting the first touches both, the second itself."""
    tournament = builders.playing(orsola, 4, rated=True, settings={"rounds": 3})
    for _number in range(2):
        tournament = builders.played(tournament)
    pool_settle(key="pot-de-vin-solo")
    assert ratings_said(client, tournament, 1) == "The ratings of 2 matches are worked out again."
    assert ratings_said(client, tournament, 2) == "The rating of 1 match is worked out again."


def ratings_said(client, tournament: Tournament, round_number: int) -> str:
    table = Table.objects.get(stage__tournament=tournament, round__number=round_number)
    turned = {f"place-{slot.entry.number}": 5 - slot.place for slot in table.slots.select_related("entry")}
    asked = send(client, tournament, Act.CORRECT_RESULT, {"table": table.pk}, **turned)
    return re.search(r"The ratings? of .*? worked out again\.", text_of(asked))[0]


def test_cancelling_says_which_matches_are_called_off(client, orsola):
    tournament = builders.playing(orsola)
    asked = text_of(send(client, tournament, Act.CANCEL))
    assert "Matches called off" in asked
    assert "Round 1, table 1" in asked
    assert "Round 1, table 2" in asked


def test_a_stage_that_is_put_back_stops_publishing_by_itself(client, orsola):
    tournament = builders.playing(orsola)
    asked = text_of(send(client, tournament, Act.RESET_STAGE))
    assert "From then on pairings wait for your approval" in asked
    assert send(client, tournament, Act.RESET_STAGE, confirmed="1").status_code == 302
    assert not builders.fresh(tournament).automatic
