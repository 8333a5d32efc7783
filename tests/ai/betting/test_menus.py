from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.betting.menus import MAX_DEPTHS, Menu, MenuError, default_menu, wide_menu
from ai.betting.sizes import Sizes
from ai.betting.translation import MAX_LINES, Translator, pseudo_harmonic
from engine.errors import GameError
from engine.game import Game, get_game
from engine.lines import parse_line
from engine.player import CALL, PublicState, raise_to
from engine.tree import DECISION, build_tree
from tests.engine.trees import assert_same_trees

pytestmark = pytest.mark.slow

_percents = st.integers(1, 4000).map(lambda number: Fraction(number, 10))


def _lists(least):
    percents = st.lists(_percents, min_size=least, max_size=2).map(tuple)
    return st.builds(Sizes, percents, st.just(True))


_streets = st.builds(
    lambda first, others: (first, *others), _lists(1), st.lists(_lists(0), max_size=3)
)
menus = st.lists(_streets, min_size=1, max_size=4).map(lambda lists: Menu(tuple(lists)))


@given(menus)
def test_menus_round_trip(menu):
    assert Menu.parse(str(menu)) == menu


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("50/100,a", "street 1 of the bet menu has a list without all-in"),
        ("50,a;50,a/", "street 2 of the bet menu has a list without all-in"),
        ("50,a;a/50,a", "street 2 of the bet menu has no first bet except all-in"),
        ("", "without all-in"),
        ("50,a;;50,a", "street 2"),
        ("50,a;" * 4 + "50,a", "up to 4 streets"),
        ("50,a" + "/a,50" * MAX_DEPTHS, "16 lists"),
        ("50,b", "'b' is not a bet size"),
        ("50,a" * 1000, "up to 2,000 characters"),
    ],
)
def test_malformed_menus_say_what_is_wrong(text, words):
    with pytest.raises(MenuError, match=words):
        Menu.parse(text)
    assert str(Menu.parse("50%, a/100,a/100,a; 50,a/100,a")) == "50,a/100,a"  # no repeats
    assert Menu.parse(" all ") == Menu() and str(Menu()) == "all"


def test_raises_are_fractions_of_the_called_pot_and_nine_tenths_is_all_in():
    menu = Menu.parse("60,120,a/100,a/a;33,75,a/100,a")
    start = PublicState(get_game("holdem-nolimit@100"), (), ())
    assert list(menu.raises(start)) == [220, 340, 10_000]
    opened = start.after(raise_to(220))
    assert list(menu.raises(opened)) == [660, 10_000]
    again = opened.after(raise_to(660))
    assert list(menu.raises(again)) == [10_000]
    assert list(menu.raises(again.after(raise_to(10_000)))) == []
    flop = opened.after(CALL)
    assert list(menu.raises(flop)) == [145, 330, 9_780]  # 145.2 and 330 of 440
    assert list(menu.raises(flop.after(raise_to(330)))) == [1_430, 9_780]
    game = get_game("holdem-nolimit@10")
    start = PublicState(game, (), ())
    assert list(Menu.parse("399.5,a").raises(start)) == [899, 1_000]
    assert list(Menu.parse("400,a").raises(start)) == [1_000]
    assert_same_trees(Menu.parse("400,a").tree(game), build_tree(game, Menu.parse("400,a").raises))


@settings(max_examples=40, deadline=None)
@given(menus, st.integers(2, 12))
def test_trees_match_the_rules(menu, depth):
    game = get_game(f"holdem-nolimit@{depth}")
    try:
        found = menu.tree(game, 3_000)
    except GameError:
        with pytest.raises(GameError, match=r"more than 3,000 nodes"):
            build_tree(game, menu.raises, 3_000)
        return
    assert_same_trees(found, build_tree(game, menu.raises))


@pytest.mark.parametrize(
    ("game", "menu"),
    [
        *((get_game(name), Menu()) for name in ("kuhn", "leduc", "holdem-nolimit@1.5")),
        (
            Game.from_acpc(get_game("holdem-nolimit@6").to_acpc().replace("100 50", "50 50")),
            Menu.parse("50,a/100,a/a"),
        ),
        (get_game("holdem-nolimit-3@3"), Menu.parse("50,a/100,a/a")),
    ],
)
def test_trees_of_other_games_match_the_rules(game, menu):
    assert_same_trees(menu.tree(game), build_tree(game, menu.raises))


# The preset "hu" of donksolver 0.1.0 at 100 big blinds has the same counts.
PRESET = "60,120,a/100,a/80,a/80,a/a;33,75,a/100,a/100,a/a;50,100,a/100,a/100,a/a"


@pytest.mark.parametrize(
    ("menu_of", "name", "decisions"),
    [
        (lambda _: Menu.parse(PRESET), "holdem-nolimit@100", [36, 300, 1_588, 6_212]),
        (default_menu, "holdem-limit", [8, 70, 630, 5_670]),
        (default_menu, "holdem-nolimit@100", [28, 284, 1_724, 7_084]),
        (default_menu, "holdem-nolimit@20", [40, 416, 2_032, 6_736]),
        (wide_menu, "holdem-nolimit@100", [152, 1_084, 4_644, 14_764]),
        (wide_menu, "holdem-nolimit@20", [80, 596, 2_368, 6_720]),
    ],
)
def test_default_menus_are_small_enough_to_train(menu_of, name, decisions):
    tree = menu_of(get_game(name)).tree(get_game(name))
    assert np.bincount(tree.street[tree.kind == DECISION]).tolist() == decisions


