"""Every ruling of docs/rules/pot-de-vin.md, by its number. The values are worked out by hand."""

import hmac
from collections import Counter

import pytest

from games.engine import chance
from games.engine.game import Ends, NotLegal, NotYourTurn, Seat, Talk
from games.engine.pot_de_vin import PotDeVin
from games.engine.pot_de_vin.actions import PASS, discard, read
from games.engine.pot_de_vin.cards import CARD_NAMES, card_names
from games.engine.pot_de_vin.deck import deck_named
from games.engine.pot_de_vin.modes import MODES
from games.engine.pot_de_vin.rules import apply, default, legal, to_act
from games.engine.pot_de_vin.scoring import places, score_side
from tests.games.engine.pot_de_vin.positions import SEED as POSITION_SEED
from tests.games.engine.pot_de_vin.positions import card_set, cards, play, position

GAME = PotDeVin()
SEED = bytes(range(32))


def start(mode: str, seed: bytes = SEED):
    return GAME.start({"mode": mode, "deck": "double"}, seed)


def written(actions) -> list[str]:
    return [GAME.write(action) for action in actions]


def score(*taken: str, gems: int = 0, deck: str = "double"):
    """The score of one player, or of two partners in seats 0 and 2."""
    seats = (Seat(0), Seat(2))[: len(taken)]
    return score_side(deck_named(deck), seats, tuple(map(card_set, taken)), gems)


def guilds(result) -> dict[str, tuple[int, bool, int]]:
    titles = ("Nobles", "Artists", "Traders", "Workmen", "Knights", "Assassins")
    return {titles[column.guild]: (column.symbols, column.joker, column.points) for column in result.columns}


# --- Set-up ---


@pytest.mark.parametrize(
    ("mode", "pile", "hand", "gems", "rounds"),
    [("solo-3", 16, 12, 4, 16), ("solo-4", 12, 10, 2, 12), ("pairs-4", 12, 10, 2, 12), ("solo-5", 12, 8, 4, 12)],
)
def test_set_up_deals_by_the_table(mode, pile, hand, gems, rounds):
    state = start(mode)
    assert len(state.pile) == pile
    assert {one.bit_count() for one in state.hands} == {hand}
    assert set(state.gems) == {gems}
    assert state.table.mode.rounds == rounds == hand + gems


@pytest.mark.parametrize("mode", ["solo-6", "pairs-6"])
def test_set_up_at_six(mode):
    state = start(mode)
    assert set(state.gems) == {4}
    assert state.table.mode.rounds == 12 == 8 + 4


def test_01_the_first_leader_is_drawn_and_then_the_winner_leads():
    drawn = Counter(start("solo-4", bytes([number] * 32)).table.first_leader for number in range(200))
    assert set(drawn) == {0, 1, 2, 3}
    state = position("solo-4", ["A4 E4", "A9 E5", "A6 E6", "A7 E7"], pile="U1 U2", gems=[0] * 4)
    assert play(state, "A4", "A9", "A6", "A7").order == (1, 2, 3, 0)


def test_02_the_trump_lies_open_before_the_lead_and_never_competes():
    state = position("solo-4", ["E4", "E5", "E6", "A2"], pile="A13", gems=[11] * 4)
    assert GAME.view(state, None)["trump"] == "A13"
    assert card_names(play(state, "E4", "E5", "E6", "A2").taken[3]) == ("A2", "A13", "E4", "E5", "E6")


def test_03_at_six_three_get_eight_three_get_nine_and_discard_at_the_same_time():
    state = start("solo-6")
    leader = state.table.first_leader
    sizes = [state.hands[(leader + step) % 6].bit_count() for step in range(6)]
    assert sizes == [8, 8, 8, 9, 9, 9]
    assert len(state.pile) == 1
    assert to_act(state) == tuple((leader + step) % 6 for step in (3, 4, 5))
    for seat in reversed(to_act(state)):
        state, _ = apply(state, seat, legal(state, seat)[0])
    assert {hand.bit_count() for hand in state.hands} == {8}
    assert sorted(state.pile) == sorted(
        {card for card in state.discarded if card is not None} | set(start("solo-6").pile)
    )
    assert (state.round, state.order[0]) == (1, leader)


