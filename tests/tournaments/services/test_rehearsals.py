"""Whole tournaments with bots, through the services and the database."""

import pytest

from tournaments.models import Tournament
from tournaments.selectors.document import document_of
from tournaments.services.rehearsals import Rehearsal, rehearsal_play, rehearsal_prepare, rehearsal_remove

FORMATS = ["swiss", "elimination", "double-elimination", "round-robin", "groups-elimination", "swiss-elimination"]


@pytest.mark.django_db
@pytest.mark.parametrize("mode", ["solo", "solo-6", "pairs-4", "pairs-6"])
@pytest.mark.parametrize("format_name", FORMATS)
def test_a_tournament_of_every_format_is_played_to_its_ranking(format_name, mode):
    rehearsal = Rehearsal(format_name, 9, "pot-de-vin", mode, seed="a", drops=1, no_shows=1, late=1)
    tournament = rehearsal_prepare(rehearsal)
    rehearsal_play(tournament, rehearsal, lambda *_: None)
    document = document_of(Tournament.objects.get(pk=tournament.pk))
    assert document["status"] == "finished"
    assert sorted(line["entry"] for line in document["ranking"]) == list(range(1, 10))
    rehearsal_remove(tournament)
    assert not Tournament.objects.exists()
