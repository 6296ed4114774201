"""Which acts the site offers: what a private evening needs. The administration has everything else."""

from collections.abc import Collection, Iterable

from tournaments.act_words import ACT_WORDS, ActWords
from tournaments.director.acts import Act

# In the order in which they stand on a tournament's page.
OFFERED = (
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
# Those of a table stand on the table's page.
AT_TABLES = (Act.ENTER_RESULT, Act.CORRECT_RESULT, Act.CALL_OFF, Act.REPLAY)


def acts_offered(offered: Iterable[Act], possible: Collection[Act]) -> list[ActWords]:
    """Those of the acts that are possible now, in words."""
    return [ACT_WORDS[act] for act in offered if act in possible]
