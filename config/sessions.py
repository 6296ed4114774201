"""Sessions in the database, for keys that can be keys."""

import re

from django.contrib.sessions.backends import db

KEY = re.compile("[a-z0-9]{32}")


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """A cookie may hold anything, characters that PostgreSQL cannot store included."""
        return key is not None and KEY.fullmatch(key) is not None
