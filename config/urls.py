"""Routes every URL of the site."""

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from config import views

admin.site.site_header = admin.site.site_title = "Guildhall"
# Addresses, second factors and sessions are their owner's; their rows hold secrets.
admin.site.unregister([EmailAddress, Authenticator, UserSession])
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", views.home, name="home"),
    path("", include("players.web.urls")),
    path("", include("games.web.urls")),
    path("", include("ratings.web.urls")),
    path("", include("tournaments.web.urls")),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("tournaments.api.urls")),
    path("favicon.ico", RedirectView.as_view(url="/static/guildhall/favicon.svg")),
    path("robots.txt", views.robots),
    path("styleguide/", views.styleguide, name="styleguide"),
]

handler400 = views.bad_request
handler403 = views.permission_denied
handler404 = views.not_found
handler429 = "config.views.too_many_requests"
handler500 = views.server_error
