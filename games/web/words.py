"""The sentences of the live table, for games/static/games/table/, which fills gaps such as {name}."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def table_words() -> dict[str, str]:
    """Return all sentences by key, in the language of the request."""
    return {
        **situations(),
        **events(),
        **people(),
        **things(),
        **controls(),
        **talk(),
        **score_pad(),
    }


def situations() -> dict[str, str]:
    """Sentences of the line that says what is going on, and of notices."""
    return {
        "taking_seats": _("The table is being laid."),
        "a_minute_ago": _("As it was a minute ago."),
        "seen_a_minute_later": _("The game has begun. You see everything a minute later."),
        "to_play": _("{name} to play."),
        "turn_lead": _("Your turn. Lead any card."),
        "turn_follow": _("Your turn. Follow {character}."),
        "turn_follow_or_pay": _("Your turn. Follow {character}, or pay a gem."),
        "turn_free": _("Your turn. You have no {character}: play any card."),
        "turn_free_or_pay": _("Your turn. You have no {character}: play any card, or pay a gem."),
        "discard_now": _("Put one card into the trump pile, face down. Nobody else will see it."),
        "discard_wait_one": _("{name} is choosing a card for the trump pile."),
        "discard_wait_other": _("{names} are choosing a card for the trump pile."),
        "discard_story": _(
            "Three players put one card each into the trump pile. With one that nobody has seen, "
            "these are the trumps of this game."
        ),
        "card_on_its_way": _("{card} is on its way."),
        "pass_on_its_way": _("Your gem is on its way."),
        "you_win": _("You win."),
        "wins_one": _("{name} wins."),
        "wins_other": _("{names} win."),
        "title_turn": _("Your turn"),
        "not_your_turn": _("It is not your turn yet."),
        "not_that_card": _("That card is not allowed now."),
        "reconnecting": _("Reconnecting…"),
        "stopped_signed_out": _("You are signed out. Sign in again to come back to this table."),
        "stopped_not_allowed": _("This table is not open to people who watch."),
        "stopped_no_table": _("There is no such table."),
        "sign_in": _("Sign in"),
        "to_the_tables": _("To the tables"),
    }


def events() -> dict[str, str]:
    """Announcements of events, for screen readers."""
    return {
        "played": _("{name} plays {card}."),
        "you_played": _("You play {card}."),
        "passed": _("{name} pays a gem and passes."),
        "you_passed": _("You pay a gem and pass."),
        "discarded": _("{name} has put a card into the trump pile."),
        "you_discarded": _("You have put a card into the trump pile."),
        "takes": _("{name} takes the round."),
        "takes_with_gems_one": _("{name} takes the round and {count} gem."),
        "takes_with_gems_other": _("{name} takes the round and {count} gems."),
        "you_take": _("You take the round."),
        "you_take_with_gems_one": _("You take the round and {count} gem."),
        "you_take_with_gems_other": _("You take the round and {count} gems."),
        "trump_turned": _("Round {round}. Trump: {character}. The card is {card}."),
        "game_over": _("The game is over."),
    }


def people() -> dict[str, str]:
    """Labels of players."""
    return {
        "players": _("Players"),
        "you": _("You"),
        "your_place": _("Your place"),
        "your_partner": _("Your partner"),
        "with_partner": _("With {name}"),
        "to_move": _("To play"),
        "to_choose": _("Choosing"),
        "bot": _("Bot"),
        "away": _("Away: a bot plays"),
        "not_connected": _("Not connected"),
        "rating": _("Rating {rating}"),
        "rating_provisional": _("Rating {rating}, provisional"),
        "time_left": _("Time left"),
        "bank": _("Bank"),
        "and": _("{first} and {last}"),
        "show_cards_of": _("Show what {name} has won"),
        "cards_won": _("Cards won"),
    }


def things() -> dict[str, str]:
    """Labels of cards, gems and columns."""
    return {
        "middle": _("The middle of the table"),
        "trick": _("Cards of this round"),
        "round_of": _("Round {round} of at most {rounds}"),
        "round_number": _("Round {round}"),
        "before_first_round": _("Before the first round"),
        "trump_is": _("Trump: {character}"),
        "trump_pile": _("Trump pile"),
        "last_round": _("Last round"),
        "pile_closed_one": ngettext("{count} face down", "{count} face down", 1),
        "pile_closed_other": ngettext("{count} face down", "{count} face down", 2),
        "pile_one": ngettext("{count} more face down", "{count} more face down", 1),
        "pile_other": ngettext("{count} more face down", "{count} more face down", 2),
        "you_put": _("You put {card} into the pile."),
        "led": _("led"),
        "pass_word": _("passes"),
        "pays_a_gem": _("pays a gem and passes"),
        "not_yet": _("not yet"),
        "joker": _("joker"),
        "plus_two": _("plus two"),
        "minus_two": _("minus two"),
        "pot_de_vin": _("Pot de Vin"),
        "guild_twice": _("{guild} twice"),
        "guild_nobles": _("Nobles"),
        "guild_artists": _("Artists"),
        "guild_traders": _("Traders"),
        "guild_workmen": _("Workmen"),
        "guild_knights": _("Knights"),
        "guild_assassins": _("Assassins"),
        "gems_one": _("{count} gem"),
        "gems_other": _("{count} gems"),
        "gems_left_one": ngettext("{count} left", "{count} left", 1),
        "gems_left_other": ngettext("{count} left", "{count} left", 2),
        "treasure_one": _("Treasure: {count} gem"),
        "treasure_other": _("Treasure: {count} gems"),
        "cards_in_hand_one": _("{count} card in hand"),
        "cards_in_hand_other": _("{count} cards in hand"),
        "jokers_one": _("{count} joker"),
        "jokers_other": _("{count} jokers"),
        "plus_twos_one": _("{count} card with plus two"),
        "plus_twos_other": _("{count} cards with plus two"),
        "minus_twos_one": _("{count} card with minus two"),
        "minus_twos_other": _("{count} cards with minus two"),
        "pots_de_vin_one": _("{count} Pot de Vin"),
        "pots_de_vin_other": _("{count} Pots de Vin"),
        "symbols_one": _("{count} symbol"),
        "symbols_other": _("{count} symbols"),
        "points_one": _("{count} point"),
        "points_other": _("{count} points"),
        "worth": _("{symbols}: {points}."),
        "worth_with_joker": _("{symbols} with a joker: {points}."),
        "void": _("void"),
        "column_empty": _("{guild}. None."),
        "column_void": _("{guild}. Void: only the column of {name} counts."),
    }


def controls() -> dict[str, str]:
    """Labels of buttons and dialogs."""
    return {
        "your_hand": _("Your hand"),
        "play_card": _("Play {card}"),
        "discard_card": _("Put {card} into the pile"),
        "pay_and_pass": _("Pay a gem and pass"),
        "pass_again": _("Press again to pass"),
        "keys_hint": _("Keys: ← → choose, Enter plays, P pays a gem and passes."),
        "beside_the_table": _("Beside the table"),
        "rounds_so_far": _("Rounds so far"),
        "no_rounds_yet": _("No round has been played yet."),
        "close": _("Close"),
    }


def talk() -> dict[str, str]:
    """Labels of the talk panel."""
    return {
        "talk": _("Talk"),
        "say": _("Say"),
        "say_something": _("Say something"),
        "sign_in_to_talk": _("Sign in to say something"),
        "signs": _("Signs"),
        "room_gallery": _("Gallery"),
        "mute": _("Mute"),
        "report": _("Report"),
        "reported": _("Reported. The organisers will look at it."),
        "unmute": _("Listen again"),
        "muted": _("You no longer hear {name}."),
        "emote_hello": _("Hello!"),
        "emote_thanks": _("Thank you!"),
        "emote_well_played": _("Well played!"),
        "emote_good_luck": _("Good luck!"),
        "emote_oops": _("Oops!"),
        "emote_thinking": _("Let me think…"),
    }


def score_pad() -> dict[str, str]:
    """Labels and explanations of the score pad and the ratings."""
    return {
        "score_pad": _("Score pad"),
        "pad_hint": _("Press a number to see where it comes from."),
        "no_symbols": _("No symbols."),
        "void_note": _("The column of {name} is void."),
        "jokers_row": _("Jokers"),
        "jokers_on": _("Placed on {guilds}."),
        "jokers_aside_one": ngettext("{count} laid aside.", "{count} laid aside.", 1),
        "jokers_aside_other": ngettext("{count} laid aside.", "{count} laid aside.", 2),
        "no_jokers": _("No jokers."),
        "pots_worth": _("{cards}: {points}."),
        "bonus_row": _("Bonus"),
        "bonus_worth": _("{more} × plus two, {less} × minus two: {points}."),
        "treasure_row": _("Treasure"),
        "treasure_worth": _("{gems}: {points}."),
        "total": _("Total"),
        "total_worth": _("{points}. Cards taken: {cards}. Gems: {gems}."),
        "place": _("Place"),
        "place_number": _("{place}."),
        "place_words": _("More points win; then more cards taken; then more Treasure."),
        "ratings": _("Ratings"),
        "ratings_soon": _("The ratings follow in a moment."),
        "ratings_explained": _("How ratings work"),
        "rating_why": _("Expected {expected}%, actual {score}%, K {k}."),
        "wants_again": _("{name} wants to play again."),
        "match_page": _("Page of this match"),
        "record": _("Record of this match"),
    }
