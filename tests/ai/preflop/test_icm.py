from itertools import permutations

import pytest

from ai.preflop.icm import icm, read_payouts
from engine.errors import PokerError

STACKS = (
    (3000, 1500),
    (5000, 3000, 2000),
    (10, 20, 30, 40),
    (1.5, 7, 2.25, 9, 4),
    (1000, 900, 800, 700, 600, 500),
    (1, 2, 3, 4, 5, 6, 7),
)


def plain(stacks, prizes):
    """Every order of finish, one by one."""
    values = [0.0] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = 1.0, sum(stacks)
        for player in order:
            chance *= stacks[player] / left if left else 1.0
            left -= stacks[player]
        for player, prize in zip(order, prizes, strict=False):
            values[player] += chance * prize
    return values


@pytest.mark.parametrize("stacks", STACKS)
@pytest.mark.parametrize("prizes", [(100,), (65, 35), (50, 30, 20)])
def test_icm_is_the_sum_over_all_orders_of_finish(stacks, prizes):
    prizes = prizes[: len(stacks)]
    assert icm(stacks, prizes) == pytest.approx(plain(stacks, prizes), abs=1e-9)


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.parametrize("count", [8, 9])
def test_icm_of_eight_and_nine_players(count):
    stacks = [100 * (player + 1) ** 1.5 for player in range(count)]
    assert icm(stacks, (50, 30, 20)) == pytest.approx(plain(stacks, (50, 30, 20)), abs=1e-9)


def test_equal_stacks_share_equally_and_one_player_takes_the_first_prize():
    assert icm((7, 7, 7), (50, 30, 20)) == pytest.approx([100 / 3] * 3)
    assert icm((7, 0, 0), (50, 30, 20)) == (50, 25, 25)
    assert icm((5000, 3000, 0), (50, 30, 20))[2] == 20


def test_impossible_stacks_and_prizes_are_refused():
    for stacks, prizes, said in (
        ((), (1,), "1 to 10 players"),
        ((0, 0), (1,), "somebody has some"),
        ((-1, 2), (1,), "0 chips or more"),
        ((float("nan"), 2), (1,), "0 chips or more"),
        ((1, 2), (), "prizes of 0 or more"),
        ((1, 2), (1, 2), "may not rise"),
        ((1, 2), (0, 0), "above 0"),
        ((1, 2), (3, 2, 1), "only 2 players"),
        ((1, 2), (float("inf"),), "prizes of 0 or more"),
    ):
        with pytest.raises(PokerError, match=said):
            icm(stacks, prizes)


@pytest.mark.parametrize(
    ("text", "prizes"),
    [
        ("50 30 20", (50, 30, 20)),
        ("50,30,20", (50, 30, 20)),
        ("50, 30, 20", (50, 30, 20)),
        ("50;30;20", (50, 30, 20)),
        (" 50/30/20 ", (50, 30, 20)),
        ("$50 $30 $20", (50, 30, 20)),
        ("50% 30% 20%", (50, 30, 20)),
        ("1,000/500", (1000, 500)),
        ("$1,500 $1,000 $500", (1500, 1000, 500)),
        ("1,500, 1,000", (1500, 1000)),
        ("65,5/34,5", (65.5, 34.5)),
        ("1000", (1000,)),
    ],
)
def test_prizes_are_read_with_any_separator(text, prizes):
    assert read_payouts(text, 3) == prizes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,000", "'1,000' may be one prize or several"),
        ("$500,300,200", "may be one prize or several"),
        ("50/x", "'x' is not a prize"),
        ("50/1,2,3", "'1,2,3' is not a prize"),
        ("30 50", "may not rise"),
        ("50/30/15/5", "only 3 players"),
        ("-5", "0 or more"),
        ("inf", "0 or more"),
        ("0", "above 0"),
        ("", "prizes of 0 or more"),
        ("/ ,", "prizes of 0 or more"),
    ],
)
def test_unclear_and_impossible_prizes_are_refused(text, said):
    with pytest.raises(PokerError, match=said):
        read_payouts(text, 3)
