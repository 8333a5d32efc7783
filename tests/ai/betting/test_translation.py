import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.betting.menus import Menu
from ai.betting.translation import MAX_LINES, Translator, pseudo_harmonic
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, PublicState, raise_to

pytestmark = pytest.mark.slow

MENU = Menu.parse("50,100,a/100,a/a;50,100,a/100,a")


TREE = MENU.tree(get_game("holdem-nolimit@50"))


def _translate(*actions):
    found = Translator(MENU, TREE).translate(PublicState(TREE.game, actions, ()))
    return found, *(
        {tuple(action.raise_to for action in TREE.line_to(node)): weight for node, weight in part}
        for part in (found.lines, found.called)
    )


def test_the_published_example():
    assert pseudo_harmonic(0.5, 1.0, 0.75) == pytest.approx(3 / 7, abs=1e-15)


@given(st.floats(0.01, 5.0), st.floats(0.01, 5.0), st.floats(0.0, 1.0))
def test_shares_fall_from_one_to_zero(low, width, part):
    high = low + width
    size = low + part * width
    assert pseudo_harmonic(low, high, low) == pytest.approx(1.0)
    assert pseudo_harmonic(low, high, high) == pytest.approx(0.0)
    assert -1e-9 <= pseudo_harmonic(low, high, size) <= 1.0 + 1e-9


@pytest.mark.parametrize(
    ("actions", "lines"),
    [
        ((raise_to(300), CALL, raise_to(300), raise_to(1500)), {(300, 0, 300, 1500): 1.0}),
        # Half and all of a pot of 200 after calling are 200 and 300; 250 is three quarters.
        ((raise_to(250),), {(200,): 3 / 7, (300,): 4 / 7}),
        # Lines go on with the same place of the menu: the pot of 500.
        ((raise_to(250), CALL, raise_to(500)), {(200, 0, 400): 3 / 7, (300, 0, 600): 4 / 7}),
        ((raise_to(250), raise_to(5_000)), {(200, 5_000): 3 / 7, (300, 5_000): 4 / 7}),
        # After a call it was not the all-in.
        ((raise_to(1_000), CALL), {(300, 0): 1.0}),
    ],
)
def test_lines_worked_out_by_hand(actions, lines):
    found, by_line, _ = _translate(*actions)
    assert by_line == pytest.approx(lines)
    assert found.exact == (len(actions) == 4)
    assert set(_translate(raise_to(1_000))[1]) == {(300,), (5_000,)}


def test_a_size_below_the_least_is_the_least_or_a_check():
    assert _translate(CALL, CALL, raise_to(100))[0].exact  # half of the pot is the least bet
    small = raise_to(300), CALL, raise_to(120)  # a fifth of the pot, where half is the least
    _, lines, called = _translate(*small)
    assert lines == pytest.approx({(300, 0, 300): 0.5})
    assert called == pytest.approx({(300, 0): 0.5})
    _, lines, called = _translate(*small, CALL)
    assert lines == pytest.approx({(300, 0, 300, 0): 0.5, (300, 0, 0, 0): 0.5}) and not called
    _, lines, _ = _translate(*small, raise_to(960))
    assert lines == {(300, 0, 300, 1_500): 1.0}  # after a check nobody raises


def test_a_raise_below_the_least_is_a_call_in_part_until_all_lines_have_ended():
    raises = raise_to(200), raise_to(600), raise_to(1_000)  # only all-in follows two raises
    _, lines, called = _translate(*raises)
    share = pseudo_harmonic(0.0, 4_400 / 1_200, 400 / 1_200)
    assert lines == pytest.approx({(200, 600, 5_000): 1.0 - share})
    assert called == pytest.approx({(200, 600): share})
    assert _translate(*raises, CALL)[1] == {(200, 600, 0): 1.0}  # all-in has ended the other
    for more in ((raise_to(1_400),), (raise_to(1_400), CALL)):
        found, lines, called = _translate(*raises, *more)
        assert not (lines or called or found.exact)


@given(st.floats(0.01, 5.0), st.floats(0.0, 1.0))
def test_a_small_bet_is_folded_to_at_its_break_even_frequency(least, part):
    """A bet of x pots breaks even when 1 / (1 + x) of the range calls."""
    size = part * least
    folds = (1.0 - pseudo_harmonic(0.0, least, size)) * least / (1.0 + least)
    assert folds == pytest.approx(size / (1.0 + size))


def test_the_likeliest_lines_are_kept():
    # Every bet lies between two sizes, so that the lines double.
    actions = parse_line(get_game("holdem-nolimit@50"), "r250c/r700c/r1500c/r3300")
    found, *_ = _translate(*actions)
    assert len(found.lines) == MAX_LINES
    weights = [weight for _, weight in found.lines]
    assert weights == sorted(weights, reverse=True)
    assert sum(weights) == pytest.approx(1.0)


def test_sizes_that_are_one_at_the_table_are_joined():
    menu = Menu.parse("5,10,100,a/5,10,100,a/a;100,a/a")
    tree = menu.tree(get_game("holdem-nolimit@20"))
    translator = Translator(menu, tree)
    # The two small sizes are both the least raise, at the table and in the tree.
    spot = PublicState(tree.game, (raise_to(250),), ())
    assert list(menu.raises(spot)) == [400, 750, 2_000]
    ((low, _), (high, _)) = sorted(translator.translate(spot).lines)
    for node in (low, high):
        children, columns = translator.raises(spot).joined(node)
        assert [int(tree.raise_to[child]) for child in children] == [
            action.raise_to for action in tree.actions_at(node)[2:]
        ]
        assert columns == [0, 1, 2]
