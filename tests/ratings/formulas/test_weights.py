"""What a rating weighs, beside the same worked out with forty digits."""

from decimal import Decimal, localcontext

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ratings.formulas.waves import weights_of
from ratings.formulas.weights import weight

# A number has 53 binary digits. Its 400th part is rounded, and the weight of so many points is as uncertain as that.
CLOSE = Decimal(2) ** -48


@given(st.floats(-7000, 7000))
def test_four_hundred_points_are_ten_times_the_weight(rating):
    with localcontext(prec=40):
        exactly = Decimal(10) ** (Decimal(rating) / 400)
        assert abs(Decimal(weight(rating)) / exactly - 1) < CLOSE


def test_round_numbers_by_hand():
    assert [weight(0), weight(-0.0)] == [1, 1]
    assert [round(weight(points), 9) for points in (400, 800, -400)] == [10, 100, 0.1]


@given(st.lists(st.floats(-20_000, 20_000), min_size=1, max_size=20))
def test_a_column_has_the_same_bits_as_one_by_one_also_beyond_the_table(ratings):
    assert weights_of([np.array(ratings)])[0].tolist() == [weight(rating) for rating in ratings]
