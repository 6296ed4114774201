"""One site for all tests of a module; each leaves it whole."""

from collections.abc import Iterator

import pytest

from tests.faults.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("faults"))
    try:
        site.start()
        yield site
    finally:
        site.stop()