def test_03_the_four_are_shuffled_before_the_first_is_turned_up():
    """The unseen card and the discards clockwise from the first leader, shuffled by the seed."""
    state = start("solo-6")
    unseen, seats = state.pile, to_act(state)
    thrown = [legal(state, seat)[0] for seat in seats]
    for seat, action in zip(seats, thrown, strict=True):
        state, _ = apply(state, seat, action)
    four = [*unseen, *(action - PASS - 1 for action in thrown)]
    assert state.pile == chance.shuffle(four, SEED, "trumps-1") != tuple(four)


# --- A round ---


def test_04_the_leader_never_passes():
    state = position("solo-3", ["A4 E5", "A5", "A6"], pile="U1", gems=[4] * 3)
    assert written(legal(state, Seat(0))) == ["play A4", "play E5"]
    with pytest.raises(NotLegal):
        apply(state, Seat(0), PASS)


def test_05_everyone_else_may_pass_for_a_gem_even_when_able_to_follow():
    state = play(position("solo-3", ["A4", "A5 A7", "A6"], pile="U1", gems=[4, 1, 0]), "A4")
    assert written(legal(state, Seat(1))) == ["play A5", "play A7", "pass"]
    state = play(state, "pass")
    assert state.gems == (4, 0, 0)
    assert written(legal(state, Seat(2))) == ["play A6"]
    with pytest.raises(NotLegal):
        apply(state, Seat(2), PASS)


def test_05_clockwise_and_once():
    state = play(position("solo-3", ["A4", "A5", "A6"], pile="U1", leader=1), "A5")
    assert to_act(state) == (2,)
    with pytest.raises(NotYourTurn):
        apply(state, Seat(1), PASS)


def test_06_a_card_must_follow_if_it_can_and_need_not_trump_or_beat():
    state = play(position("solo-3", ["E9", "E4 U1 U13", "A6 U2"], pile="U5", gems=[0, 0, 0]), "E9")
    assert written(legal(state, Seat(1))) == ["play E4"]
    with pytest.raises(NotLegal):
        apply(state, Seat(1), read("play U13"))
    assert written(legal(play(state, "E4"), Seat(2))) == ["play A6", "play U2"]


@pytest.mark.parametrize(
    ("hands", "trump", "winner"),
    [
        (["E4", "E12", "E9"], "U1", 1),  # all follow: the highest
        (["E4", "A13", "P13"], "U1", 0),  # nobody follows, no trump: the leader
        (["E4", "U2", "E13"], "U1", 1),  # the lowest trump beats any other
        (["E4", "U2", "U3"], "U1", 2),  # the highest trump
        (["U4", "U2", "A13"], "U1", 0),  # trump led
    ],
)
def test_07_the_highest_trump_wins_else_the_highest_of_the_led(hands, trump, winner):
    state = position("solo-3", hands, pile=trump, gems=[0] * 3)
    assert play(state, *hands).taken[winner].bit_count() == 4


def test_08_if_all_others_pass_the_leader_wins():
    state = play(position("solo-3", ["E2 A1", "E12 A2", "E13 A3"], pile="U1 U2"), "E2", "pass", "pass")
    assert card_names(state.taken[0]) == ("E2", "U1")
    assert state.treasures == (2, 0, 0)
    assert state.order[0] == 0


def test_09_the_winner_takes_cards_trump_and_gems_for_all_to_see():
    state = position("solo-4", ["E4 A4", "E9 A5", "A6", "U2 A7"], pile="P7 P8", gems=[1, 1, 1, 1])
    state = play(state, "E4", "E9", "pass", "U2")
    view = GAME.view(state, None)
    assert view["taken"][1] == ("E4", "E9", "P7", "U2")
    assert (view["gems"], view["treasures"]) == ((1, 1, 0, 1), (0, 1, 0, 0))


def test_09_gems_won_cannot_be_used_to_pass():
    state = position("solo-3", ["A4 E4", "A5", "A6 E6"], pile="U1 U2", gems=[0, 0, 0], treasures=[3, 3, 3])
    assert PASS not in legal(play(state, "A4"), Seat(1))


def test_10_a_player_without_cards_loses_own_gems_keeps_the_treasure_and_is_skipped():
    state = position("solo-3", ["A9 E4", "A5", "A6 E6"], pile="U1 U2", gems=[1, 3, 1], treasures=[0, 2, 0])
    state = play(state, "A9", "A5", "A6")
    assert state.gems == (1, 0, 1)
    assert state.treasures == (0, 2, 0)
    assert state.order == (0, 2)


