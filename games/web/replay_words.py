"""The sentences of the replay and of "Check this deal", for games/static/games/pages/, which fills their gaps."""

from django.utils.translation import gettext as _


def replay_words() -> dict[str, str]:
    """Return all sentences by key, in the language of the request."""
    return {**moves(), **steps(), **checks()}


def moves() -> dict[str, str]:
    """Sentences about moves, and about whose view is shown."""
    return {
        "fetching": _("The replay is being fetched."),
        "fetch_failed": _("The replay could not be fetched."),
        "try_again": _("Try again"),
        "dealt": _("The cards are dealt. {name} leads the first round."),
        "move": _("Move"),
        "move_of": _("Move {number} of {count}"),
        "puts_card": _("{name} puts {card} into the trump pile."),
        "lies_in_pile": _("{card} lies in the pile."),
        "by_clock": _("By the clock: {move}"),
        "by_bot": _("By a bot: {move}"),
        "whose_eyes": _("Through whose eyes"),
        "everyone": _("Everyone"),
        "passer_by": _("A passer-by"),
        "hand_of": _("Hand of {name}"),
    }


def steps() -> dict[str, str]:
    """Labels of the buttons."""
    return {
        "controls": _("Move by move"),
        "first": _("To the first move"),
        "back": _("One move back"),
        "play": _("Let it play"),
        "pause": _("Pause"),
        "on": _("One move on"),
        "last": _("To the last move"),
        "fast": _("Twice as fast"),
        "keys": _("Keys: ← → one move, Home and End to the ends, space plays and pauses."),
        "copy_link": _("Copy link to this move"),
        "copied": _("Link copied"),
        "not_copied": _("The browser does not copy it, but the address bar has it."),
    }


def checks() -> dict[str, str]:
    """Results of the check of the deal."""
    return {
        "holds": _("holds"),
        "holds_not": _("does not hold"),
        "not_compared": _("not compared"),
        "secret_kept": _("The secret has the fingerprint {found}, which your browser kept before the deal."),
        "secret_shown": _(
            "The secret has the fingerprint {found}, which this page shows. "
            "Your browser kept none before the deal to compare it with."
        ),
        "secret_differs": _("The secret has the fingerprint {found}, but {expected} was promised before the deal."),
        "part_there": _("The part that your browser gave is among the parts."),
        "part_missing": _("The part that your browser gave is not among the parts."),
        "part_none": _("Your browser gave no part to this deal."),
        "seed_follows": _("The seed comes from the secret and everybody's parts."),
        "seed_differs": _("The secret and everybody's parts give another seed."),
        "leader_same": _("The seed makes {name} the first leader."),
        "leader_differs": _("The seed makes {name} the first leader, but somebody else led."),
        "hands_same": _("The seed deals every hand as it was played."),
        "hands_differ": _("The seed deals other hands to {names}."),
        "trumps_same": _("The seed turns up every trump as it came."),
        "trumps_differ": _("The seed turns up another trump in round {round}."),
        "deal_holds": _("The deal is what the secret and everybody's parts make of it. Nobody chose these cards."),
        "deal_fails": _("Something does not hold. What is shown here is not the deal that was promised."),
        "check_failed": _("The record could not be fetched or read. Try again."),
        "check_not_secure": _(
            "Browsers reckon fingerprints on a secure connection (HTTPS) only. "
            "Take the record, and check it on the command line."
        ),
    }
