"""Each revision's histories stand in a table of their own, a part of the one that everybody reads.

A rebuild fills its part aside, where nobody sees it. Then the part joins the others. What nobody sees any more goes at
once.
"""

from django.db import OperationalError, connection, transaction
from psycopg import errors

WHOLE = "ratings_folio"
# Nobody who wants to read waits longer than this for a part to go.
PATIENCE = "100ms"


def part_of(revision: int) -> str:
    return f"{WHOLE}_{int(revision)}"


def part_begin(revision: int) -> None:
    """An empty table, aside."""
    run(
        f"CREATE TABLE IF NOT EXISTS {part_of(revision)}"
        f" (LIKE {WHOLE} INCLUDING ALL, CHECK (revision_id = {int(revision)}))"
    )


def part_empty(revision: int) -> None:
    """Whatever somebody has written who did not come to an end."""
    run(f"TRUNCATE {part_of(revision)}")


def part_join(revision: int) -> None:
    """From now on everybody reads it."""
    if not asked("SELECT 1 FROM pg_inherits WHERE inhrelid = %s::regclass", part_of(revision)):
        run(f"ALTER TABLE {WHOLE} ATTACH PARTITION {part_of(revision)} FOR VALUES IN ({int(revision)})")


def part_drop(revision: int) -> bool:
    """Removes it, unless somebody reads just now: then False, and later is soon enough."""
    try:
        with transaction.atomic():
            run(f"SET LOCAL lock_timeout = '{PATIENCE}'")
            run(f"DROP TABLE IF EXISTS {part_of(revision)}")
    except OperationalError as error:
        if isinstance(error.__cause__, errors.LockNotAvailable):
            return False
        raise
    return True


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def asked(question: str, table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(question, [table])
        return cursor.fetchone() is not None