MENU = Menu.parse("50,100,a/100,a/a;50,100,a/100,a")
TREE = MENU.tree(get_game("holdem-nolimit@50"))


def _translate(*actions):
    found = Translator(MENU, TREE).translate(PublicState(TREE.game, actions, ()))
    return found, *(
        {tuple(action.raise_to for action in TREE.line_to(node)): weight for node, weight in part}
        for part in (found.lines, found.called)
    )


@given(st.floats(0.01, 5.0), st.floats(0.01, 5.0), st.floats(0.0, 1.0))
def test_translation_weights_fall_from_one_to_zero(low, width, part):
    assert pseudo_harmonic(0.5, 1.0, 0.75) == pytest.approx(3 / 7, abs=1e-15)  # as published
    high, size = low + width, low + part * width
    assert pseudo_harmonic(low, high, low) == pytest.approx(1.0)
    assert pseudo_harmonic(low, high, high) == pytest.approx(0.0)
    assert -1e-9 <= pseudo_harmonic(low, high, size) <= 1.0 + 1e-9


@pytest.mark.parametrize(
    ("actions", "lines"),
    [
        ((raise_to(300), CALL, raise_to(300), raise_to(1500)), {(300, 0, 300, 1500): 1.0}),
        # Half and all of a pot of 200 after calling are 200 and 300; 250 is three quarters.
        ((raise_to(250),), {(200,): 3 / 7, (300,): 4 / 7}),
        # Lines continue at the same point of the menu: the pot of 500.
        ((raise_to(250), CALL, raise_to(500)), {(200, 0, 400): 3 / 7, (300, 0, 600): 4 / 7}),
        ((raise_to(250), raise_to(5_000)), {(200, 5_000): 3 / 7, (300, 5_000): 4 / 7}),
        # After a call it was not the all-in.
        ((raise_to(1_000), CALL), {(300, 0): 1.0}),
    ],
)
def test_translated_lines_match_hand_calculations(actions, lines):
    found, by_line, _ = _translate(*actions)
    assert by_line == pytest.approx(lines)
    assert found.exact == (len(actions) == 4)
    assert set(_translate(raise_to(1_000))[1]) == {(300,), (5_000,)}


def test_sizes_below_the_minimum_map_to_it_or_to_check_or_call():
    assert _translate(CALL, CALL, raise_to(100))[0].exact  # half the pot is the minimum bet
    small = raise_to(300), CALL, raise_to(120)  # a fifth of the pot, where half is the minimum
    _, lines, called = _translate(*small)
    assert lines == pytest.approx({(300, 0, 300): 0.5})
    assert called == pytest.approx({(300, 0): 0.5})
    _, lines, called = _translate(*small, CALL)
    assert lines == pytest.approx({(300, 0, 300, 0): 0.5, (300, 0, 0, 0): 0.5}) and not called
    _, lines, _ = _translate(*small, raise_to(960))
    assert lines == {(300, 0, 300, 1_500): 1.0}  # after a check nobody raises
    raises = raise_to(200), raise_to(600), raise_to(1_000)  # after two raises only all-in remains
    _, lines, called = _translate(*raises)
    share = pseudo_harmonic(0.0, 4_400 / 1_200, 400 / 1_200)
    assert lines == pytest.approx({(200, 600, 5_000): 1.0 - share})
    assert called == pytest.approx({(200, 600): share})
    assert _translate(*raises, CALL)[1] == {(200, 600, 0): 1.0}  # the all-in line has ended
    for more in ((raise_to(1_400),), (raise_to(1_400), CALL)):
        found, lines, called = _translate(*raises, *more)
        assert not (lines or called or found.exact)


@given(st.floats(0.01, 5.0), st.floats(0.0, 1.0))
def test_small_bets_are_folded_to_at_the_break_even_frequency(least, part):
    """A bet of x pots breaks even when 1 / (1 + x) of the range calls."""
    size = part * least
    folds = (1.0 - pseudo_harmonic(0.0, least, size)) * least / (1.0 + least)
    assert folds == pytest.approx(size / (1.0 + size))


def test_likeliest_lines_are_kept_and_equal_sizes_merged():
    # Every bet lies between two sizes, so the number of lines doubles.
    actions = parse_line(get_game("holdem-nolimit@50"), "r250c/r700c/r1500c/r3300")
    found, *_ = _translate(*actions)
    assert len(found.lines) == MAX_LINES
    weights = [weight for _, weight in found.lines]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) == pytest.approx(1.0)
    menu = Menu.parse("5,10,100,a/5,10,100,a/a;100,a/a")
    tree = menu.tree(get_game("holdem-nolimit@20"))
    translator = Translator(menu, tree)
    # Both small sizes become the minimum raise, at the table and in the tree.
    spot = PublicState(tree.game, (raise_to(250),), ())
    assert list(menu.raises(spot)) == [400, 750, 2_000]
    ((low, _), (high, _)) = sorted(translator.translate(spot).lines)
    for node in (low, high):
        children, columns = translator.raises(spot).joined(node)
        assert [int(tree.raise_to[child]) for child in children] == [
            action.raise_to for action in tree.actions_at(node)[2:]
        ]
        assert columns == [0, 1, 2]
