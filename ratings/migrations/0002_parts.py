"""Changes go into a table for each revision: `ratings/services/parts.py`."""

from django.db import migrations

SPLIT = """
ALTER TABLE ratings_ratingchange RENAME TO ratings_ratingchange_plain;
ALTER TABLE ratings_ratingchange_plain DROP CONSTRAINT ratings_ratingchange_pkey, DROP CONSTRAINT change_once;
CREATE TABLE ratings_ratingchange (LIKE ratings_ratingchange_plain INCLUDING CONSTRAINTS)
    PARTITION BY LIST (revision_id);
ALTER TABLE ratings_ratingchange ADD PRIMARY KEY (revision_id, player_id, number),
    ADD CONSTRAINT change_once UNIQUE (match_id, revision_id, player_id);
DO $$
DECLARE revision record; part text;
BEGIN
    FOR revision IN SELECT id, state FROM ratings_revision WHERE NOT cleared LOOP
        part := 'ratings_ratingchange_' || revision.id;
        EXECUTE format('CREATE TABLE %I (LIKE ratings_ratingchange INCLUDING CONSTRAINTS, CHECK (revision_id = %s))',
            part, revision.id);
        EXECUTE format('INSERT INTO %I SELECT * FROM ratings_ratingchange_plain WHERE revision_id = %s',
            part, revision.id);
        IF revision.state IN ('live', 'retired') THEN
            EXECUTE format('ALTER TABLE ratings_ratingchange ATTACH PARTITION %I FOR VALUES IN (%s)',
                part, revision.id);
        END IF;
    END LOOP;
END $$;
DROP TABLE ratings_ratingchange_plain;
"""
# Parts that are still filled aside are in no other table.
JOIN = """
CREATE TABLE ratings_ratingchange_plain (LIKE ratings_ratingchange INCLUDING CONSTRAINTS);
DO $$
DECLARE part text;
BEGIN
    FOR part IN SELECT 'ratings_ratingchange_' || id FROM ratings_revision WHERE NOT cleared LOOP
        EXECUTE format('INSERT INTO ratings_ratingchange_plain SELECT * FROM %I', part);
        EXECUTE format('DROP TABLE %I', part);
    END LOOP;
END $$;
DROP TABLE ratings_ratingchange;
ALTER TABLE ratings_ratingchange_plain RENAME TO ratings_ratingchange;
ALTER TABLE ratings_ratingchange ADD CONSTRAINT ratings_ratingchange_pkey PRIMARY KEY (revision_id, player_id, number),
    ADD CONSTRAINT change_once UNIQUE (match_id, revision_id, player_id);
"""


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_initial")]

    operations = [migrations.RunSQL(SPLIT, JOIN)]
