from django.urls import path

from games.web import lobby, rules, tables

urlpatterns = [
    path("rules/pot-de-vin/", rules.rules, name="rules"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.table_new, name="table_new"),
    path("tables/quick/", lobby.table_quick, name="table_quick"),
    path("tables/<str:key>/", tables.table_page, name="table_page"),
    path("tables/<str:key>/record.json", tables.record_download, name="table_record"),
    path("tables/<str:key>/replay.json", tables.replay_data, name="table_replay"),
    path("tables/<str:key>/sit/<int:number>/", tables.table_sit, name="table_sit"),
    path("tables/<str:key>/bot/<int:number>/", tables.table_bot, name="table_bot"),
    path("tables/<str:key>/free/<int:number>/", tables.table_free, name="table_free"),
    path("tables/<str:key>/leave/", tables.table_leave, name="table_leave"),
    path("tables/<str:key>/ready/", tables.table_ready, name="table_ready"),
    path("tables/<str:key>/contribution/", tables.table_contribution, name="table_contribution"),
    path("tables/<str:key>/rematch/", tables.table_rematch, name="table_rematch"),
]
