"""Announces changed parts to a player's pages, as a service does: announce NAME VERSION PART…"""

import os
import sys


def main(name: str, version: str, *parts: str) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from players.models import Player
    from players.services.live_pages import announce_page_on_commit, player_group

    group = player_group(Player.objects.get(name=name).pk)
    announce_page_on_commit(group=group, parts=parts, version=int(version))


if __name__ == "__main__":
    main(*sys.argv[1:])
