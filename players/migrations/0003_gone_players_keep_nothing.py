from django.db import migrations

# Nothing new is written about somebody who has left. The lock makes a deletion and a late request wait for
# each other: whichever comes second sees what the first has done.
CREATE = """
CREATE FUNCTION players_still_here() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    whom bigint := to_jsonb(NEW) ->> TG_ARGV[0];
    gone boolean;
BEGIN
    SELECT left_at IS NOT NULL INTO gone FROM players_player WHERE id = whom FOR SHARE;
    IF gone THEN
        RAISE EXCEPTION 'player % has left', whom USING ERRCODE = 'check_violation', CONSTRAINT = 'player_still_here';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER player_still_here BEFORE INSERT ON players_membership
    FOR EACH ROW EXECUTE FUNCTION players_still_here('player_id');
CREATE TRIGGER player_still_here BEFORE INSERT ON account_emailaddress
    FOR EACH ROW EXECUTE FUNCTION players_still_here('user_id');
CREATE TRIGGER player_still_here BEFORE INSERT ON mfa_authenticator
    FOR EACH ROW EXECUTE FUNCTION players_still_here('user_id');
CREATE TRIGGER player_still_here BEFORE INSERT ON usersessions_usersession
    FOR EACH ROW EXECUTE FUNCTION players_still_here('user_id');
"""
DROP = """
DROP TRIGGER player_still_here ON usersessions_usersession;
DROP TRIGGER player_still_here ON mfa_authenticator;
DROP TRIGGER player_still_here ON account_emailaddress;
DROP TRIGGER player_still_here ON players_membership;
DROP FUNCTION players_still_here();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0002_team_has_captain"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("usersessions", "0001_initial"),
    ]
    operations = [migrations.RunSQL(CREATE, DROP)]
