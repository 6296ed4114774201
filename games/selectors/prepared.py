"""Statements that every move needs are planned once a connection, not once a move."""

from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg import Cursor


def prepared_cursor() -> CursorWrapper:
    """A cursor that prepares what it executes. Django's own writes values into the text, to be planned each time."""
    connection.ensure_connection()
    connection.connection.prepare_threshold = 0
    cursor: Any = Cursor(connection.connection)
    return connection.make_debug_cursor(cursor) if connection.queries_logged else connection.make_cursor(cursor)