def test_11_if_the_winner_has_no_cards_the_lead_goes_clockwise():
    state = position("solo-4", ["A4 E4", "A13", "A6", "A7 E7"], pile="U1 U2", gems=[0] * 4)
    assert play(state, "A4", "A13", "A6", "A7").order == (3, 0)


def test_12_if_nobody_has_cards_the_game_ends_and_the_trumps_left_are_nobodys():
    state = play(position("solo-3", ["A4", "A5", "A6"], pile="U1 U2 U3"), "A4", "A5", "A6")
    assert state.is_over
    assert card_names(state.taken[2]) == ("A4", "A5", "A6", "U1")
    assert GAME.result(state) is not None


def test_13_a_player_alone_plays_on_and_wins_own_card_and_trump():
    state = position("solo-3", ["A4 E4 P4", "A5", "A6"], pile="U1 U2 U3")
    state = play(state, "A4", "A5", "A6", "E4", "P4")
    assert state.is_over
    assert card_names(state.taken[0]) == ("E4", "P4", "U2", "U3")


def test_13_at_six_a_player_alone_wins_own_card_only():
    state = position("solo-6", ["A4 E4", "A5", "A6", "A7", "A8", "A9"], pile="U1 U2 U3 U4", gems=[0] * 6)
    state = play(state, "A4", "A5", "A6", "A7", "A8", "A9", "E4")
    assert state.is_over
    assert card_names(state.taken[0]) == ("E4",)


def test_14_the_last_trump_is_played_for():
    pile = " ".join(f"{c}{v}" for c in "PU" for v in range(1, 9))
    state = position("solo-3", ["A4 E4", "A5 E5", "A6 E6"], pile=pile, number=15)
    state = play(state, "A4", "A5", "A6")
    assert (state.round, state.is_over) == (16, False)
    state = play(state, "E6", "E4", "E5")
    assert state.is_over
    assert "U8" in card_names(state.taken[2])


def test_15_at_six_the_trump_is_never_won_and_the_four_come_round_three_times():
    hands = ["A4 E4", "A5 E5", "A6 E6", "A7 E7", "A8 E8", "A9 E9"]
    state = position("solo-6", hands, pile="U1 U2 U3 U4", number=4, gems=[0] * 6)
    assert CARD_NAMES[state.trump] == "U4"
    state = play(state, "A4", "A5", "A6", "A7", "A8", "A9")
    assert card_names(state.taken[5]) == ("A4", "A5", "A6", "A7", "A8", "A9")
    assert (state.round, sorted(state.pile)) == (5, list(cards("U1 U2 U3 U4")))
    assert state.pile == chance.shuffle(cards("U1 U2 U3 U4"), POSITION_SEED, "trumps-2")
    assert GAME.view(state, None)["trumps_seen"] == ("U1", "U2", "U3", "U4")
    assert GAME.view(state, None)["trumps_turned"] == (CARD_NAMES[state.trump],)


def test_15_the_four_are_shuffled_again_before_the_ninth_round():
    hands = ["A4 E4", "A5 E5", "A6 E6", "A7 E7", "A8 E8", "A9 E9"]
    state = position("pairs-6", hands, pile="U1 U2 U3 U4", number=8, gems=[0] * 6)
    state = play(state, "A4", "A5", "A6", "A7", "A8", "A9")
    assert (state.round, state.pile) == (9, chance.shuffle(cards("U1 U2 U3 U4"), POSITION_SEED, "trumps-3"))


# --- Jokers. In the deck "double", Nobles are E5, P4, E8, U9, P12 and, twice, A10. ---


def test_16_a_joker_must_be_placed_even_at_a_loss():
    assert guilds(score("A1 P4 E5 E8")) == {"Nobles": (4, True, -1)}
    assert score("A1 P4 E5 E8").points == -1
    assert score("P4 E5 E8").points == 6


def test_16_a_joker_needs_a_real_symbol_and_one_guild_takes_one():
    assert guilds(score("A1 E1")) == {}
    result = score("A1 E1 P4")
    assert guilds(result) == {"Nobles": (2, True, 3)}
    assert result.discarded_jokers == 1


def test_17_a_joker_counts_as_one_symbol_and_a_surplus_one_still_as_a_card():
    result = score("A1 E1 P1 P4")
    assert guilds(result) == {"Nobles": (2, True, 3)}
    assert (result.cards, result.discarded_jokers) == (4, 2)


