"""Headers of every answer, and the pages for errors."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.template.loader import render_to_string
from django.test import Client
from django.urls import path

from config import urls
from players.models import Player

pytestmark = pytest.mark.django_db


def fail(request):
    raise {"400": SuspiciousOperation, "403": PermissionDenied, "500": ZeroDivisionError}[request.GET["code"]]


urlpatterns = [*urls.urlpatterns, path("fail/", fail)]
handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
handler429, handler500 = urls.handler429, urls.handler500


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("language", ["en", "pt-br", "it"])
@pytest.mark.parametrize("code", ["400", "403", "500"])
def test_something_wrong_has_a_page_in_the_frame(client, code, language):
    client.raise_request_exception = False
    response = client.get("/fail/", {"code": code}, headers={"accept-language": language})
    page = response.content.decode()
    assert response.status_code == int(code)
    assert f'lang="{language}"' in page
    assert "<h1" in page
    assert "Guildhall" in page
    assert "ZeroDivisionError" not in page


def test_an_unknown_address_has_a_page(client):
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "<h1" in response.content.decode()


def test_a_stale_form_has_a_page():
    response = Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})
    assert response.status_code == 403
    assert "<h1" in response.content.decode()


def test_too_many_tries_have_a_page():
    codes = [Client().post("/guest/").status_code for _ in range(11)]
    assert codes[-1] == 429
    assert "<h1" in Client().post("/guest/").content.decode()


@pytest.mark.parametrize("address", ["/", "/account/login/", "/nowhere/", "/styleguide/", "/admin/login/"])
def test_pages_carry_a_strict_policy(client, address):
    response = client.get(address, follow=True)
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ["/", "/account/login/", "/account/signup/", "/styleguide/", "/nowhere/"])
def test_pages_have_nothing_inline_that_the_policy_would_block(client, address):
    page = client.get(address).content.decode()
    assert "<script>" not in page
    assert "<style" not in page
    assert ' style="' not in page
    assert " onclick=" not in page


def test_a_foreign_host_is_turned_away(client, settings):
    settings.ALLOWED_HOSTS = ["guildhall.example"]
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400


def test_the_home_page_of_a_visitor_needs_no_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/")


@pytest.mark.parametrize("charset", ["undefined", "idna", "hex", "utf-7", "utf-16"])
def test_a_form_in_another_encoding_is_refused(client, charset):
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    assert client.generic("POST", "/account/signup/", b"--x--", content_type=kind).status_code == 400


def test_a_null_character_is_refused_wherever_it_comes_from(client):
    client.cookies["sessionid"] = "abcdefghij\x00"
    assert client.get("/").status_code == 200
    assert client.get("/admin/players/player/?name=%00").status_code == 400
    assert client.get("/tables/a%00b/").status_code == 404


def test_pages_of_somebody_signed_in_are_kept_by_no_cache(client):
    assert "Cache-Control" not in client.get("/").headers
    client.post("/guest/")
    assert client.get("/").headers["Cache-Control"] == "private, no-store"


def test_the_site_answers_by_every_default_address(client):
    for host in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
        assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(("signed_in", "address", "count"), [(True, "/bar/", 1), (True, "", 0), (False, "/bar/", 0)])
def test_who_is_signed_in_has_a_bar_that_waits_for_news(rf, signed_in, address, count):
    """Where the address of what it shows is known."""
    request = rf.get("/")
    request.user = Player(pk=1, name="Ada") if signed_in else AnonymousUser()
    request.session = {}
    page = render_to_string("404.html", {"your_table_url": address}, request)
    assert page.count('data-live="/ws/notices/"') == page.count(f'hx-get="{address}"') == count
