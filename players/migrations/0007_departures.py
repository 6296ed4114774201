from django.db import migrations

# Whoever signs out, is banned, changes their password or withdraws a token may have sockets open in any process, and
# those hear of it at once. What is told is the player's number, or the key of a session that is no more.
CREATE = """
CREATE FUNCTION players_tell_departure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('departures', to_jsonb(OLD) ->> TG_ARGV[0]);
    RETURN NULL;
END $$;

CREATE TRIGGER session_ended AFTER DELETE ON django_session
    FOR EACH ROW WHEN (OLD.expire_date > now()) EXECUTE FUNCTION players_tell_departure('session_key');
CREATE TRIGGER player_shut_out AFTER UPDATE ON players_player
    FOR EACH ROW WHEN (OLD.password <> NEW.password OR OLD.is_active AND NOT NEW.is_active)
    EXECUTE FUNCTION players_tell_departure('id');
CREATE TRIGGER token_withdrawn AFTER DELETE ON players_token
    FOR EACH ROW EXECUTE FUNCTION players_tell_departure('player_id');
"""
DROP = """
DROP TRIGGER session_ended ON django_session;
DROP TRIGGER player_shut_out ON players_player;
DROP TRIGGER token_withdrawn ON players_token;
DROP FUNCTION players_tell_departure;
"""


class Migration(migrations.Migration):
    """Those who may not stay are told of."""

    dependencies = [("players", "0006_banned"), ("sessions", "0001_initial")]
    operations = [migrations.RunSQL(CREATE, DROP)]
