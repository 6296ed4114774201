"""The event loop's own connection to the database."""

import asyncio

import psycopg
import pytest
from django.db import connection

from games.live.database_connection import DatabaseConnection
from tests.games.live.database import end_backend

pytestmark = pytest.mark.django_db(transaction=True)
OWN_PID = "SELECT pg_backend_pid() FROM (SELECT %s::jsonb) AS nothing"
ONE_MORE = "SELECT value::int + 1 FROM jsonb_array_elements_text(%s::jsonb)"
DIVIDE = "SELECT 1 / (%s::jsonb)::int"
SLEEP_TENTHS = "SELECT 7 FROM (SELECT pg_sleep((%s::jsonb)::float / 10)) AS nothing"
PREPARED = (
    "SELECT count(*)::int FROM pg_prepared_statements"
    " WHERE %s::jsonb IS NOT NULL AND statement LIKE 'SELECT value::int + 1%%'"
)


@pytest.fixture
async def database():
    made = DatabaseConnection()
    yield made
    await made.close()


async def test_statements_are_executed_on_one_connection_and_planned_once(database):
    assert await database.fetch_numbers(OWN_PID, "1") == await database.fetch_numbers(OWN_PID, "2")
    assert await database.fetch_numbers(ONE_MORE, "[2, 3]") == [3, 4]
    assert await database.fetch_numbers(ONE_MORE, "[]") == []
    assert await database.fetch_numbers(PREPARED, "1") == [1]


async def test_a_document_may_be_longer_than_what_the_network_takes_at_once(database):
    length = "SELECT length(value) FROM jsonb_array_elements_text(%s::jsonb)"
    assert await database.fetch_numbers(length, f'["{"x" * 8_000_000}"]') == [8_000_000]
    assert await database.fetch_numbers(length, '["x"]') == [1]


async def test_statements_asked_for_at_the_same_time_are_executed_one_after_the_other(database):
    answers = await asyncio.gather(*(database.fetch_numbers(ONE_MORE, f"[{number}]") for number in range(50)))
    assert answers == [[number + 1] for number in range(50)]


async def test_a_connection_that_died_while_it_was_idle_is_replaced(database):
    (first,) = await database.fetch_numbers(OWN_PID, "1")
    await end_backend(first)
    (second,) = await database.fetch_numbers(OWN_PID, "1")
    assert second != first


async def test_a_statement_whose_connection_dies_fails_or_is_done_again_and_later_ones_are_done(database):
    (first,) = await database.fetch_numbers(OWN_PID, "1")
    asking = asyncio.create_task(database.fetch_numbers(SLEEP_TENTHS, "10"))
    await asyncio.sleep(0.2)
    await end_backend(first)
    answer: object = (await asyncio.gather(asking, return_exceptions=True))[0]
    assert answer == [7] or isinstance(answer, psycopg.OperationalError)
    assert await database.fetch_numbers(ONE_MORE, "[1]") == [2]


async def test_an_answer_that_nobody_waits_for_is_nobody_elses(database):
    asking = asyncio.create_task(database.fetch_numbers(SLEEP_TENTHS, "3"))
    await asyncio.sleep(0.1)
    asking.cancel()
    assert isinstance((await asyncio.gather(asking, return_exceptions=True))[0], asyncio.CancelledError)
    assert await database.fetch_numbers(ONE_MORE, "[1]") == [2]


async def test_a_statement_that_fails_is_not_tried_again_and_harms_no_later_one(database):
    assert await database.fetch_numbers(DIVIDE, "1") == [1]
    with pytest.raises(psycopg.errors.DivisionByZero):
        await database.fetch_numbers(DIVIDE, "0")
    with pytest.raises(psycopg.errors.SyntaxError):
        await database.fetch_numbers("SELEC %s", "0")
    assert await database.fetch_numbers(DIVIDE, "1") == [1]


async def test_a_database_that_is_away_is_waited_for(database, monkeypatch):
    port = connection.settings_dict["PORT"]
    monkeypatch.setitem(connection.settings_dict, "PORT", 1)  # nobody answers there
    asking = asyncio.create_task(database.fetch_numbers(DIVIDE, "1"))
    await asyncio.sleep(1)
    assert not asking.done()
    monkeypatch.setitem(connection.settings_dict, "PORT", port)
    assert await asking == [1]


async def test_but_not_for_ever(database, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "PORT", 1)
    monkeypatch.setattr("games.live.database_connection.CONNECT_TIMEOUT_SECONDS", 0.1)
    with pytest.raises(psycopg.OperationalError):
        await database.fetch_numbers(DIVIDE, "1")
