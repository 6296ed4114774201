"""What the frame around every page needs of tournaments."""

from django.http import HttpRequest
from django.urls import reverse


def tournaments_frame(request: HttpRequest) -> dict[str, str]:
    """Where the bar with the reader's table is fetched from. Nothing is read here, so that pages cost nothing more."""
    user = getattr(request, "user", None)  # a request that failed early has none
    return {"your_table_url": reverse("your_table")} if user is not None and user.is_authenticated else {}
