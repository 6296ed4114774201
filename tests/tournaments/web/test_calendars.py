"""Calendar files, read as RFC 5545 says."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.players.builders import player
from tests.tournaments.web.events import act, enter, event, soon
from tournaments.director.acts import Act
from tournaments.web.icalendar import CalendarEvent, calendar_text

pytestmark = pytest.mark.django_db


def unfolded(text: str) -> list[str]:
    """Content lines, with what was folded put together again."""
    assert text.endswith("\r\n")
    raw = text.split("\r\n")[:-1]
    assert not any("\n" in line or "\r" in line for line in raw)
    assert all(len(line.encode()) <= 75 for line in raw)
    lines: list[str] = []
    for line in raw:
        if line.startswith(" "):
            lines[-1] += line[1:]
        else:
            lines.append(line)
    return lines


def value(lines: list[str], name: str) -> str:
    (found,) = [line.partition(":")[2] for line in lines if line.partition(":")[0] == name]
    return found


def calendar(client, address: str) -> list[str]:
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return unfolded(response.content.decode())


def test_text_is_escaped_and_long_lines_are_folded_between_letters():
    name = "Gems, masks; and a \\ — " + "Ω" * 60 + "\nsecond line\x07"
    moment = datetime(2030, 5, 1, 18, tzinfo=UTC)
    one = CalendarEvent("1@x", 2, moment, moment, moment + timedelta(hours=2), name, "", "https://x/")
    lines = unfolded(calendar_text([one]))
    assert value(lines, "SUMMARY") == "Gems\\, masks\\; and a \\\\ — " + "Ω" * 60 + "\\nsecond line"
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    assert value(lines, "DTSTART") == "20300501T180000Z"
    assert value(lines, "DTEND") == "20300501T200000Z"


def test_an_event_has_its_time_in_utc_and_its_address(client):
    starts_at = soon(days=3).replace(microsecond=0)
    one = event(name="An evening; with gems", starts_at=starts_at, places=8, settings={"rounds": 2})
    lines = calendar(client, f"{one.get_absolute_url()}calendar.ics")
    assert value(lines, "SUMMARY") == "An evening\\; with gems"
    assert value(lines, "DTSTART") == f"{starts_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    assert value(lines, "URL") == f"http://testserver{one.get_absolute_url()}"
    assert value(lines, "STATUS") == "CONFIRMED"


def test_without_a_time_there_is_no_event(client):
    assert client.get(f"{event().get_absolute_url()}calendar.ics").status_code == 404


def test_all_of_mine_are_in_one_file_and_a_cancelled_one_says_so(client):
    me = player()
    first, second, other = (event(name=name, starts_at=soon(days=day)) for day, name in enumerate("ABC", start=1))
    enter(first, me)
    enter(second, me)
    act(second, Act.CANCEL)
    assert client.get("/tournaments/calendar.ics").status_code == 302
    client.force_login(me)
    lines = calendar(client, "/tournaments/calendar.ics")
    assert [line for line in lines if line.startswith("SUMMARY")] == ["SUMMARY:B", "SUMMARY:A"]
    assert [line for line in lines if line.startswith("STATUS")] == ["STATUS:CANCELLED", "STATUS:CONFIRMED"]
    assert other.name not in "".join(line for line in lines if line.startswith("SUMMARY"))
