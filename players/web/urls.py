from django.urls import path, register_converter
from django.urls.converters import StringConverter

from players.web import accounts, profile, teams, tokens


class NameConverter(StringConverter):
    """Matches a name in a URL, without the null character, which PostgreSQL would refuse."""

    regex = "[^/\x00]+"


register_converter(NameConverter, "name")

urlpatterns = [
    path("account/signup/", accounts.SignupView.as_view(), name="account_signup"),
    path("account/login/", accounts.LoginView.as_view(), name="account_login"),
    path("account/data/", profile.account_data, name="account_data"),
    path("account/data/download/", profile.account_download, name="account_download"),
    path("account/delete/", profile.account_delete, name="account_delete"),
    path("account/profile/", profile.profile_edit, name="profile_edit"),
    path("account/preferences/", profile.preferences, name="preferences"),
    path("account/tokens/", tokens.token_list, name="token_list"),
    path("account/tokens/<int:pk>/revoke/", tokens.token_delete, name="token_delete"),
    path("guest/", profile.guest_start, name="guest_start"),
    path("language/", profile.set_language, name="set_language"),
    path("theme/", profile.theme_set, name="theme_set"),
    path("players/<name:name>/", profile.player_page, name="player_page"),
    path("teams/", teams.team_list, name="team_list"),
    path("teams/new/", teams.team_create, name="team_create"),
    path("teams/invitation/<slug:token>/", teams.invitation_page, name="invitation_page"),
    path("teams/invitation/<slug:token>/accept/", teams.invitation_accept, name="invitation_accept"),
    path("teams/invitation/<slug:token>/decline/", teams.invitation_decline, name="invitation_decline"),
    path("teams/invitation/<slug:token>/withdraw/", teams.invitation_withdraw, name="invitation_withdraw"),
    path("teams/<int:pk>/invite/", teams.team_invite, name="team_invite"),
    path("teams/<int:pk>/suggest/", teams.team_suggest, name="team_suggest"),
    path("teams/<int:pk>/link/", teams.team_link, name="team_link"),
    path("teams/<int:pk>/rename/", teams.team_rename, name="team_rename"),
    path("teams/<int:pk>/leave/", teams.team_leave, name="team_leave"),
    path("teams/<int:pk>/hand-over/", teams.team_hand_over, name="team_hand_over"),
    path("teams/<int:pk>/disband/", teams.team_disband, name="team_disband"),
    path("teams/<int:pk>/<str:slug>/", teams.team_page, name="team_page"),
    path("teams/<int:pk>/", teams.team_page),
]
