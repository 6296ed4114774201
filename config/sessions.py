"""Sessions in the database, looked up only by keys that Django could have made."""

import re

from django.contrib.sessions.backends import db

SESSION_KEY_PATTERN = re.compile("[a-z0-9]{32}")


class SessionStore(db.SessionStore):
    """Refuses malformed session keys before they reach a query."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Accept 32 letters and digits: a cookie may hold anything, characters that PostgreSQL cannot store
        included."""
        return key is not None and SESSION_KEY_PATTERN.fullmatch(key) is not None
