"""Every expectation is worked out by hand from the claims' text."""

import numpy as np
import pytest

from ai.cfr.claims import check_claims
from ai.cfr.picks import parse_picks
from engine.errors import EngineError
from engine.game import get_game
from engine.tree import DECISION, build_tree
from tests.ai.cfr.games import KUHN as GAME
from tests.ai.cfr.games import nolimit

KUHN = build_tree(get_game("kuhn"))
LEDUC = build_tree(get_game("leduc"))
# Kuhn's cards, two chips behind the ante: the first player checks, bets 1 or 2; fewer later.
NOLIMIT = build_tree(nolimit(3, 3, game=GAME))
ALL = {1, 2, 3, 4, 5, 6, 7, 8, 9}


def met(tree, picks):
    """Numbers of the claims met literally, and everywhere."""
    if isinstance(picks, str):
        picks = parse_picks(picks).resolve(tree)
    rows = check_claims(tree, picks)
    assert [row.claim for row in rows] == sorted(ALL)
    return (
        {row.claim for row in rows if row.literal},
        {row.claim for row in rows if row.everywhere},
    )


def picks_by_depth(tree, wanted):
    """Return picks by the number of earlier decisions of both players."""
    picks = np.zeros(tree.num_nodes, np.int64)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        picks[node] = wanted[len(tree.line_to(node))]
    return picks


RISING = {1, 2, 3, 4, 5}
CASES = [
    *((tree, "constant:all", set(), set()) for tree in (KUHN, LEDUC, NOLIMIT)),
    # The same probability everywhere: Kuhn has two actions at every decision.
    (KUHN, "constant:1", set(), set()),
    (KUHN, "street:0.5", set(), set()),
    # Only the first player can decide twice: 1/2 at the start, 1 after check and bet. The second
    # player's only decisions have 1/2, no more than the first's before them.
    (KUHN, "explicit:1,all", RISING, RISING),
    # 1/2 at the start and 1 at all later decisions: also at all of the second player.
    (KUHN, "depth:0.5,both", RISING | {9}, RISING | {9}),
    (KUHN, "explicit:all,1", set(), set()),
    # First decisions have 1/2 or 1/3, all later ones 1: of both players, and each player's first
    # before later ones of the other. The first k is 1, and never that of later decisions.
    # Claim 9 holds everywhere with the player who acts second as first party.
    (LEDUC, "explicit:1,all", RISING | {8, 9}, RISING | {8, 9}),
    # Two of three after a bet, two of two when the raise comes back: claims 6 and 7, on some
    # lines. Check, check, check, check has 1 and 1: no rise.
    (LEDUC, "constant:2", ALL, set()),
    (LEDUC, "constant:1", ALL - {6}, set()),
    # First player: 3 actions at the start; after check and a bet of 1 still 3, of 2 only 2.
    # Second player: 3 after a check, 2 when a bet of 1 is then raised to 2. Nowhere everywhere:
    # check and a bet of 1 have 2/3 both times.
    (NOLIMIT, "constant:2", ALL, set()),
    # First decisions: 2 of 3, but for the second player facing all-in, 2 of 2. Later ones: all.
    # Lines with two own decisions begin with 2/3 and end with 1. After check and a bet of 1 the
    # first player has three of three, so claim 7 holds only after an all-in bet.
    # Claim 9: the first player's 2/3 at the start, 1 for the second facing all-in. Everywhere: with
    # the second player as first party, since all decisions of the first after that have 1.
    (NOLIMIT, "explicit:2,all", ALL, ALL - {7}),
    # By depth of both: 1, then 1/2, then 1: rises for nobody, falls between players.
    (KUHN, picks_by_depth(KUHN, (2, 1, 2)), set(), set()),
    # 1/2, 1/2, 1: rises for the first player; the second's decision is not above the first's.
    (KUHN, picks_by_depth(KUHN, (1, 1, 2)), RISING, RISING),
]


@pytest.mark.parametrize(("tree", "picks", "literal", "everywhere"), CASES)
def test_claims_met_are_those_worked_out_by_hand(tree, picks, literal, everywhere):
    assert met(tree, picks) == (literal, everywhere)


def test_a_rise_that_falls_again_is_literal_only():
    # Third decisions fall back to 1/2 or 1/3.
    literal, everywhere = met(LEDUC, "explicit:1,all,1")
    assert literal >= {1, 2, 3, 4, 5, 8, 9} and not everywhere
    with pytest.raises(EngineError, match="not for two players"):
        check_claims(build_tree(get_game("kuhn-3")), np.zeros(0, np.int64))
