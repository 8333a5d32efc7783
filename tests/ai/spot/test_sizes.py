from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.spot.sizes import Sizes, SpotError, menu_text, parse_menu, parse_sizes

percents = st.integers(1, 100_000_000).map(lambda number: Fraction(number, 10_000))
sizes = st.builds(Sizes, st.lists(percents, max_size=9).map(tuple), st.booleans())


@given(st.lists(sizes, min_size=1, max_size=2).map(tuple))
def test_menus_round_trip(menu):
    read = parse_menu(menu_text(menu))
    assert read + read[-1:] * (len(menu) - len(read)) == menu
    assert parse_sizes(str(menu[0])) == menu[0]


def test_text_of_lists():
    percents = (Fraction(333, 10), Fraction(50), Fraction(100))
    assert parse_sizes(" 100, 50%  a,33.30 50") == Sizes(percents, True)
    assert str(parse_sizes("a,100,.5,33.30")) == "0.5,33.3,100,a"
    assert parse_sizes("") == Sizes() and str(Sizes()) == ""
    assert parse_menu("50;") == (Sizes((Fraction(50),)), Sizes())
    assert menu_text(parse_menu("50;50")) == "50" and menu_text(parse_menu(";50")) == ";50"


@pytest.mark.parametrize(
    "text",
    [
        *("0", "-5", "1e3", "10001", "x", "50/100", "1.23456", "nan", "\u0665", "aa", "50%%"),
        ",".join(map(str, range(1, 12))),
        ",".join(map(str, range(1, 11))) + ",a",
    ],
)
def test_sizes_that_make_no_sense(text):
    with pytest.raises(SpotError) as caught:
        parse_menu(f"50;{text}")
    assert "\n" not in str(caught.value)


@given(
    sizes, st.integers(0, 500), st.integers(2, 10**9), st.integers(1, 300), st.integers(1, 10**9)
)
def test_totals_are_those_of_decimal_arithmetic(found, faced, pot, step, behind):
    most = faced + behind
    least = min(faced + step, most)
    expected = {most} if found.all_in else set()
    for percent in found.percents:
        part = Decimal(percent.numerator) / Decimal(percent.denominator) * pot / 100
        total = faced + int(part.quantize(Decimal(1), ROUND_HALF_UP))
        expected.add(least if total < least else most if total > most else total)
    assert found.totals(faced, pot, least, most) == sorted(expected)
