from django.urls import re_path

from tournaments.live.consumers import TournamentConsumer, TournamentListConsumer

socket_urls = [
    re_path(r"^ws/tournaments/$", TournamentListConsumer.as_asgi()),
    re_path(r"^ws/tournaments/(?P<slug>[a-z0-9_-]{1,60})/$", TournamentConsumer.as_asgi()),
]
