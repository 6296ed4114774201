"""One ASGI application for pages and sockets."""

import os

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

pages = get_asgi_application()

from django.conf import settings  # noqa: E402  (settings exist once the application is made)

from games.live.urls import socket_urls  # noqa: E402


class NothingHere(AsyncWebsocketConsumer):
    """Answers a socket at an unknown address. Accepting first lets the browser see the close code."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=4404)


sockets = URLRouter([*socket_urls, re_path(r"", NothingHere.as_asgi())])

application = ProtocolTypeRouter({"http": pages, "websocket": OriginValidator(sockets, settings.ALLOWED_ORIGINS)})
