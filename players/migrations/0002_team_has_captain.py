from django.db import migrations

# A team that stands has a captain; one that is disbanded has nobody. Checked when the transaction ends,
# because founding, leaving and disbanding touch both tables.
CREATE = """
CREATE FUNCTION players_team_has_captain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- The trigger's argument names the column that holds the team.
    checked bigint := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0];
    stands boolean := EXISTS (SELECT FROM players_team WHERE id = checked AND disbanded_at IS NULL);
    captains integer := (SELECT count(*) FROM players_membership WHERE team_id = checked AND place = 1);
    members integer := (SELECT count(*) FROM players_membership WHERE team_id = checked);
BEGIN
    IF (stands AND captains <> 1) OR (NOT stands AND members > 0) THEN
        RAISE EXCEPTION 'team % must have a captain while it stands and nobody after', checked
            USING ERRCODE = 'check_violation', CONSTRAINT = 'team_has_captain';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER team_has_captain AFTER INSERT OR UPDATE ON players_team
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION players_team_has_captain('id');
CREATE CONSTRAINT TRIGGER membership_keeps_captain AFTER INSERT OR UPDATE OR DELETE ON players_membership
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION players_team_has_captain('team_id');
"""
DROP = """
DROP TRIGGER membership_keeps_captain ON players_membership;
DROP TRIGGER team_has_captain ON players_team;
DROP FUNCTION players_team_has_captain();
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0001_initial")]
    operations = [migrations.RunSQL(CREATE, DROP)]
