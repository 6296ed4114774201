"""Settings and fixtures for all tests."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.core.cache import cache
from django.db import connection
from django.db.models.signals import post_migrate
from hypothesis import settings as hypothesis_settings

# Without a deadline, because shared machines are slow at times.
hypothesis_settings.register_profile("guildhall", deadline=None, max_examples=30)
hypothesis_settings.load_profile("guildhall")

# What migrations wrote, and every test needs.
KEPT_TABLES = {"auth_permission", "django_content_type"}


def pytest_configure() -> None:
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Empty tables after a test by DELETE: few rows go in a fiftieth of the time that TRUNCATE takes for all tables."""
    connection.ops.sql_flush = delete_statement  # type: ignore[method-assign]
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


def delete_statement(style: Any, tables: Iterable[str], **_: bool) -> list[str]:
    """Empty all tables in one statement: then foreign keys are checked when every row has gone."""
    emptied = [f'"deleted {table}" AS (DELETE FROM "{table}")' for table in tables if table not in KEPT_TABLES]  # noqa: S608
    return [f"WITH {', '.join(emptied)} SELECT;"]


@pytest.fixture(autouse=True)
def no_rate_limits_left_over() -> None:
    """Clear the cache, so that the rate limits of one test do not refuse the next."""
    cache.clear()
