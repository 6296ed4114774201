"""The key of a change begins with what differs: indexing a rebuild takes half the time."""

from django.db import migrations, models

KEY = """
ALTER TABLE ratings_ratingchange DROP CONSTRAINT ratings_ratingchange_pkey;
DO $$
DECLARE part regclass; own name;
BEGIN
    -- Parts that are still filled aside have a key only if they are complete.
    FOR part, own IN
        SELECT conrelid, conname FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
        WHERE contype = 'p' AND relname ~ '^ratings_ratingchange_[0-9]+$'
    LOOP
        EXECUTE format('ALTER TABLE %%s DROP CONSTRAINT %%I, ADD PRIMARY KEY (%s)', part, own);
    END LOOP;
END $$;
ALTER TABLE ratings_ratingchange ADD CONSTRAINT ratings_ratingchange_pkey PRIMARY KEY (%s);
"""


def key_of(*columns: str) -> str:
    names = ", ".join(columns)
    return KEY % (names, names)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0002_parts")]

    operations = [
        migrations.RunSQL(
            key_of("player_id", "number", "revision_id"),
            key_of("revision_id", "player_id", "number"),
            state_operations=[
                migrations.AlterField(
                    "ratingchange",
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id",
                        "number",
                        "revision_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                )
            ],
        )
    ]
