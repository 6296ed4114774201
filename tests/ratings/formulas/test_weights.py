"""What a rating weighs, beside the same worked out with forty digits."""

from decimal import Decimal, localcontext

from hypothesis import given
from hypothesis import strategies as st

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
