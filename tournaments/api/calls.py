"""The API, version 1: all its routers on one object, which writes the OpenAPI document."""

from ninja import NinjaAPI

from tournaments.api import acts, entries, me, tables, tournaments
from tournaments.api.answers import handlers_add
from tournaments.api.callers import Signed

api = NinjaAPI(
    title="Guildhall",
    version="1",
    description="Find, enter and play tournaments without a browser. /api/ has words and examples.",
    docs_url=None,
    auth=Signed(),
    urls_namespace="api",
)
handlers_add(api)
for module in (tournaments, entries, acts, me, tables):
    api.add_router("", module.router)
