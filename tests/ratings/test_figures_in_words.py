"""How figures and days are written on the pages."""

from datetime import date

import pytest
from django.utils.translation import override

from ratings.templatetags.ratings import figures_day


@pytest.mark.parametrize(("language", "written"), [("en", "3/1/26"), ("pt-br", "01/03/26"), ("it", "01/03/26")])
def test_a_day_in_figures_is_short_in_every_language(language, written):
    with override(language):
        assert figures_day(date(2026, 3, 1)) == written
