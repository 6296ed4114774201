"""The acts that the site offers, for small tournaments. The admin has all others."""

from collections.abc import Collection, Iterable

from tournaments.act_words import ACT_WORDS, ActWords
from tournaments.director.acts import Act

# In the order of the buttons on a tournament's page.
OFFERED_ACTS = (
    Act.START,
    Act.OPEN_REGISTRATION,
    Act.CLOSE_REGISTRATION,
    Act.PAIR,
    Act.PUBLISH,
    Act.TAKE_BACK,
    Act.PAUSE,
    Act.RESUME,
    Act.ADD_ENTRY,
    Act.SIT_OUT,
    Act.RETURN,
    Act.DROP,
    Act.REINSTATE,
    Act.NEXT_STAGE,
    Act.FINISH,
    Act.CANCEL,
    Act.MESSAGE,
)
# Offered on the table's page.
TABLE_ACTS = (Act.ENTER_RESULT, Act.CORRECT_RESULT, Act.CALL_OFF, Act.REPLAY)


def acts_offered(offered: Iterable[Act], possible: Collection[Act]) -> list[ActWords]:
    """Return the words of those that are possible now."""
    return [ACT_WORDS[act] for act in offered if act in possible]
