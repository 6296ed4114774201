"""What the staff can do at tables, and what not."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from games.models import Report, Words
from tests.games.builders import people, playing_table
from tests.players.builders import player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("rights", "settled"), [(["view_report"], False), (["view_report", "change_report"], True)])
def test_who_only_reads_reports_settles_none(client, rights, settled):
    ada, bea, _ = players = people(3)
    words = Words.objects.create(match=playing_table(players, "solo-3"), player=ada, room="table", text="You cheat!")
    report = Report.objects.create(words=words, reporter=bea)
    clerk = player("Clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(clerk)
    client.post(reverse("admin:games_report_changelist"), {"action": "settle", "_selected_action": [report.pk]})
    report.refresh_from_db()
    assert (report.settled_at is not None) is settled
