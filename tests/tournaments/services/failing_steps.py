"""A trigger that makes a step fail at its last statement, and the line of the log that each step writes there."""

from tournaments.director.due import StepKind

CREATE_STOP_TRIGGER_SQL = """
CREATE FUNCTION stop() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$ LANGUAGE plpgsql;
CREATE TRIGGER stop BEFORE INSERT ON tournaments_logline FOR EACH ROW WHEN (NEW.act = '{act}') EXECUTE FUNCTION stop();
"""
DROP_STOP_TRIGGER_SQL = "DROP TRIGGER stop ON tournaments_logline; DROP FUNCTION stop();"
# The line of the log is the last thing that each of these writes.
LOGGED_ACT_OF_STEP = {
    StepKind.START: "start",
    StepKind.BEGIN_STAGE: "begin-stage",
    StepKind.PAIR_ROUND: "pair",
    StepKind.PUBLISH_ROUND: "publish",
    StepKind.COLLECT_RESULTS: "collect-results",
    StepKind.FINISH_ROUND: "finish-round",
    StepKind.FINISH_STAGE: "finish-stage",
    StepKind.FINISH: "finish",
}
