"""The bracket as markup: well-formed, escaped, every table once, nothing told by colour alone."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.tournaments.formats.knockouts import PAIRS, by_seed, order
from tests.tournaments.pictures.brackets import numbers, pictured, played
from tournaments.formats.elimination.building import double_elimination, single_elimination
from tournaments.formats.elimination.course import TableState
from tournaments.formats.elimination.shapes import Rules
from tournaments.formats.sizes import TableSizes
from tournaments.formats.tables import Outcome
from tournaments.pictures.bracket import ENGLISH, BracketRound, bracket_svg
from tournaments.pictures.bracket.tables import BracketTable

SVG = "{http://www.w3.org/2000/svg}"
STYLES = Path(__file__).parents[3] / "tournaments/static/tournaments/css/bracket.css"
FOUR = single_elimination(range(1, 5), PAIRS, small_final=True)
EIGHT_TWICE = double_elimination(range(1, 9), PAIRS)


def drawn(rounds: list[BracketRound], chosen: int | None = None, words=ENGLISH) -> ElementTree.Element:
    return ElementTree.fromstring(bracket_svg(rounds, chosen=chosen, words=words))  # noqa: S314  (our own)


def of_class(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in picture.iter() if name in element.get("class", "").split()]


def tables(picture: ElementTree.Element, name: str = "bracket__table") -> list[int]:
    return [int(element.get("data-table")) for element in of_class(picture, name)]


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text for text in element.iter(f"{SVG}text")]


def line_ends(picture: ElementTree.Element, name: str) -> set[tuple[int, int]]:
    return {(int(line.get("data-from")), int(line.get("data-to"))) for line in of_class(picture, name)}


def changed(rounds: list[BracketRound], number: int, **values) -> list[BracketRound]:
    def one(table: BracketTable) -> BracketTable:
        return replace(table, **values) if table.number == number else table

    return [replace(each, tables=tuple(map(one, each.tables))) for each in rounds]


@pytest.mark.parametrize("rules", [Rules(TableSizes(2, 2)), Rules(TableSizes(3, 4), 2), Rules(TableSizes(2, 6), 3)])
@pytest.mark.parametrize("entries", [3, 13, 64, 256])
@pytest.mark.parametrize("draw", [single_elimination, double_elimination])
def test_every_table_is_drawn_once_with_a_link_and_a_title(rules, entries, draw):
    rounds = pictured(played(draw(range(1, entries + 1), rules)))
    picture = drawn(rounds)
    assert Counter(tables(picture)) == Counter(numbers(rounds))
    links = list(picture.iter(f"{SVG}a"))
    assert sorted(str(link.get("href")) for link in links) == sorted(t.href for each in rounds for t in each.tables)
    assert all(link.find(f"{SVG}g/{SVG}title").text == link.get("aria-label") for link in links)


def test_there_are_no_style_attributes_roles_of_images_or_colours():
    markup = bracket_svg(pictured(played(EIGHT_TWICE)), chosen=3, words=ENGLISH)
    assert not re.search(r"\sstyle=|role=|<style|\sfill=|\sstroke=|\sid=", markup)


def test_rounds_are_walked_in_their_order_and_tables_from_top_to_bottom():
    picture = drawn(pictured(played(FOUR)))
    assert [title.text for title in of_class(picture, "bracket__title")] == ["Winners 1", "Small-final 1", "Final 1"]
    assert tables(picture) == [1, 2, 3, 4]
    eight = drawn(pictured(played(single_elimination(range(1, 9), PAIRS))))
    # The winners of 1 and 4 meet, and those of 2 and 3.
    assert tables(eight)[:4] == [1, 4, 2, 3]


def test_a_table_in_words():
    picture = drawn(pictured(played(FOUR)))
    (final,) = [e for e in of_class(picture, "bracket__table") if e.get("data-table") == "4"]
    assert final.find(f"{SVG}title").text == (
        "Table 4 (finished): \u2068Player 1\u2069, place 1 (33), winner of the tournament; "
        "\u2068Player 2\u2069, place 2 (26), out"
    )
    (first,) = [e for e in of_class(picture, "bracket__table") if e.get("data-table") == "1"]
    assert "\u2068Player 1\u2069, place 1 (33), goes on; " in first.find(f"{SVG}title").text


def test_a_live_table_says_so_in_a_word_and_with_a_seal():
    rounds = changed(pictured(played(FOUR, tables=1)), 2, status="playing", live=True)
    (live,) = of_class(drawn(rounds, words=ENGLISH | {"playing": "ao vivo"}), "bracket__table--live")
    assert live.get("data-table") == "2"
    assert "ao vivo" in texts(live)
    assert len(of_class(live, "bracket__seal")) == 1
    assert live.find(f"{SVG}title").text.startswith("Table 2 (ao vivo): ")


def test_slots_say_where_their_entry_comes_from_and_nobody_has_no_row():
    picture = drawn(pictured(played(single_elimination(range(1, 4), PAIRS), tables=0)))
    resting, open_table, final = of_class(picture, "bracket__table")
    assert texts(resting) == ["Table 1", "rests", "1", "\u2068Player 1\u2069"]
    assert texts(open_table) == ["Table 2", "ready", "2", "\u2068Player 2\u2069", "3", "\u2068Player 3\u2069"]
    assert texts(final) == ["Table 3", "1", "\u2068Player 1\u2069", "\u2068Winner of table 2\u2069"]
    assert len(of_class(final, "bracket__slot--unknown")) == 1


def test_a_table_without_a_page_has_no_link():
    picture = drawn(changed(pictured(played(FOUR)), 1, href=""))
    assert len(list(picture.iter(f"{SVG}a"))) == 3
    assert tables(picture) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<b>Eve</b> & 'Al'", "<b>Eve</b> & 'Al'"),
        ('"><script>0</', '"><script>0</'),
        ("שרה לוי", "שרה לוי"),
        ("محمد عبد الرحمن", "محمد عبد الرحمن"),
        ("turned \u202eby\u2069 a\x07 bell", "turned by a bell"),
        ("", ""),
    ],
)
def test_names_of_all_kinds(name, shown):
    picture = drawn(pictured(played(FOUR), name=lambda entry: name if entry == 4 else f"Player {entry}"))
    names = [element.text for element in of_class(picture, "bracket__name")]
    assert names.count(f"\u2068{shown}\u2069" if shown else None) == 2
    assert not list(picture.iter(f"{SVG}script"))


def test_a_name_of_sixty_letters_is_cut_and_stands_whole_in_the_title():
    name = "Maximilian Wolfeschlegelsteinhausenbergerdorff the Third, Jr"
    assert len(name) == 60
    picture = drawn(pictured(played(FOUR), name=lambda entry: name if entry == 1 else f"Player {entry}"))
    rows = [row for row in of_class(picture, "bracket__slot") if row.find(f"{SVG}title") is not None]
    assert [row.find(f"{SVG}title").text for row in rows] == [f"\u2068{name}\u2069"] * 2
    for row in rows:
        (cut,) = [text.text for text in of_class(row, "bracket__name")]
        assert cut.endswith("…\u2069")
        assert name.startswith(cut[1:-2])
        assert 10 <= len(cut) <= 30


def test_the_chosen_way_is_all_their_tables_and_the_lines_between():
    """5 loses to 4 and falls: the winners' table 4, then 5 and, having beaten 8 there, 9, where 3 puts them out."""
    picture = drawn(pictured(played(EIGHT_TWICE)), chosen=5)
    assert sorted(tables(picture, "bracket__table--chosen")) == [4, 5, 9]
    assert line_ends(picture, "bracket__line--chosen") == {(4, 5), (5, 9)}
    assert line_ends(picture, "bracket__line--falls") == {(4, 5)}
    rows = of_class(picture, "bracket__slot--chosen")
    assert len(rows) == len(of_class(picture, "bracket__pointer")) == 3
    assert all("\u2068Player 5\u2069" in texts(row) for row in rows)


