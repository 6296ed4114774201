"""Cursors for statements that every move needs: PostgreSQL plans them once a connection, not once a move."""

from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg import Cursor


def prepared_cursor() -> CursorWrapper:
    """Return a cursor that prepares what it executes.

    Django's own cursor puts the values into the text, which PostgreSQL then plans each time.
    """
    connection.ensure_connection()
    connection.connection.prepare_threshold = 0
    cursor: Any = Cursor(connection.connection)
    return connection.make_debug_cursor(cursor) if connection.queries_logged else connection.make_cursor(cursor)
