"""Settings and fixtures for all tests."""

import pytest
from django.core.cache import cache
from hypothesis import settings as hypothesis_settings

# Without a deadline, because shared machines are slow at times.
hypothesis_settings.register_profile("guildhall", deadline=None, max_examples=30)
hypothesis_settings.load_profile("guildhall")


def pytest_configure() -> None:
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose


@pytest.fixture(autouse=True)
def no_rate_limits_left_over() -> None:
    """Clear the cache, so that the rate limits of one test do not refuse the next."""
    cache.clear()
