from django.urls import path

from tournaments.web import acts, calendars, creating, documents, entry_pages, joining, lists, news, page, tables

urlpatterns = [
    path("tournaments/", lists.tournament_list, name="tournament_list"),
    path("tournaments/new/", creating.tournament_new, name="tournament_new"),
    path("tournaments/calendar.ics", calendars.tournaments_calendar, name="tournaments_calendar"),
    path("tournaments/tables/<int:pk>/", tables.tournament_table, name="tournament_table"),
    path("tournaments/tables/<int:pk>/call/", tables.tournament_call, name="tournament_call"),
    path("tournaments/tables/<int:pk>/settle/", tables.tournament_settle, name="tournament_settle"),
    path("tournaments/<slug:slug>/", page.tournament_page, name="tournament_page"),
    path("tournaments/<slug:slug>/parts/<str:part>/", page.tournament_part, name="tournament_part"),
    path("tournaments/<slug:slug>/tables/<int:pk>/", tables.tournament_table, name="tournament_table"),
    path("tournaments/<slug:slug>/entries/<int:number>/", entry_pages.tournament_entry, name="tournament_entry"),
    path("tournaments/<slug:slug>/document.json", documents.tournament_document, name="tournament_document"),
    path("tournaments/<slug:slug>/<str:what>.csv", documents.tournament_csv, name="tournament_csv"),
    path("tournaments/<slug:slug>/calendar.ics", calendars.tournament_calendar, name="tournament_calendar"),
    path("tournaments/<slug:slug>/enter/", joining.tournament_enter, name="tournament_enter"),
    path("tournaments/<slug:slug>/agree/", joining.tournament_agree, name="tournament_agree"),
    path("tournaments/<slug:slug>/leave/", joining.tournament_leave, name="tournament_leave"),
    path("tournaments/<slug:slug>/check-in/", joining.tournament_check_in, name="tournament_check_in"),
    path("tournaments/<slug:slug>/sit-out/", joining.tournament_sit_out, name="tournament_sit_out"),
    path("tournaments/<slug:slug>/return/", joining.tournament_return, name="tournament_return"),
    path("tournaments/<slug:slug>/acts/<slug:act>/", acts.tournament_act, name="tournament_act"),
    path("api/", documents.api_page, name="api_page"),
    path("notices/", news.tournament_notices, name="tournament_notices"),
    path("your-table/", news.your_table, name="your_table"),
]
