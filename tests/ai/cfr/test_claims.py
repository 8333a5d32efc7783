"""Every expectation is worked out by hand from the claims' text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.claims import NOT_CHECKED, check_claims
from ai.cfr.picks import parse_picks
from engine.errors import EngineError
from engine.game import get_game
from engine.tree import DECISION, build_tree

KUHN = build_tree(get_game("kuhn"))
LEDUC = build_tree(get_game("leduc"))
# Kuhn's cards, two chips behind the ante: the first player checks, bets 1 or 2; fewer later.
NOLIMIT = build_tree(
    replace(
        get_game("kuhn"),
        name="no-limit",
        betting="nolimit",
        raise_sizes=(),
        max_raises=(255,),
        stacks=(3, 3),
    )
)
ALL = {1, 2, 3, 4, 5, 6, 7, 8, 9}


def met(tree, picks):
    """Numbers of the claims met literally, and everywhere."""
    if isinstance(picks, str):
        picks = parse_picks(picks).resolve(tree)
    rows = check_claims(tree, picks)
    assert [row.claim for row in rows] == sorted(ALL)
    assert all(row.text for row in rows)
    return (
        {row.claim for row in rows if row.literal},
        {row.claim for row in rows if row.everywhere},
    )


def test_every_claim_of_the_patent_is_checked_or_left_out_with_a_reason():
    left_out = set()
    for reason in map(str, NOT_CHECKED):
        numbers, _, why = reason.partition(" repeat " if "repeat" in reason else " are ")
        first, word, last = numbers.split()
        both = {int(first), int(last)}
        left_out |= set(range(min(both), max(both) + 1)) if word == "to" else both
        assert why
    assert ALL | left_out == set(range(1, 23))
    assert not ALL & left_out


@pytest.mark.parametrize("tree", [KUHN, LEDUC, NOLIMIT], ids=["kuhn", "leduc", "no-limit"])
def test_sampling_everything_meets_nothing(tree):
    assert met(tree, "constant:all") == (set(), set())


def test_the_same_probability_everywhere_meets_nothing():
    # Kuhn has two actions at every decision.
    assert met(KUHN, "constant:1") == (set(), set())
    assert met(KUHN, "street:0.5") == (set(), set())


def test_one_then_all_on_kuhn():
    # Only the first player can decide twice: 1/2 at the start, 1 after check and bet. The second
    # player's only decisions have 1/2, no more than the first's before them.
    assert met(KUHN, "explicit:1,all") == ({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5})


def test_depth_of_both_on_kuhn():
    # 1/2 at the start and 1 at all later decisions: also at all of the second player.
    assert met(KUHN, "depth:0.5,both") == ({1, 2, 3, 4, 5, 9}, {1, 2, 3, 4, 5, 9})


def test_falling_schedules_on_kuhn():
    assert met(KUHN, "explicit:all,1") == (set(), set())


def test_one_then_all_on_leduc():
    # First decisions have 1/2 or 1/3, all later ones 1: of both players, and each player's first
    # before later ones of the other. The first k is 1, and never that of later decisions.
    # Claim 9 holds everywhere with the player who acts second as first party.
    wanted = {1, 2, 3, 4, 5, 8, 9}
    assert met(LEDUC, "explicit:1,all") == (wanted, wanted)


def test_later_decisions_with_fewer_actions_on_leduc():
    # Two of three after a bet, two of two when the raise comes back: claims 6 and 7, on some
    # lines. Check, check, check, check has 1 and 1: no rise.
    assert met(LEDUC, "constant:2") == (ALL, set())


def test_one_action_each_is_never_two():
    assert met(LEDUC, "constant:1") == (ALL - {6}, set())


def test_two_of_shrinking_numbers_in_no_limit():
    # First player: 3 actions at the start; after check and a bet of 1 still 3, of 2 only 2.
    # Second player: 3 after a check, 2 when a bet of 1 is then raised to 2.
    literal, everywhere = met(NOLIMIT, "constant:2")
    assert literal == ALL
    assert everywhere == set()  # check, bet of 1: 2/3 both times


def picks_by_depth(tree, wanted):
    """Return picks by the number of earlier decisions of both players."""
    picks = np.zeros(tree.num_nodes, np.int64)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        picks[node] = wanted[len(tree.line_to(node))]
    return picks


def test_two_or_more_everywhere():
    # First decisions: 2 of 3, but for the second player facing all-in, 2 of 2. Later ones: all.
    # Lines with two own decisions begin with 2/3 and end with 1. After check and a bet of 1 the
    # first player has three of three, so claim 7 holds only after an all-in bet.
    # Claim 9: the first player's 2/3 at the start, 1 for the second facing all-in. Everywhere: with
    # the second player as first party, since all decisions of the first after that have 1.
    assert met(NOLIMIT, "explicit:2,all") == (ALL, ALL - {7})


def test_only_the_second_decision_falls():
    # By depth of both: 1, then 1/2, then 1: rises for nobody, falls between players.
    picks = picks_by_depth(KUHN, (2, 1, 2))
    assert met(KUHN, picks) == (set(), set())
    # 1/2, 1/2, 1: rises for the first player; the second's decision is not above the first's.
    picks = picks_by_depth(KUHN, (1, 1, 2))
    assert met(KUHN, picks) == ({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5})


def test_a_rise_that_falls_again_is_literal_only():
    # Third decisions fall back to 1/2 or 1/3.
    literal, everywhere = met(LEDUC, "explicit:1,all,1")
    assert literal >= {1, 2, 3, 4, 5, 8, 9}
    assert everywhere == set()


def test_other_numbers_of_players_are_refused():
    game = replace(
        get_game("kuhn"),
        name="three",
        num_players=3,
        stacks=(9, 9, 9),
        blinds=(1, 1, 1),
        num_suits=2,
    )
    with pytest.raises(EngineError, match="not for two players"):
        check_claims(build_tree(game), np.zeros(0, np.int64))
