"""Names shortened to a width. In hundredths of their size: small letters take 60, narrow ones 34, broad ones 92."""

import pytest

from tournaments.pictures.text_fitting import cleaned, clusters, isolated, shortened, width

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"  # three people joined to one picture
THUMB = "\U0001f44d\U0001f3fd"  # a thumb of a colour


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("abcde", 300, "abcde"),
        ("abcde", 299, "abc…"),  # 299 - 92 for the ellipsis leaves 207: three letters of 60
        ("ab cde", 320, "ab c…"),  # 228: 60 + 60 + 34 + 60
        ("ab cde", 250, "ab…"),  # 158: two letters and the space, which is not left before the ellipsis
        ("नमस्ते दुनिया", 420, "नमस्ते…"),  # 328: four letters of 70, the space; half of the next word would not fit
        ("wwwww", 300, "ww…"),
        ("abcde", 10, "…"),
        ("李小龍李小龍", 400, "李小龍…"),
        ("e\u0301e\u0301e\u0301e\u0301", 230, "e\u0301e\u0301…"),
        (f"{FAMILY}{FAMILY}{FAMILY}", 400, f"{FAMILY}{FAMILY}…"),
        ("שרה לוי", 394, "שרה לוי"),  # six of 60 and a space
        ("", 100, ""),
    ],
)
def test_shortened(text, most, short):
    assert shortened(text, most) == short
    assert text == short or width(short) <= max(most, width("…"))


def test_what_belongs_together_is_not_parted():
    assert list(clusters(f"ne\u0301{FAMILY}{THUMB}!")) == ["n", "e\u0301", FAMILY, THUMB, "!"]


def test_cleaned_of_what_turns_the_direction_and_of_what_xml_forbids():
    assert cleaned("a\u202eb\u2066c\u2069d\x00e\x1bf\ud800g\uffffh") == "abcdefgh"
    assert cleaned(FAMILY) == FAMILY


def test_isolated():
    assert isolated("שרה") == "\u2068שרה\u2069"
    assert isolated("") == ""
