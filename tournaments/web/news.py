"""What concerns one player on every page: their table, and their notices."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from players.models import Player
from players.web.requests import PlayerRequest, player_required
from ratings.selectors.notices import notices_of as rating_notices_of
from ratings.services.notices import notices_mark_seen as rating_notices_mark_seen
from tournaments.models import Notice
from tournaments.notice_words import notice_words
from tournaments.selectors.news import between_tables, mails_wanted, notices_of, notices_unseen, tables_ready
from tournaments.services.notices import mail_choose, notices_mark_seen


@require_safe
def your_table(request: HttpRequest) -> HttpResponse:
    """Render the bar below the header, fetched when something has changed. Visitors get an empty one."""
    if not request.user.is_authenticated:
        return HttpResponse("")
    tables = tables_ready(request.user)
    context = {
        "tables": tables,
        "between_tables": [] if tables else between_tables(request.user),
        "unseen": notices_unseen(request.user),
    }
    return render(request, "tournaments/your_table.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def tournament_notices(request: PlayerRequest) -> HttpResponse:
    """Show a player's notices, and mark them as seen."""
    player = request.user
    if request.method == "POST":
        mail_choose(player=player, wanted=request.POST.getlist("mail"))
        return redirect("tournament_notices")
    notices = notices_of(player)
    ratings = [] if player.is_guest else rating_notices_of(player)
    context = {
        "notices": [(notice, notice_words(notice).sentence) for notice in notices],
        "rating_notices": ratings,
        "mails": mail_rows(player),
    }
    response = render(request, "tournaments/notices.html", context)
    if any(notice.seen_at is None for notice in notices):
        notices_mark_seen(player=player)
    if any(told.notice.seen_at is None for told in ratings):
        rating_notices_mark_seen(player=player)
    return response


def mail_rows(player: Player) -> list[tuple[str, str, bool]]:
    """Return each kind of notice, and whether it is mailed; guests have no address."""
    if player.is_guest:
        return []
    wanted = mails_wanted(player)
    return [(kind.value, str(kind.label), kind.value in wanted) for kind in Notice.Kind]
