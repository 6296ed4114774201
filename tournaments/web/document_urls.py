from django.urls import path

from tournaments.web import documents

urlpatterns = [
    path("tournaments/<slug:slug>/document.json", documents.tournament_document, name="tournament_document"),
    path("tournaments/<slug:slug>/<str:what>.csv", documents.tournament_csv, name="tournament_csv"),
    path("api/", documents.api_page, name="api_page"),
]
