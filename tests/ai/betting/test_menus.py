from dataclasses import fields
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.betting.menus import MAX_DEPTHS, Menu, MenuError, default_menu, wide_menu
from ai.betting.sizes import Sizes
from engine.errors import GameError
from engine.game import Game, get_game
from engine.player import CALL, PublicState, raise_to
from engine.tree import DECISION, BettingTree, build_tree

pytestmark = pytest.mark.slow

_percents = st.integers(1, 4000).map(lambda number: Fraction(number, 10))


def _lists(least):
    percents = st.lists(_percents, min_size=least, max_size=2).map(tuple)
    return st.builds(Sizes, percents, st.just(True))


_streets = st.builds(
    lambda first, others: (first, *others), _lists(1), st.lists(_lists(0), max_size=3)
)
menus = st.lists(_streets, min_size=1, max_size=4).map(lambda lists: Menu(tuple(lists)))


def _equal(found, expected):
    for field in fields(BettingTree):
        ours, theirs = getattr(found, field.name), getattr(expected, field.name)
        if isinstance(theirs, Game):
            assert ours == theirs
        else:
            assert ours.dtype == theirs.dtype
            assert np.array_equal(ours, theirs), field.name


def _decisions(game, menu):
    tree = menu.tree(get_game(game))
    return [int(((tree.kind == DECISION) & (tree.street == street)).sum()) for street in range(4)]


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
    assert str(Menu.parse("50%, a/100,a/100,a; 50,a/100,a")) == "50,a/100,a"  # what repeats goes
    assert Menu.parse(" all ") == Menu() and str(Menu()) == "all"


def test_raises_are_parts_of_the_pot_after_calling():
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


def test_a_size_that_puts_in_nine_tenths_is_all_in():
    game = get_game("holdem-nolimit@10")
    start = PublicState(game, (), ())
    assert list(Menu.parse("399.5,a").raises(start)) == [899, 1_000]
    assert list(Menu.parse("400,a").raises(start)) == [1_000]
    _equal(Menu.parse("400,a").tree(game), build_tree(game, Menu.parse("400,a").raises))


@settings(max_examples=40, deadline=None)
@given(menus, st.integers(2, 12))
def test_trees_equal_those_of_the_rulebook(menu, depth):
    game = get_game(f"holdem-nolimit@{depth}")
    try:
        found = menu.tree(game, 3_000)
    except GameError:
        with pytest.raises(GameError, match=r"more than 3,000 nodes"):
            build_tree(game, menu.raises, 3_000)
        return
    _equal(found, build_tree(game, menu.raises))


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
def test_trees_of_other_games_are_the_rulebooks(game, menu):
    _equal(menu.tree(game), build_tree(game, menu.raises))


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
def test_usual_menus_are_of_a_size_that_can_be_trained(menu_of, name, decisions):
    assert _decisions(name, menu_of(get_game(name))) == decisions
