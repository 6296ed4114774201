"""Template context for the frame around every page."""

from django.http import HttpRequest
from django.urls import reverse


def tournaments_frame(request: HttpRequest) -> dict[str, str]:
    """Return the URL from which the bar with the reader's table is fetched. Nothing is queried here."""
    user = getattr(request, "user", None)  # a request that failed early has none
    return {"your_table_url": reverse("your_table")} if user is not None and user.is_authenticated else {}
