"""What `make bench` measures. Each benchmark starts servers of its own; until then nobody asks where they are."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
