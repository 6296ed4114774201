"""What acts of organisers are called, what they do, and what is said once they are done."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.director.acts import Act

Words = str | Promise


@dataclass(frozen=True, slots=True)
class ActWords:
    """The words of one act: on its button, above its form, and afterwards."""

    button: Words
    says: Words
    done: Words


ACT_WORDS: dict[Act, ActWords] = {
    Act.OPEN_REGISTRATION: ActWords(
        _("Open registration"), _("Players can enter from now on."), _("Registration is open.")
    ),
    Act.CLOSE_REGISTRATION: ActWords(
        _("Close registration"), _("Nobody can enter any more. It can be opened again."), _("Registration is closed.")
    ),
    Act.START: ActWords(
        _("Start now"),
        _("It begins with whoever has checked in, or with everyone where nobody has to. Whoever waits is told."),
        _("The tournament has started."),
    ),
    Act.PAIR: ActWords(
        _("Pair the next round"), _("The next round is paired now, before its time."), _("The round is paired.")
    ),
    Act.SWAP: ActWords(
        _("Swap two entries"),
        _("Two entries at different tables of the draft change places; in a bracket, those at which they begin."),
        _("The two have changed places."),
    ),
    Act.PUBLISH: ActWords(
        _("Publish the draft"),
        _("Everyone sees the pairing, and the tables open. It can be taken back until the first card."),
        _("The pairing is published."),
    ),
    Act.TAKE_BACK: ActWords(
        _("Take the publication back"),
        _("The pairing is a draft again, and open tables are closed. From then on pairings wait for your approval."),
        _("The pairing is a draft again. From now on pairings wait for your approval."),
    ),
    Act.ENTER_RESULT: ActWords(
        _("Enter a result"),
        _("Decide a table by your ruling. A match that is being played there is called off."),
        _("The result stands."),
    ),
    Act.CORRECT_RESULT: ActWords(
        _("Correct a result"),
        _("Change the places of a table that is decided. Standings and ratings follow."),
        _("The result is corrected."),
    ),
    Act.CALL_OFF: ActWords(
        _("Call a match off"),
        _("What is being played at the table ends without a result. Enter one, or have it played again."),
        _("The match is called off."),
    ),
    Act.REPLAY: ActWords(
        _("Play a table again"),
        _("The table opens anew with the same people. The match before counts for nobody."),
        _("The table is played again."),
    ),
    Act.FORFEIT: ActWords(
        _("Forfeit an entry"),
        _("The entry is last at this table, whatever is played. Of two, the other has won at once."),
        _("The entry is last at this table."),
    ),
    Act.SIT_OUT: ActWords(
        _("Let an entry sit out"),
        _("From the next round on there is no chair for it, until it is back."),
        _("The entry sits out."),
    ),
    Act.RETURN: ActWords(
        _("Bring an entry back"), _("There is a chair for it from the next round on."), _("The entry is back.")
    ),
    Act.DROP: ActWords(
        _("Take an entry out"),
        _("Before the start it is withdrawn, afterwards it has dropped out. What it has played stays."),
        _("The entry is out."),
    ),
    Act.DISQUALIFY: ActWords(
        _("Disqualify an entry"),
        _("Out, last at the table that is being played, and without a place in the ranking."),
        _("The entry is disqualified."),
    ),
    Act.REINSTATE: ActWords(
        _("Reinstate an entry"),
        _("It takes part again. Rounds that it has missed are worth an absence."),
        _("The entry takes part again."),
    ),
    Act.SUBSTITUTE: ActWords(
        _("Substitute a player"),
        _("Somebody else plays for an entry from the next table on. Its results stay."),
        _("The substitute is in."),
    ),
    Act.ADD_ENTRY: ActWords(
        _("Add an entry"),
        _("Enter a player, or in a team event a team, by name. The conditions of entry are yours to waive."),
        _("The entry is added."),
    ),
    Act.PAUSE: ActWords(
        _("Pause"),
        _("Nothing new is paired, published or opened. What is being played goes on."),
        _("The tournament is paused."),
    ),
    Act.RESUME: ActWords(_("Resume"), _("Whatever is due goes on at once."), _("The tournament goes on.")),
    Act.NEXT_STAGE: ActWords(
        _("Go to the next stage"),
        _("The running stage ends where it stands, and the next one begins. What a stage ended with stays."),
        _("The stage has ended."),
    ),
    Act.RESET_STAGE: ActWords(
        _("Put the stage back to its start"),
        _("Every round of the newest stage is taken away. Matches are called off, and those that were rated annulled."),
        _("The stage is back at its start. From now on pairings wait for your approval."),
    ),
    Act.FINISH: ActWords(
        _("Finish now"),
        _("Tables that are being played are called off, and the standings of now are the end."),
        _("The tournament is finished."),
    ),
    Act.CANCEL: ActWords(
        _("Cancel the tournament"),
        _("It does not take place, or not to its end. Everybody is told. What was played and rated stays rated."),
        _("The tournament is cancelled."),
    ),
    Act.MESSAGE: ActWords(
        _("Send a message"),
        _("Everybody who takes part or waits reads it on the site, and by mail unless they have turned that off."),
        _("The message is sent."),
    ),
}

# Beside a row that says itself what they are about.
SHORT_WORDS: dict[Act, Words] = {
    Act.ENTER_RESULT: _("Enter result"),
    Act.CORRECT_RESULT: _("Correct"),
    Act.CALL_OFF: _("Call off"),
    Act.REPLAY: _("Play again"),
    Act.FORFEIT: _("Forfeit"),
    Act.SIT_OUT: _("Sit out"),
    Act.RETURN: _("Bring back"),
    Act.DROP: _("Take out"),
    Act.DISQUALIFY: _("Disqualify"),
    Act.REINSTATE: _("Reinstate"),
    Act.SUBSTITUTE: _("Substitute"),
}

# What steps and players' own acts are called in the log.
STEP_WORDS: dict[str, Words] = {
    "create": _("Created"),
    "change": _("Settings changed"),
    "enter": _("Entered"),
    "agree": _("Partner agreed"),
    "withdraw": _("Withdrew"),
    "promote": _("Came off the waiting list"),
    "check-in": _("Checked in"),
    "open-check-in": _("Check-in opened"),
    "begin-stage": _("Stage begun"),
    "finish-stage": _("Stage ended"),
    "finish-round": _("Round over"),
    "collect-results": _("Results read"),
    "import-entries": _("Entries imported"),
    "settle-call": _("Call settled"),
}


def act_in_words(act: str) -> str:
    """What a line of the log is called; one that an older version wrote stands as it is."""
    if act in set(Act):
        return str(ACT_WORDS[Act(act)].button)
    return str(STEP_WORDS.get(act, act))
