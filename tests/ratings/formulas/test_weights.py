"""What a rating weighs, beside the same worked out with forty digits."""

from decimal import Decimal, localcontext

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ratings.formulas.waves import weights_of
from ratings.formulas.weights import weight

# A number has 53 binary digits. The number of steps and its factor are rounded, by which the weight is off by as many
# parts as its natural logarithm; the sum of five terms leaves out less than six parts, and is rounded too.
PART = Decimal(2) ** -52


@given(st.floats(-7000, 7000))
def test_four_hundred_points_are_ten_times_the_weight(rating):
    with localcontext(prec=40):
        power = Decimal(rating) / 400
        off = abs(Decimal(weight(rating)) / Decimal(10) ** power - 1)
        assert off < (abs(power) * Decimal(10).ln() + 8) * PART


def test_round_numbers_by_hand():
    assert [weight(0), weight(-0.0)] == [1, 1]
    assert [round(weight(points), 9) for points in (400, 800, -400)] == [10, 100, 0.1]


@given(st.lists(st.floats(-20_000, 20_000), min_size=1, max_size=20))
def test_a_column_has_the_same_bits_as_one_by_one_also_beyond_the_table(ratings):
    assert weights_of(np.array(ratings)).tolist() == [weight(rating) for rating in ratings]
