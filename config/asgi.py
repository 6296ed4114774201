"""One ASGI application for pages and sockets."""

import gc
import os
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

pages = get_asgi_application()

from django.conf import settings  # noqa: E402  (settings exist once the application is made)

from games.live.urls import socket_urls  # noqa: E402
from tournaments.live.urls import socket_urls as tournament_socket_urls  # noqa: E402

BEARER = b"Bearer "
GC_NEW_OBJECTS_THRESHOLD = 50_000


class NothingHere(AsyncWebsocketConsumer):
    """Answers a socket at an unknown address. Accepting first lets the browser see the close code."""

    channel_layer_alias = None  # with one, Channels would subscribe to the bus for each of them

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=4404)


sockets = URLRouter([*socket_urls, *tournament_socket_urls, re_path(r"", NothingHere.as_asgi())])

from_our_pages = OriginValidator(sockets, settings.ALLOWED_ORIGINS)


async def pages_and_programs(scope: dict[str, Any], receive: Any, send: Any) -> Any:
    """A page must be ours. A program shows a token, which no page can make a browser send."""
    shows_token = any(name == b"authorization" and value.startswith(BEARER) for name, value in scope["headers"])
    return await (sockets if shows_token else from_our_pages)(scope, receive, send)


application = ProtocolTypeRouter({"http": pages, "websocket": pages_and_programs})

# The garbage collector looks for cycles in all objects that it knows, and no move is handled meanwhile: what has been
# loaded by now stays for good and is left out, and the rest is looked at less often than by Python's default of 700.
gc.freeze()
gc.set_threshold(GC_NEW_OBJECTS_THRESHOLD)
