from django.db import migrations


class Migration(migrations.Migration):
    """Whatever is over its time is found among the matches that are being played, which are few."""

    dependencies = [("games", "0003_rematches_and_empty_tables")]

    operations = [
        migrations.RemoveIndex("match", "match_due"),
        # Room on each page for the next version of a row; PostgreSQL tidies up there by itself.
        migrations.RunSQL("ALTER TABLE games_match SET (fillfactor = 60)", "ALTER TABLE games_match RESET (fillfactor)"),
    ]
