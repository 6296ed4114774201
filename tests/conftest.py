"""What every test may rely on."""

import pytest
from django.core.cache import cache


def pytest_configure() -> None:
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose


@pytest.fixture(autouse=True)
def no_rate_limits_left_over() -> None:
    """Counts of one test must not refuse the next."""
    cache.clear()
