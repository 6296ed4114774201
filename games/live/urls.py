from django.urls import re_path

from games.live.consumers import LobbyConsumer, TableConsumer
from games.live.page_consumers import PlayerPageConsumer

socket_urls = [
    re_path(r"^ws/tables/(?P<key>[A-Za-z0-9_-]{1,32})/$", TableConsumer.as_asgi()),
    re_path(r"^ws/lobby/$", LobbyConsumer.as_asgi()),
    re_path(r"^ws/notices/$", PlayerPageConsumer.as_asgi()),
]
