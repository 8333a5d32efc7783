from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.betting.sizes import (
    Sizes,
    SpotError,
    geometric_bet,
    menu_text,
    parse_menu,
    parse_sizes,
)
from ai.solver.spot import Spot, action_key, line_text, parse_key, parse_line
from engine.errors import IllegalActionError
from engine.player import CALL, FOLD, raise_to
from engine.tree import DECISION

percents = st.integers(1, 100_000_000).map(lambda number: Fraction(number, 10_000))
sizes = st.builds(Sizes, st.lists(percents, max_size=9).map(tuple), st.booleans())
relative = st.builds(
    Sizes,
    st.lists(percents, max_size=3).map(tuple),
    st.booleans(),
    st.lists(st.integers(10_001, 1_000_000), max_size=3).map(
        lambda some: tuple(Fraction(number, 10_000) for number in some)
    ),
    st.lists(st.integers(0, 9), max_size=3).map(tuple),
)


@given(st.lists(sizes | relative, min_size=1, max_size=2).map(tuple))
def test_menus_round_trip(menu):
    read = parse_menu(menu_text(menu))
    assert read + read[-1:] * (len(menu) - len(read)) == menu
    plain = Sizes(menu[0].percents, menu[0].all_in)
    assert parse_sizes(str(plain)) == plain


def test_size_lists_round_trip_or_are_rejected():
    percents = (Fraction(333, 10), Fraction(50), Fraction(100))
    assert parse_sizes(" 100, 50%  a,33.30 50") == Sizes(percents, True)
    assert str(parse_sizes("a,100,.5,33.30")) == "0.5,33.3,100,a"
    assert parse_sizes("") == Sizes() and str(Sizes()) == ""
    assert parse_menu("50;") == (Sizes((Fraction(50),)), Sizes())
    assert menu_text(parse_menu("50;50")) == "50" and menu_text(parse_menu(";50")) == ";50"
    many = ",".join(map(str, range(1, 11)))
    texts = "0 -5 1e3 10001 x 50/100 1.23456 nan \u0665 aa 50%%"
    for text in (*texts.split(), f"{many},11", f"{many},a"):
        with pytest.raises(SpotError) as caught:
            parse_menu(f"50;{text}")
        assert "\n" not in str(caught.value)
    assert parse_menu("A,2E,1.5X")[0] == Sizes((), True, (Fraction(3, 2),), (2,))
    for text in ("2.5x", "e", "50,3e"):
        with pytest.raises(SpotError, match="not a bet size"):
            parse_sizes(text)  # menus of blueprints have percentages only


@given(st.integers(2, 10**6), st.integers(1, 10**8), st.integers(1, 9))
def test_geometric_bets_put_the_stack_in(pot, stack, bets):
    bet = geometric_bet(pot, stack, bets)
    with localcontext(prec=60):
        whole = (1 + Decimal(2 * stack) / pot) ** (Decimal(1) / bets)
        part = (whole - 1) / 2 * pot
        assert abs(bet - part) <= Decimal("0.5") + Decimal("1e-40")


@given(
    sizes, st.integers(0, 500), st.integers(2, 10**9), st.integers(1, 300), st.integers(1, 10**9)
)
def test_totals_match_decimal_arithmetic(found, faced, pot, step, behind):
    most = faced + behind
    least = min(faced + step, most)
    expected = {most} if found.all_in else set()
    for percent in found.percents:
        part = Decimal(percent.numerator) / Decimal(percent.denominator) * pot / 100
        total = faced + int(part.quantize(Decimal(1), ROUND_HALF_UP))
        expected.add(least if total < least else most if total > most else total)
    assert found.totals(faced, pot, least, most) == sorted(expected)


TURN = Spot.parse("Qs Jh 2h 8c", "AA", "KK", 101, 300, "50,a", "100")
RIVER = Spot.parse("Qs Jh 2h 8c 5d", "AA", "KK", 101, 300, "50,a", "100")


@pytest.mark.parametrize("spot", [TURN, RIVER])
def test_lines_round_trip(spot):
    for node in np.flatnonzero(spot.tree.kind == DECISION).tolist():
        line = spot.tree.line_to(node)
        assert parse_line(spot, line_text(spot, line)) == line
    for action in (FOLD, CALL, raise_to(1), raise_to(950)):
        assert parse_key(action_key(action)) == action
        assert parse_key(action_key(action, 100), 100) == action


def test_raises_are_street_totals_and_errors_name_the_position():
    assert line_text(TURN, [raise_to(51), CALL, CALL, raise_to(102)]) == "r51c/cr102"
    assert parse_line(TURN, "cc") == (CALL, CALL)  # a trailing slash may be missing
    for text in ("", "/", "x", "r", "r1.5", "rr5", "r" + "1" * 13):
        with pytest.raises(IllegalActionError, match="not an action"):
            parse_key(text)
    for text, words in (
        ("x", "'x' at character 1 of the line is not"),
        ("r50", "'r50' at character 1 of the line: the actions are c, r51, r300"),
        ("cc/cc/", "character 6 of the line ends no round"),
        ("c/c", "character 2 of the line ends no round"),
        ("ccc", "a / is missing at character 3"),
        ("r51f", "it is nobody's turn after 'r51f'"),
    ):
        with pytest.raises(SpotError, match=words):
            parse_line(TURN, text)
