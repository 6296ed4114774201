"""What each act does, in a sentence."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.director.acts import Act

CONSEQUENCES: dict[Act, str | Promise] = {
    Act.OPEN_REGISTRATION: _("Players can enter at once, also where registration had closed."),
    Act.CLOSE_REGISTRATION: _("Nobody can enter any more; who is in stays in."),
    Act.START: _("Whoever is in, and has checked in where that is asked for, is seeded, and the first stage begins."),
    Act.PAIR: _("The next round is paired as a draft, before its time."),
    Act.SWAP: _("Two entries of the draft change places; the explanation of both tables says so."),
    Act.PUBLISH: _("Everyone sees the draft, and its tables open."),
    Act.TAKE_BACK: _("The round becomes a draft again and its tables close. From then on drafts wait for approval."),
    Act.ENTER_RESULT: _("The table is decided as you say; what is being played there is called off."),
    Act.CORRECT_RESULT: _("Places change, and with them standings or bracket, and ratings from that match on."),
    Act.CALL_OFF: _("What is played at the table ends without a result, until you enter one or have it replayed."),
    Act.REPLAY: _("The table is played again; what was played there counts for nobody, also in the ratings."),
    Act.FORFEIT: _("The entry is last at its table, whatever is played; between two the other has won at once."),
    Act.SIT_OUT: _("The entry is not seated from the next round on, until it is back."),
    Act.RETURN: _("The entry is seated again from the next round on."),
    Act.DROP: _("The entry leaves for good: before the start it is withdrawn, afterwards what it has stays."),
    Act.DISQUALIFY: _("The entry is out, last at the table where it sits, and without a place in the ranking."),
    Act.REINSTATE: _("The entry takes part again; rounds that it missed are worth an absence."),
    Act.SUBSTITUTE: _("Another player plays for the entry from the next table on; points and place stay."),
    Act.ADD_ENTRY: _("A player or a team is entered by your word, whatever the conditions."),
    Act.PAUSE: _("Nothing new is paired or opened; what is being played goes on."),
    Act.RESUME: _("The tournament goes on by itself."),
    Act.NEXT_STAGE: _("The running stage ends where it stands, matches under way are called off, and the next begins."),
    Act.RESET_STAGE: _("The stage goes back to its start: its matches count for nobody, and drafts wait for approval."),
    Act.FINISH: _("Matches under way are called off, and the standings of now are the end."),
    Act.CANCEL: _("The tournament ends without a ranking; what was played and rated stays rated."),
    Act.MESSAGE: _("Everyone who takes part or waits is told."),
}