def test_18_jokers_go_where_the_total_is_best_and_equals_to_the_earliest_guild():
    # Nobles 2 → 3 gains 3, Artists (A4) 1 → 2 gains 2: the joker goes to the Nobles.
    assert guilds(score("A1 P4 E5 A4")) == {"Nobles": (3, True, 6), "Artists": (1, False, 1)}
    # One symbol each of Artists (A4) and Knights (U4): the earlier guild.
    assert guilds(score("A1 A4 U4")) == {"Artists": (2, True, 3), "Knights": (1, False, 1)}
    # Nobles 6 → 7 gains 16, which beats every other place.
    assert guilds(score("A1 P4 E5 E8 U9 A10 A4"))["Nobles"] == (7, True, 10)


# --- Scoring ---


NOBLES = ["", "P4", "P4 E5", "P4 E5 E8", "P4 E5 E8 U9", "P4 E5 E8 U9 P12", "P4 E5 E8 U9 A10", "P4 E5 E8 U9 P12 A10"]


@pytest.mark.parametrize(("taken", "points"), list(zip(NOBLES, [0, 1, 3, 6, -1, -3, -6, 10], strict=True)))
def test_19_symbols_of_one_guild(taken, points):
    assert score(taken).points == points


def test_19_eight_symbols_are_seven_and_a_joker():
    assert score(f"{NOBLES[7]} U1").points == 15


@pytest.mark.parametrize(
    ("taken", "points"), [("A13", -1), ("A13 E13", -3), ("A13 E13 P13", -6), ("A13 E13 P13 U13", 10)]
)
def test_19_pot_de_vin(taken, points):
    assert score(taken).points == points


def test_19_bonus_cards_and_treasure():
    assert score("A2 E2 P2").points == 6
    assert score("A3 E3").points == -4
    assert score("A2 A3", gems=5).points == 5


def test_20_points_then_cards_then_gems_then_shared():
    by_points = [score("P4"), score("P4 E5"), score("")]
    assert places(by_points) == (2, 1, 3)
    by_cards = [score("A2 A3"), score("")]  # both 0 points
    assert places(by_cards) == (1, 2)
    by_gems = [score("P4 A2", gems=0), score("A13 A2", gems=2)]  # 3 points and 2 cards each
    assert places(by_gems) == (2, 1)
    shared = [score("P4"), score("A4"), score("")]
    assert places(shared) == (1, 1, 3)


# --- Teams ---


def test_21_partners_sit_across_and_keep_separate_areas():
    assert MODES["pairs-4"].sides == ((0, 2), (1, 3))
    assert MODES["pairs-6"].sides == ((0, 3), (1, 4), (2, 5))
    state = play(position("pairs-4", ["A4", "A5", "A9", "A6"], pile="U1"), "A4", "A5", "A9", "A6")
    assert [taken.bit_count() for taken in state.taken] == [0, 0, 5, 0]


def test_22_of_a_guild_that_both_hold_only_the_smaller_column_scores():
    result = score("P4 E5 E8", "U9 P12")
    assert guilds(result) == {"Nobles": (2, False, 3)}
    assert result.columns[0].seat == 2
    assert result.void == ((0, 0),)
    equal = score("P4", "E5")
    assert (equal.columns[0].seat, equal.void) == (0, ((0, 2),))
    assert guilds(score("P4", "A4")) == {"Nobles": (1, False, 1), "Artists": (1, False, 1)}


def test_23_the_partners_jokers_are_one_pool_on_the_scored_columns():
    # Seat 0: 3 Nobles and a joker. Seat 2: 1 Noble. Scored: 1 Noble, and the joker makes it 2.
    assert guilds(score("P4 E5 E8 A1", "U9")) == {"Nobles": (2, True, 3)}
    # Two jokers, two scored columns: both are placed, 1 → 2 each.
    assert guilds(score("P4 A1 E1", "A4")) == {"Nobles": (2, True, 3), "Artists": (2, True, 3)}
    # The joker of the second partner counts as well.
    assert guilds(score("P4", "A4 A1 E1")) == {"Nobles": (2, True, 3), "Artists": (2, True, 3)}


def test_24_pot_de_vin_of_both_count_together_and_the_rest_is_added():
    result = score("A13 E13 A2", "P13 U13 A3 E3", gems=4)
    assert (result.pot_de_vin, result.bonus, result.points) == (4, -2, 10 - 2 + 4)


def test_24_the_gems_of_both_partners_are_added():
    state = position("pairs-4", ["A4", "A5", "A6", "A7"], pile="U1", gems=[0] * 4, treasures=[1, 0, 2, 0])
    assert [side["gems"] for side in GAME.view(state, None)["scores"]] == [3, 0]
    assert [side["points"] for side in GAME.view(state, None)["scores"]] == [3, 0]


