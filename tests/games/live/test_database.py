"""The event loop's own connection to the database."""

import asyncio
import itertools
import socket

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from games.live.database import Database

pytestmark = pytest.mark.django_db(transaction=True)
OWN = "SELECT pg_backend_pid() FROM (SELECT %s::jsonb) AS nothing"
ONE_MORE = "SELECT value::int + 1 FROM jsonb_array_elements_text(%s::jsonb)"
SHARE = "SELECT 1 / (%s::jsonb)::int"
# No more fits into the network at once.
LONG = f'["{"x" * 8_000_000}"]'


@pytest.fixture
async def database():
    made = Database()
    yield made
    await made.close()


@sync_to_async
def end_backend(pid: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])


async def test_statements_are_executed_on_one_connection_and_planned_once(database):
    assert await database.numbers(OWN, "1") == await database.numbers(OWN, "2")
    assert await database.numbers(ONE_MORE, "[2, 3]") == [3, 4]
    assert await database.numbers(ONE_MORE, "[]") == []
    assert len(database.line.names) == 2


async def test_a_document_may_be_longer_than_what_the_network_takes_at_once(database):
    length = "SELECT length(value) FROM jsonb_array_elements_text(%s::jsonb)"
    assert await database.numbers(length, LONG) == [8_000_000]
    assert await database.numbers(length, '["x"]') == [1]


async def test_a_connection_that_died_while_it_was_idle_is_replaced(database):
    (first,) = await database.numbers(OWN, "1")
    await end_backend(first)
    (second,) = await database.numbers(OWN, "1")
    assert second != first


async def test_a_connection_that_died_takes_nothing_from_whoever_has_its_number_now(database):
    (first,) = await database.numbers(OWN, "1")
    number, loop = database.line.socket, asyncio.get_running_loop()
    await end_backend(first)
    while database.line.is_open:
        await asyncio.sleep(0.01)
    pairs = [socket.socketpair() for _ in range(20)]
    here, there = next(
        pair if pair[0].fileno() == number else pair[::-1]
        for pair in pairs
        if number in (pair[0].fileno(), pair[1].fileno())
    )
    heard = asyncio.Event()
    loop.add_reader(here, heard.set)
    assert await database.numbers(OWN, "1") != [first]
    there.send(b"x")
    await asyncio.wait_for(heard.wait(), 5)
    loop.remove_reader(here)
    for one in itertools.chain.from_iterable(pairs):
        one.close()


async def test_a_connection_that_dies_is_replaced_also_before_the_loop_has_heard_of_it(database):
    (first,) = await database.numbers(OWN, "1")
    database.line.loop.remove_reader(database.line.socket)
    await end_backend(first)
    database.line.loop.add_reader(database.line.socket, database.line.read)
    (second,) = await database.numbers(OWN, "1")
    assert second != first


async def test_a_statement_whose_connection_dies_fails_or_is_done_again_and_later_ones_are_done(database):
    sleep = "SELECT 1 FROM (SELECT pg_sleep((%s::jsonb)::int)) AS nothing"
    (first,) = await database.numbers(OWN, "1")
    asking = asyncio.create_task(database.numbers(sleep, "1"))
    await asyncio.sleep(0.2)
    await end_backend(first)
    answer: object = (await asyncio.gather(asking, return_exceptions=True))[0]
    assert answer == [1] or isinstance(answer, psycopg.OperationalError)
    assert await database.numbers(ONE_MORE, "[1]") == [2]


async def test_an_answer_that_nobody_waits_for_is_nobody_elses(database):
    sleep = "SELECT 7 FROM (SELECT pg_sleep((%s::jsonb)::float / 10)) AS nothing"
    asking = asyncio.create_task(database.numbers(sleep, "3"))
    await asyncio.sleep(0.1)
    asking.cancel()
    assert isinstance((await asyncio.gather(asking, return_exceptions=True))[0], asyncio.CancelledError)
    assert await database.numbers(ONE_MORE, "[1]") == [2]


async def test_a_statement_that_fails_is_not_tried_again_and_harms_no_later_one(database):
    assert await database.numbers(SHARE, "1") == [1]
    with pytest.raises(psycopg.errors.DivisionByZero):
        await database.numbers(SHARE, "0")
    with pytest.raises(psycopg.errors.SyntaxError):
        await database.numbers("SELEC %s", "0")
    assert await database.numbers(SHARE, "1") == [1]


async def test_a_database_that_is_away_is_waited_for(database, monkeypatch):
    port = connection.settings_dict["PORT"]
    monkeypatch.setitem(connection.settings_dict, "PORT", 1)  # nobody answers there
    asking = asyncio.create_task(database.numbers(SHARE, "1"))
    await asyncio.sleep(1)
    assert not asking.done()
    monkeypatch.setitem(connection.settings_dict, "PORT", port)
    assert await asking == [1]


async def test_but_not_for_ever(database, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "PORT", 1)
    monkeypatch.setattr("games.live.database.PATIENCE", 0.1)
    with pytest.raises(psycopg.OperationalError):
        await database.numbers(SHARE, "1")
