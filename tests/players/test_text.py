"""Lines that people write: what is invisible is nothing, and nothing turns a line around."""

import pytest

from players.text import clean_line

CLEANED_BY_RAW = {
    "Well   played!": "Well played!",
    "  \t\n ": "",
    "\u200b\u2060\ufeff": "",  # zero width
    "\u3164\u115f\u2800": "",  # fillers and blank symbols
    "\u200d\u200c": "",  # joiners alone
    "\u0301\ufe0f": "",  # a mark and a variation with nothing under them
    "abc\u202egnp.exe": "abcgnp.exe",  # right to left override
    "\u2067שלום\u2069 friend": "שלום friend",
    "line\u2028break\u0007": "line break",
    "می\u200cخواهم": "می\u200cخواهم",  # Persian needs its joiner
    "👩\u200d🚀 ❤\ufe0f": "👩\u200d🚀 ❤\ufe0f",
    "?!": "?!",
    "soft\u00adhyphen": "softhyphen",
}


@pytest.mark.parametrize("text", CLEANED_BY_RAW)
def test_a_line_as_it_is_kept(text):
    assert clean_line(text) == CLEANED_BY_RAW[text]