def test_nobody_is_chosen_and_there_is_no_champion_before_the_end():
    picture = drawn(pictured(played(EIGHT_TWICE, tables=10)))
    for name in ("chosen", "champion", "falls"):
        assert not of_class(picture, f"bracket__line--{name}")
    assert not of_class(picture, "bracket__crown")


def test_the_way_of_the_champion_who_never_lost():
    """1 wins tables 1, 7 and 12 and the final, 14; the reset is not needed."""
    picture = drawn(pictured(played(EIGHT_TWICE)))
    assert line_ends(picture, "bracket__line--champion") == {(1, 7), (7, 12), (12, 14)}
    (crowned,) = [e for e in of_class(picture, "bracket__table") if of_class(e, "bracket__crown")]
    assert crowned.get("data-table") == "14"


def loser_of_the_first_final(state: TableState) -> Outcome:
    """The better seed wins, but for the final, which 2 wins against 1."""
    return order(2, 1) if state.table.number == 13 else by_seed(state)


def test_the_reset_has_the_last_word():
    """2 falls at 12, comes back over 13, wins the final and loses the reset to 1, who is the champion."""
    rounds = pictured(played(EIGHT_TWICE, judge=loser_of_the_first_final))
    picture = drawn(rounds)
    (crowned,) = [e for e in of_class(picture, "bracket__table") if of_class(e, "bracket__crown")]
    assert crowned.get("data-table") == "15"
    assert line_ends(picture, "bracket__line--champion") == {(1, 7), (7, 12), (12, 14), (14, 15)}
    before = drawn(pictured(played(EIGHT_TWICE, tables=14, judge=loser_of_the_first_final)))
    assert not of_class(before, "bracket__crown")


def test_every_part_that_the_style_sheet_names_is_drawn_and_the_other_way_round():
    """Over brackets that show every part; what only holds others together has no style of its own."""
    rounds = changed(pictured(played(EIGHT_TWICE, tables=10)), 11, status="called-off")
    pictures = [
        drawn(changed(rounds, 12, live=True, status="playing"), chosen=3),
        drawn(pictured(played(EIGHT_TWICE)), chosen=3),
        drawn(pictured(played(single_elimination(range(1, 4), PAIRS)))),
    ]
    found = {name for picture in pictures for element in picture.iter() for name in element.get("class", "").split()}
    styled = set(re.findall(r"\.(bracket__[a-z-]+)", STYLES.read_text()))
    assert styled - found == set()
    assert {name for name in found if "--" not in name} - styled == {
        "bracket__lines",
        "bracket__round",
        "bracket__slot",
        "bracket__table",
    }


def test_the_words_are_those_of_the_reader():
    words = {key: f"[{value}]" for key, value in ENGLISH.items()}
    markup = bracket_svg(pictured(played(EIGHT_TWICE, tables=10)), words=words)
    assert "([finished])" in markup
    assert "[place 1]" in markup
    assert "[goes on]" in markup
    assert "[ready]" in markup
