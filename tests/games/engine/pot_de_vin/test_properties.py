"""What is always true of Pot de Vin, whatever is dealt and played."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.pot_de_vin import PotDeVin
from games.engine.pot_de_vin.cards import EVERY_CARD, JOKERS, Guild
from games.engine.pot_de_vin.deck import BadDeck, deck_load, deck_named
from games.engine.pot_de_vin.modes import MODES
from games.engine.pot_de_vin.scoring import score_side

GAME = PotDeVin()
POINTS_BY_SYMBOLS_EXPECTED = {0: 0, 1: 1, 2: 3, 3: 6, 4: -1, 5: -3, 6: -6, 7: 10, 8: 15}
seeds = st.binary(min_size=32, max_size=32)
card_sets = st.integers(0, EVERY_CARD)


def games(mode: str, seed: bytes):
    random, state = Random(seed), GAME.start({"mode": mode, "deck": "double"}, seed)
    yield state
    while acting := GAME.to_act(state):
        seat = random.choice(acting)
        state, _ = GAME.apply(state, seat, random.choice(GAME.legal(state, seat)))
        yield state


@pytest.mark.parametrize("mode", MODES)
@given(seed=seeds)
def test_no_card_is_lost_or_doubled(mode, seed):
    for state in games(mode, seed):
        pile = 0 if state.table.mode.discards else state.round - 1
        if state.is_over and not state.table.mode.discards:
            pile = state.round
        open_discards = [card for card in state.discarded if card is not None and not state.round]
        trick = [card for card in state.trick if card < 52]
        places = [*state.hands, *state.taken, *(1 << card for card in (*state.pile[pile:], *open_discards, *trick))]
        assert sum(place.bit_count() for place in places) == 52
        assert sum(places) == EVERY_CARD


@pytest.mark.parametrize("mode", MODES)
@given(seed=seeds)
def test_cards_and_own_gems_are_as_many_as_the_rounds_left(mode, seed):
    for state in games(mode, seed):
        if state.order and not state.trick:
            left = state.table.mode.rounds - state.round + 1
            for hand, gems in zip(state.hands, state.gems, strict=True):
                assert hand.bit_count() + gems == left or (hand, gems) == (0, 0)


@pytest.mark.parametrize("mode", MODES)
@given(seed=seeds)
def test_gems_only_move_or_are_lost(mode, seed):
    before = None
    for state in games(mode, seed):
        passed = sum(action >= 52 for action in state.trick)
        total = sum(state.gems) + sum(state.treasures) + passed
        assert before is None or total <= before
        before = total


def brute_force(deck: str, taken: int) -> int:
    """The best total over every way to place as many jokers as can be placed, worked out the long way."""
    symbols = dict(zip(Guild, deck_named(deck).counts(taken), strict=True))
    held = [guild for guild in Guild if symbols[guild]]
    placed = min((taken & JOKERS).bit_count(), len(held))
    return max(
        sum(POINTS_BY_SYMBOLS_EXPECTED[symbols[guild] + (guild in chosen)] for guild in held)
        for chosen in combinations(held, placed)
    )


@given(taken=card_sets, deck=st.sampled_from(["double", "single"]))
def test_jokers_are_placed_as_well_as_brute_force_can(taken, deck):
    score = score_side(deck_named(deck), (0,), (taken,), 0)
    assert sum(column.points for column in score.columns) == brute_force(deck, taken)


@given(one=card_sets, other=card_sets)
def test_a_teams_columns_are_the_smaller_ones(one, other):
    other &= ~one
    deck = deck_named("double")
    score = score_side(deck, (0, 2), (one & ~JOKERS, other & ~JOKERS), 0)
    for guild in Guild:
        held = [count for cards in (one, other) if (count := deck.counts(cards)[guild])]
        scored = [column.symbols for column in score.columns if column.guild == guild]
        assert scored == ([min(held)] if held else [])


def deck_text(name: str = "mine", **rows: list[str]) -> str:
    table = {value: ["Nobles", "Artists", "Traders", "Workmen"] for value in range(4, 13)}
    spread = list(Guild)
    for index, value in enumerate(range(4, 13)):
        table[value] = [spread[(4 * index + offset) % 6].title for offset in range(4)]
    lines = [f"{value} = {row}" for value, row in (table | {int(key[1:]): row for key, row in rows.items()}).items()]
    return f'name = "{name}"\n[cards]\n' + "\n".join(lines).replace("'", '"')


def test_a_file_is_named_as_its_deck_is(tmp_path, monkeypatch):
    (tmp_path / "box.toml").write_text(deck_text("another"))
    monkeypatch.setattr("games.engine.pot_de_vin.deck.DECKS_FOLDER", tmp_path)
    with pytest.raises(BadDeck, match="box"):
        deck_named.__wrapped__("box")


def test_a_deck_of_ones_own_is_read():
    assert deck_load(deck_text()).name == "mine"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("nonsense", "not TOML"),
        ("", "name"),
        ('name = "x"', "table of cards"),
        (deck_text(_4=["Nobles"]), "9 guild cards a character"),
        (deck_text(_4=["Nobles", "Nobles", "Nobles", "Pirates"]), "no guild"),
        (deck_text(_4=["Nobles 3", "Nobles", "Nobles", "Nobles"]), "no guild"),
        (deck_text(_4=["Nobles 2"] * 4), "over 7 symbols"),
        (deck_text(_13=["Nobles"] * 4), "52 cards"),
        (deck_text(name="double"), "never changes"),
    ],
)
def test_a_deck_that_breaks_a_rule_is_refused_with_the_rule_named(text, rule):
    with pytest.raises(BadDeck, match=rule):
        deck_load(text)
