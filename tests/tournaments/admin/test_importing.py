"""Entries from a CSV file: each broken row is named, and the good ones are kept or none, as asked."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from players.models import Player
from tests.players.builders import player, team
from tests.tournaments.admin import builders
from tests.tournaments.admin.act_pages import text_of
from tournaments.director.acts import Act
from tournaments.models import Entry, LogLine
from tournaments.refusals import FileNotText, FileTooLarge, NotAllowed, NotNow
from tournaments.services.importing import IMPORT_BYTES_LIMIT, IMPORT_ROWS_LIMIT, entries_import, rows_of
from tournaments.services.importing import text_of as decoded

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [player(name) for name in ("Ada", "Bo", "Cleo", "Dan")]


def bring(tournament, by, text: str, keep_good: bool = False):
    return entries_import(tournament_id=tournament.pk, by=by, text=text, keep_good=keep_good)


def problems(result) -> list[tuple[int, str, str]]:
    return [(one.line, one.name, one.refusal.code) for one in result.problems]


FILES = [
    "Ada\nBo\n",
    "\ufeffname,club\r\nAda,Harbour\r\nBo,\r\n",
    "name;club\nAda;Harbour\nBo;Hill\n",
    'player,club\n"Ada","Harbour, old town"\n"Bo"\n',
    "\n\nclub\tname\nHarbour\tAda\n\n\t\nHill\tBo",
    "  ada  ,\n BO ,,\n",
]


@pytest.mark.parametrize("text", FILES)
def test_files_as_people_write_them(orsola, people, text):
    tournament = builders.event(orsola)
    result = bring(tournament, orsola, text)
    assert problems(result) == []
    assert [entry.name for entry in tournament.entries.all()] == ["Ada", "Bo"]


def test_clubs_are_kept(orsola, people):
    tournament = builders.event(orsola)
    bring(tournament, orsola, 'name;club\nAda;"Harbour; old town"\nBo;\n')
    assert [entry.club for entry in tournament.entries.all()] == ["Harbour; old town", ""]


BROKEN = "name,club\nAda,Harbour\nNobody,Hill\n\nBo,Hill,left\nAda,Again\n,Hill\nCleo,Hill\n"
# Line 4 is empty, and says nothing.
NAMED = [
    (3, "Nobody", "NoSuchPlayer"),
    (5, "Bo", "RowHasTooManyColumns"),
    (6, "Ada", "PlayerEntered"),
    (7, "", "RowHasNoName"),
]


def test_all_or_nothing(orsola, people):
    tournament = builders.event(orsola)
    result = bring(tournament, orsola, BROKEN)
    assert result.added == ()
    assert problems(result) == NAMED
    assert not Entry.objects.exists()
    assert not LogLine.objects.filter(act="import-entries").exists()
    assert builders.fresh(tournament).state == tournament.state


def test_the_good_ones_are_kept(orsola, people):
    tournament = builders.event(orsola)
    result = bring(tournament, orsola, BROKEN, keep_good=True)
    assert result.added == ("Ada", "Cleo")
    assert problems(result) == NAMED
    assert [entry.name for entry in tournament.entries.all()] == ["Ada", "Cleo"]
    line = LogLine.objects.get(act="import-entries")
    assert (line.by, line.facts) == (orsola, {"entries": 2, "refused": [3, 5, 6, 7]})


def test_an_open_quotation_mark_is_named_with_its_line(orsola, people):
    result = bring(builders.event(orsola), orsola, 'Ada\n"Bo\nCleo\n', keep_good=True)
    assert result.added == ("Ada",)
    assert [(one.line, one.refusal.code) for one in result.problems] == [(2, "RowHasOpenQuotes")]


def test_whoever_comes_after_the_last_place_waits(orsola, people):
    tournament = builders.event(orsola, places=3)
    bring(tournament, orsola, "Ada\nBo\nCleo\nDan")
    assert list(tournament.entries.values_list("status", flat=True)) == ["in", "in", "in", "waiting"]


def test_teams_by_name(orsola):
    """A team without a partner is refused; both players of the other have agreed."""
    tournament = builders.event(orsola, options=builders.PAIRS)
    team(partner=player(), name="Two Gems")
    team(name="Half a Gem")
    result = bring(tournament, orsola, "team\ntwo gems\nHalf a Gem\nNo Team", keep_good=True)
    assert result.added == ("two gems",)
    assert problems(result) == [(3, "Half a Gem", "TeamNotFull"), (4, "No Team", "NoSuchPlayer")]
    entry = tournament.entries.get()
    assert (entry.name, entry.status, entry.players.filter(agreed=True).count()) == ("Two Gems", "in", 2)


def test_guests_stay_out_of_what_is_rated(orsola):
    Player.objects.create_user("Passer", "", "x", is_guest=True)
    result = bring(builders.event(orsola, rated=True), orsola, "Passer")
    assert problems(result) == [(1, "Passer", "AccountNeeded")]


def test_only_while_entries_can_be_added(orsola, people):
    cancelled = builders.act(builders.event(orsola), Act.CANCEL, orsola)
    with pytest.raises(NotNow):
        bring(cancelled, orsola, "Ada")
    with pytest.raises(NotAllowed):
        bring(builders.event(orsola), builders.organiser("Benno"), "Ada")


def test_limits():
    assert len(list(rows_of("name\n" + "Ada\n" * IMPORT_ROWS_LIMIT))) == IMPORT_ROWS_LIMIT
    with pytest.raises(FileTooLarge):
        list(rows_of("Ada\n" * (IMPORT_ROWS_LIMIT + 1)))
    with pytest.raises(FileTooLarge):
        list(rows_of("A" * (IMPORT_BYTES_LIMIT + 1)))
    with pytest.raises(FileTooLarge):
        decoded(b"A" * (IMPORT_BYTES_LIMIT + 1))
    with pytest.raises(FileNotText):
        decoded("Zoë".encode("latin-1"))
    assert decoded(b"\xef\xbb\xbfAda") == "Ada"


@pytest.mark.parametrize("text", ["\0", "Ada\0\n", "name\0,club\n", "\u202eadA", "=1+1", "A" * 10_000, "a,b,c,d\n" * 3])
def test_odd_bytes_are_refused_by_the_row(orsola, people, text):
    tournament = builders.event(orsola)
    result = bring(tournament, orsola, text)
    assert result.problems
    assert not Entry.objects.exists()


def test_the_page_takes_a_file_and_names_its_rows(client, orsola, people):
    tournament = builders.event(orsola)
    address = reverse("admin:tournaments_import", args=[tournament.pk])
    file = SimpleUploadedFile("entries.csv", "name;club\nAda;Harbour\nNobody;Hill".encode("utf-8-sig"))
    answer = client.post(address, {"file": file})
    assert "Line 3 (Nobody): Nobody here goes by that name." in text_of(answer)
    assert not Entry.objects.exists()
    answer = client.post(address, {"text": "Ada\nBo"})
    assert answer.status_code == 302
    assert Entry.objects.count() == 2


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b" \n "])
def test_a_file_that_says_nothing(client, orsola, content):
    tournament = builders.event(orsola)
    address = reverse("admin:tournaments_import", args=[tournament.pk])
    answer = client.post(address, {"file": SimpleUploadedFile("entries.csv", content)})
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not Entry.objects.exists()
