"""What crosses the bus, as it is written and read."""

import json

from games.engine.clock import By
from games.engine.game import Seat
from games.engine.running import Move
from games.services.announcements import About, News, Shown, channel_of, read, written

MOVE = Move(3, Seat(1), "play A1", By.CLOCK, 1_700_000_000_000, 1500, "")
SHOWN = Shown('"turn":2},"view":{"round":3', standing='"scores":["a guess"]', told=0, deadline=4)


def test_what_is_written_can_be_read():
    news = [News(About.MOVES, 7, MOVE, SHOWN), News(About.MOVES, 7, MOVE), News(About.MOVES, 8), News(About.TABLE, 9)]
    assert read(written(news, "me")) == news


def test_what_another_version_says_is_left_out_or_looked_up():
    earlier, later = b'["m",8,1,2,3,4,5,6,7,8,9]', b'["m",8,1,2,3,4,5,6,7,8,9,10,11,12,13]'
    assert read(b'["me",["?",7],' + earlier + b"," + later + b"]") == [News(About.MOVES, 8), News(About.MOVES, 8)]
    assert read(b'["me",["m",8,1,2,"play A1","somebody new",5,6,"7"]]') == []


def test_a_move_is_taken_also_where_what_it_shows_is_missing():
    move = [*MOVE[:3], MOVE.by.value, *MOVE[4:]]
    texts, middle = SHOWN.text + SHOWN.standing, len(SHOWN.text)
    said = json.dumps(["me", ["m", 7, *move, 0, middle, len(texts), SHOWN.told, SHOWN.deadline]]).encode()
    assert read(said) == [News(About.MOVES, 7, MOVE)]
    assert read(b"\n".join([said, texts.encode()])) == [News(About.MOVES, 7, MOVE, SHOWN)]


def test_two_sites_on_one_server_do_not_hear_each_other():
    channels = {channel_of(f"redis://:x@127.0.0.1:6379/{database}") for database in ("", "1", "2")}
    assert len(channels) == 3