def test_24_the_rulebooks_example_comes_to_ten():
    """+1 +3 +1 -3 +6 +2: four columns of 1, 2, 1 and 3 symbols, two Pot de Vin, one +2."""
    result = score("P4 A4 U6 A13 A2", "E4 U4 E10 A8 E13")
    assert sorted(points for _, _, points in guilds(result).values()) == [1, 1, 3, 6]
    assert (result.pot_de_vin, result.bonus, result.points) == (2, 2, 1 + 3 + 1 - 3 + 6 + 2)


def test_25_ties_of_teams_count_both_partners_cards_and_gems():
    ahead, behind = score("P4 E5", "E8 A13 A2", gems=0), score("P4", "A13 A2", gems=0)
    assert ahead.points == behind.points == 2
    assert places([behind, ahead]) == (2, 1)
    rich, poor = score("P4 A13 A3", "E13 P13 U13", gems=3), score("P4 A13 A3", "E13 P13 U13 A2", gems=1)
    assert (rich.points, poor.points) == (1 - 2 + 10 + 3, 1 + 10 + 1)
    assert places([rich, poor]) == (2, 1)  # the same points: first more cards taken, then more gems
    assert places([score("A2", gems=1), score("A2", "", gems=1), score("", gems=3)]) == (1, 1, 3)


def test_26_six_for_themselves_score_like_the_others():
    """Each alone, by the cards and gems of one's own, as ruling 19 counts them."""
    assert MODES["solo-6"].sides == tuple((seat,) for seat in range(6))
    taken = ["P4 E5 E8", "A13", "", "", "", "A2"]
    state = position("solo-6", ["A4"] * 6, pile="U1 U2 U3 U4", taken=taken, treasures=[0, 2, 1, 0, 0, 0])
    scores = GAME.view(state, None)["scores"]
    assert [side["points"] for side in scores] == [6, -1 + 2, 1, 0, 0, 2]
    assert [side["place"] for side in scores] == [1, 3, 4, 5, 5, 2]


# --- Only online ---


def test_27_the_clock_passes_or_plays_the_lowest():
    state = play(position("solo-3", ["A9", "A5 A7", "U9 E9 P9"], pile="U1", gems=[0, 1, 0]), "A9")
    assert default(state, Seat(1)) == PASS
    assert GAME.write(default(play(state, "A7"), Seat(2))) == "play E9"
    leading = position("solo-3", ["U4 E12", "A5", "A6"], pile="U1")
    assert GAME.write(default(leading, Seat(0))) == "play U4"


def test_27_at_six_the_lowest_card_is_discarded():
    state = start("pairs-6")
    seat = to_act(state)[0]
    lowest = min(card_names(state.hands[seat]), key=lambda name: (int(name[1:]), name[0]))
    assert default(state, seat) == discard(cards(lowest)[0])


def test_28_partners_may_not_talk_while_they_hold_cards():
    assert GAME.phase(start("pairs-4")).talk is Talk.PRESET
    assert GAME.phase(start("pairs-6")).talk is Talk.PRESET
    assert GAME.phase(start("solo-5")).talk is Talk.FREELY
    assert GAME.phase(start("solo-5")).ends is Ends.ALL_HAVE_ACTED


def test_29_all_chance_comes_from_one_seed():
    assert start("solo-6") == start("solo-6")
    assert start("solo-6") != start("solo-6", bytes(32))


def test_29_the_house_commits_to_its_secret_before_anyone_contributes():
    # SHA-256 of the three bytes "abc", as FIPS 180 prints it.
    assert chance.commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_30_a_duplicate_deal_is_the_same_at_every_table():
    secret = b"one secret for the round"
    deals = {GAME.start({"mode": "solo-4", "deck": "double"}, chance.seed_from(secret, [])).hands for _ in range(2)}
    assert len(deals) == 1
    assert start("solo-4", chance.seed_from(b"another secret", [])).hands not in deals


def test_29_every_contribution_changes_the_seed():
    """HMAC-SHA-256 with the secret as the key, of the contributions joined by commas."""
    expected = hmac.new(b"secret", b"0a,,ff", "sha256").digest()
    assert chance.seed_from(b"secret", ["0a", "", "FF"]) == expected
    assert chance.seed_from(b"secret", ["0a", "", "fe"]) != expected
