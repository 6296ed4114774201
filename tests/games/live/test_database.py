"""The event loop's own connection to the database."""

import asyncio

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from games.live.database import Database

pytestmark = pytest.mark.django_db(transaction=True)
OWN = "SELECT pg_backend_pid()"


@pytest.fixture
async def database():
    made = Database()
    yield made
    await made.close()


@sync_to_async
def end_backend(pid: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])


async def test_statements_are_executed_on_one_connection(database):
    assert await database.rows(OWN, []) == await database.rows(OWN, [])
    assert await database.rows("SELECT %s::int + 1", [2]) == [(3,)]
    assert await database.rows("SELECT current_database()", []) == [(connection.settings_dict["NAME"],)]


async def test_a_connection_that_died_while_it_was_idle_is_replaced(database):
    ((first,),) = await database.rows(OWN, [])
    await end_backend(first)
    ((second,),) = await database.rows(OWN, [])
    assert second != first


async def test_a_statement_that_fails_is_not_tried_again_and_harms_no_later_one(database):
    await database.rows("SELECT 1", [])
    with pytest.raises(psycopg.errors.DivisionByZero):
        await database.rows("SELECT 1 / %s::int", [0])
    assert await database.rows("SELECT 1", []) == [(1,)]


async def test_a_database_that_is_away_is_waited_for(database, monkeypatch):
    port = connection.settings_dict["PORT"]
    monkeypatch.setitem(connection.settings_dict, "PORT", 1)  # nobody answers there
    asking = asyncio.create_task(database.rows("SELECT 1", []))
    await asyncio.sleep(1)
    assert not asking.done()
    monkeypatch.setitem(connection.settings_dict, "PORT", port)
    assert await asking == [(1,)]


async def test_but_not_for_ever(database, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "PORT", 1)
    monkeypatch.setattr("games.live.database.PATIENCE", 0.1)
    with pytest.raises(psycopg.OperationalError):
        await database.rows("SELECT 1", [])
