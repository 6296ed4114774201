"""Writes points and tie-breaks as people do: 3½ and not 7/2."""

from fractions import Fraction

from django.utils.formats import number_format

VULGAR_FRACTIONS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}
SUPERSCRIPT, SUBSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
# Points are shown exactly up to this denominator: sums of shares at tables of three to six stay below it.
DENOMINATOR_LIMIT = 60
# Of a number that is not a common fraction.
DECIMAL_PLACES = 3


def number_words(text: str | None) -> str:
    """Return a number from its text: "7/2" is 3½, "17/36" is 0.472, "1532.4" stays; nothing for None."""
    if text is None:
        return ""
    if "." in text:
        return minus(number_format(text, decimal_pos=1))
    return fraction_words(Fraction(text))


def exact_words(text: str | None) -> str:
    """Return points from their text, exact: 1½, 1¹¹⁄₁₂; with three decimals only where that would be unreadable."""
    number = Fraction(text or 0)
    whole, rest = divmod(abs(number), 1)
    if not rest or rest in VULGAR_FRACTIONS or rest.denominator > DENOMINATOR_LIMIT:
        return fraction_words(number)
    above, below = str(rest.numerator).translate(SUPERSCRIPT), str(rest.denominator).translate(SUBSCRIPT)
    return f"{'−' if number < 0 else ''}{whole or ''}{above}⁄{below}"


def fraction_words(number: Fraction) -> str:
    """Write whole numbers and common fractions with signs of their own, anything else with three decimals."""
    whole, rest = divmod(abs(number), 1)
    sign = "−" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    if rest in VULGAR_FRACTIONS:
        return f"{sign}{whole or ''}{VULGAR_FRACTIONS[rest]}"
    return minus(number_format(round(float(number), DECIMAL_PLACES), decimal_pos=DECIMAL_PLACES))


def minus(text: str) -> str:
    return text.replace("-", "−")
