"""Consumers of a tournament's page and of the lists: they announce which part has changed."""

from games.live.page_consumers import PageConsumer, PageState
from games.live.threads import in_page_thread
from tournaments.selectors.versions import list_version, tournament_version
from tournaments.services.locks import LIST_GROUP, tournament_group

read_version = in_page_thread(tournament_version)
read_list_version = in_page_thread(list_version)


class TournamentConsumer(PageConsumer):
    """Announces to an open page which part of its tournament has changed; htmx then fetches that part."""

    async def enter(self) -> PageState | None:
        slug = self.scope["url_route"]["kwargs"]["slug"]
        version = await read_version(slug)
        return None if version is None else PageState(tournament_group(slug), version)


class TournamentListConsumer(PageConsumer):
    """Announces to the lists that a tournament was created, opened or begun."""

    async def enter(self) -> PageState | None:
        return PageState(LIST_GROUP, await read_list_version())
