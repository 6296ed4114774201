"""Acts of organisers in words: what a button says, and what happens when it is pressed."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.director.acts import ASKS_FIRST, Act, needs

Words = str | Promise


@dataclass(frozen=True, slots=True)
class ActWords:
    """An act as a button and as the page that asks for what it needs."""

    act: Act
    label: Words
    sentence: Words

    @property
    def needs(self) -> tuple[str, ...]:
        return needs(self.act)

    @property
    def asks_first(self) -> bool:
        return self.act in ASKS_FIRST


# What a private evening needs; the administration has everything else.
ACTS: dict[Act, tuple[Words, Words]] = {
    Act.START: (
        _("Start now"),
        _("Whoever is in plays. Nobody else can enter after that, unless late entry is allowed."),
    ),
    Act.OPEN_REGISTRATION: (_("Open registration"), _("From now on people can enter.")),
    Act.CLOSE_REGISTRATION: (_("Close registration"), _("Nobody else can enter.")),
    Act.PAIR: (_("Pair the next round"), _("The next round is paired now and does not wait for its time.")),
    Act.PUBLISH: (_("Publish the pairing"), _("Everyone sees the pairing, and the tables open.")),
    Act.TAKE_BACK: (
        _("Take the pairing back"),
        _("The tables are taken away, as long as no card has been played. A new pairing waits for your approval."),
    ),
    Act.PAUSE: (_("Pause"), _("What is being played goes on; nothing new is paired or opened until you resume.")),
    Act.RESUME: (_("Resume"), _("It goes on where it was.")),
    Act.ADD_ENTRY: (_("Add somebody"), _("A player, or a team by its name, comes in without any conditions.")),
    Act.SIT_OUT: (_("Let somebody sit out"), _("They are not paired from the next round on, until they are back.")),
    Act.RETURN: (_("Bring somebody back"), _("They are paired again from the next round on.")),
    Act.DROP: (_("Drop an entry"), _("They leave for good. What they have played stays.")),
    Act.REINSTATE: (_("Take somebody in again"), _("They take part again from the next round on.")),
    Act.NEXT_STAGE: (_("End this stage"), _("The stage ends where it stands, and the next one begins.")),
    Act.FINISH: (
        _("Finish now"),
        _("Tables that are being played are called off, and everyone is ranked as they stand."),
    ),
    Act.CANCEL: (_("Cancel the tournament"), _("It does not take place, or not to its end. All are told why.")),
    Act.MESSAGE: (
        _("Write to everyone"),
        _("Everyone who takes part or waits gets a notice, and a mail if they want mails."),
    ),
    Act.CALL_OFF: (_("Call the match off"), _("The match ends without a result.")),
    Act.REPLAY: (_("Have it played again"), _("What was played here no longer counts, and the table opens anew.")),
    Act.ENTER_RESULT: (_("Enter a result"), _("The places that you enter count, whatever is being played.")),
    Act.CORRECT_RESULT: (_("Correct the result"), _("The places that you enter replace those that stand.")),
}
# Those of a table stand on the table's page.
AT_TABLES = (Act.ENTER_RESULT, Act.CORRECT_RESULT, Act.CALL_OFF, Act.REPLAY)
OFFERED = tuple(act for act in ACTS if act not in AT_TABLES)


def act_words(act: Act) -> ActWords:
    return ActWords(act, *ACTS[act])
