"""What is announced of a page, for tests."""

from players.services.live_pages import PageChanged


def page_changed(since: int, version: int, *parts: str) -> PageChanged:
    return PageChanged(type="page.changed", layout=1, parts=list(parts), since=since, version=version)
