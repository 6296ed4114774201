"""The words of organisers' acts: names, descriptions and confirmations, for the site, the admin and programs."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.director.acts import ASKS_FIRST, Act, needs

Words = str | Promise


@dataclass(frozen=True, slots=True)
class ActWords:
    """The words of one act: its button, its heading, what it does, and what is said afterwards."""

    act: Act
    button: Words
    says: Words
    done: Words
    # A shorter button, beside a row that names its subject.
    beside_row: Words = ""

    @property
    def short(self) -> Words:
        return self.beside_row or self.button

    @property
    def needs(self) -> tuple[str, ...]:
        return needs(self.act)

    @property
    def asks_first(self) -> bool:
        return self.act in ASKS_FIRST


ALL_ACT_WORDS = (
    ActWords(
        Act.OPEN_REGISTRATION, _("Open registration"), _("Players can enter from now on."), _("Registration is open.")
    ),
    ActWords(
        Act.CLOSE_REGISTRATION,
        _("Close registration"),
        _("Nobody can enter any more. It can be opened again."),
        _("Registration is closed."),
    ),
    ActWords(
        Act.START,
        _("Start now"),
        _("It begins with whoever has checked in, or with everyone where nobody has to. Whoever waits is told."),
        _("The tournament has started."),
    ),
    ActWords(
        Act.PAIR,
        _("Pair the next round"),
        _("The next round is paired now, before its time."),
        _("The round is paired."),
    ),
    ActWords(
        Act.SWAP,
        _("Swap two entries"),
        _("Two entries at different tables of the draft change places; in a bracket, those at which they begin."),
        _("The two have changed places."),
    ),
    ActWords(
        Act.PUBLISH,
        _("Publish the draft"),
        _("Everyone sees the pairing, and the tables open. It can be taken back until the first card."),
        _("The pairing is published."),
    ),
    ActWords(
        Act.TAKE_BACK,
        _("Take the publication back"),
        _("The pairing is a draft again, and open tables are closed. From then on pairings wait for your approval."),
        _("The pairing is a draft again. From now on pairings wait for your approval."),
    ),
    ActWords(
        Act.ENTER_RESULT,
        _("Enter a result"),
        _("Decide a table by your ruling. A match that is being played there is called off."),
        _("The result stands."),
        _("Enter result"),
    ),
    ActWords(
        Act.CORRECT_RESULT,
        _("Correct a result"),
        _("Change the places of a table that is decided. Standings and ratings follow."),
        _("The result is corrected."),
        _("Correct"),
    ),
    ActWords(
        Act.CALL_OFF,
        _("Call a match off"),
        _("What is being played at the table ends without a result. Enter one, or have it played again."),
        _("The match is called off."),
        _("Call off"),
    ),
    ActWords(
        Act.REPLAY,
        _("Play a table again"),
        _("The table opens anew with the same people. The match before counts for nobody."),
        _("The table is played again."),
        _("Play again"),
    ),
    ActWords(
        Act.FORFEIT,
        _("Forfeit an entry"),
        _("The entry is last at this table, whatever is played. Of two, the other has won at once."),
        _("The entry is last at this table."),
        _("Forfeit"),
    ),
    ActWords(
        Act.SIT_OUT,
        _("Let an entry sit out"),
        _("From the next round on there is no chair for it, until it is back."),
        _("The entry sits out."),
        _("Sit out"),
    ),
    ActWords(
        Act.RETURN,
        _("Bring an entry back"),
        _("There is a chair for it from the next round on."),
        _("The entry is back."),
        _("Bring back"),
    ),
    ActWords(
        Act.DROP,
        _("Take an entry out"),
        _("Before the start it is withdrawn, afterwards it has dropped out. What it has played stays."),
        _("The entry is out."),
        _("Take out"),
    ),
    ActWords(
        Act.DISQUALIFY,
        _("Disqualify an entry"),
        _("Out, last at the table that is being played, and without a place in the ranking."),
        _("The entry is disqualified."),
        _("Disqualify"),
    ),
    ActWords(
        Act.REINSTATE,
        _("Reinstate an entry"),
        _("It takes part again. Rounds that it has missed are worth an absence."),
        _("The entry takes part again."),
        _("Reinstate"),
    ),
    ActWords(
        Act.SUBSTITUTE,
        _("Substitute a player"),
        _("Somebody else plays for an entry from the next table on. Its results stay."),
        _("The substitute is in."),
        _("Substitute"),
    ),
    ActWords(
        Act.ADD_ENTRY,
        _("Add an entry"),
        _(
            "Enter a player, or in a team event a team, by name. The conditions of entry are yours to waive. "
            "Unless you are on the staff, they are asked first."
        ),
        _("The entry is added."),
    ),
    ActWords(
        Act.PAUSE,
        _("Pause"),
        _("Nothing new is paired, published or opened. What is being played goes on."),
        _("The tournament is paused."),
    ),
    ActWords(Act.RESUME, _("Resume"), _("Whatever is due goes on at once."), _("The tournament goes on.")),
    ActWords(
        Act.NEXT_STAGE,
        _("Go to the next stage"),
        _("The running stage ends where it stands, and the next one begins. What a stage ended with stays."),
        _("The stage has ended."),
    ),
    ActWords(
        Act.RESET_STAGE,
        _("Put the stage back to its start"),
        _("Every round of the newest stage is taken away. Matches are called off, and those that were rated annulled."),
        _("The stage is back at its start. From now on pairings wait for your approval."),
    ),
    ActWords(
        Act.FINISH,
        _("Finish now"),
        _("Tables that are being played are called off, and the standings of now are the end."),
        _("The tournament is finished."),
    ),
    ActWords(
        Act.CANCEL,
        _("Cancel the tournament"),
        _("It does not take place, or not to its end. Everybody is told. What was played and rated stays rated."),
        _("The tournament is cancelled."),
    ),
    ActWords(
        Act.MESSAGE,
        _("Send a message"),
        _("Everybody who takes part or waits reads it on the site, and by mail unless they have turned that off."),
        _("The message is sent."),
    ),
)
ACT_WORDS = {words.act: words for words in ALL_ACT_WORDS}

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
    "call": _("Somebody called for the organiser"),
    "settle-call": _("Call settled"),
}


def act_in_words(act: str) -> str:
    """Return what a line of the log is called; one of an unknown act is shown as it is."""
    if act in set(Act):
        return str(ACT_WORDS[Act(act)].button)
    return str(STEP_WORDS.get(act, act))
