"""What every test may rely on."""

import pytest
from django.core.cache import cache
from hypothesis import settings as hypothesis_settings

# These machines are shared and slow at times: no example fails for being late.
hypothesis_settings.register_profile("guildhall", deadline=None, max_examples=30)
hypothesis_settings.load_profile("guildhall")


def pytest_configure() -> None:
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose


@pytest.fixture(autouse=True)
def no_rate_limits_left_over() -> None:
    """Counts of one test must not refuse the next."""
    cache.clear()
