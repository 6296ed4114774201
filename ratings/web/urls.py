from django.urls import path

import players.web.urls  # noqa: F401  (registers the converter for names)
from ratings.web import downloads, explained, histories, leaderboards, notices, teams

urlpatterns = [
    path("ratings/", leaderboards.leaderboard_first, name="leaderboards"),
    path("ratings/explained/", explained.explained, name="ratings_explained"),
    path("ratings/notices/", notices.notice_list, name="rating_notices"),
    path("ratings/notices/seen/", notices.notices_seen, name="rating_notices_seen"),
    path("ratings/<slug:pool>/", leaderboards.leaderboard, name="leaderboard"),
    path("ratings/<slug:pool>/newcomers/", leaderboards.leaderboard, {"newcomers": True}, name="leaderboard_newcomers"),
    path("players/<name:name>/ratings/", histories.history_page, name="rating_history"),
    path("players/<name:name>/ratings/<slug:pool>/", histories.history_page, name="rating_history_in"),
    path("players/<name:name>/ratings/<slug:pool>.csv", downloads.history_download, {"kind": "csv"}, name="rating_csv"),
    path(
        "players/<name:name>/ratings/<slug:pool>.json", downloads.history_download, {"kind": "json"}, name="rating_json"
    ),
    path("teams/<int:pk>/<str:slug>/ratings/", teams.team_history, name="team_rating_history"),
    path("teams/<int:pk>/<str:slug>/ratings/<slug:pool>/", teams.team_history, name="team_rating_history_in"),
    path(
        "teams/<int:pk>/<str:slug>/ratings/<slug:pool>.csv",
        downloads.team_download,
        {"kind": "csv"},
        name="team_rating_csv",
    ),
    path(
        "teams/<int:pk>/<str:slug>/ratings/<slug:pool>.json",
        downloads.team_download,
        {"kind": "json"},
        name="team_rating_json",
    ),
]
