"""Check which claims of the patent on sampling schemes a robust-sampling schedule meets.

Source: US patent 10,769,544, "Sampling schemes for strategy searching in strategic interaction
between parties". Claims 1 to 9, all of which include claim 1. Claim 10 adds that actions are
product recommendations, which no game of cards has; 11 to 20 repeat 1 to 10 for a storage medium,
21 and 22 claim 1 for a system and an apparatus (``NOT_CHECKED``).

Reading of the claims:

* A *state* is a decision of the betting tree, *closer to the beginning* is earlier on the same
  line, and the *sampling probability* of its actions is p = k/N, equal for all N.
* ``literal``: the states that a claim names exist somewhere, for one of the players as the first
  party. Two states that a claim compares lie on one line.
* ``everywhere``: on every line from the root to a terminal, for each player with two or more
  decisions on it, p never falls from one of them to a later one and rises at least once. Lines with
  fewer own decisions do not count; without any other line a claim is met nowhere. All claims
  require this, since they include claim 1.
* Claim 2 describes what every CFR does: regrets of the sampled actions update the strategies of
  both states.
* Claims 3, 4 and 5 describe what robust sampling always does with the actions it draws.
* Claim 6 requires 2 <= k, and claim 7 equal k, of the states that claim 1 compares: of all own
  decisions of those lines for ``everywhere``.
* Claim 8 requires the same of the second party as claim 1 of the first. Its last clause reads
  "second state of the first party", a misprint that claim 18 has right. ``everywhere`` requires
  that both players have lines to compare.
* Claim 9 compares a state of the first party, for ``literal`` the one with which claim 1 begins, to
  a later one of the second: p is larger there. ``everywhere`` adds that for one of the players as
  the first party, on every line on which a decision of the second follows one of the first, no p
  of the second is below an earlier one of the first and at least one is above. With the player who
  acts first as the first party no schedule by own decisions does that where both have equally many
  actions at their first decisions; with the player who acts second it may.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.tree import DECISION, BettingTree
from engine.wording import Wording


@dataclass(frozen=True)
class ClaimCheck:
    """A schedule measured against one claim.

    ``text``: paraphrase of the claim. ``literal``: whether the states that it names exist.
    ``everywhere``: whether it holds everywhere in the tree.
    """

    claim: int
    text: Wording
    literal: bool
    everywhere: bool


_TEXTS = {
    1: Wording(
        "a later decision of a player takes each action with a larger probability than an "
        "earlier one"
    ),
    2: Wording(
        "a later decision of a player takes each action with a larger probability than an "
        "earlier one; at both, the regrets of the sampled actions update the strategy"
    ),
    3: Wording(
        "a later decision of a player takes each action with a larger probability than an "
        "earlier one; at each, that many actions are drawn, all equally likely"
    ),
    4: Wording(
        "a later decision of a player takes each action with a larger probability than an "
        "earlier one; regrets come from the drawn actions"
    ),
    5: Wording(
        "a later decision of a player takes each action with a larger probability than an "
        "earlier one; the probability is the fraction of the actions drawn"
    ),
    6: Wording(
        "a later decision of a player takes each action with a larger probability than an "
        "earlier one; at both, two or more actions are drawn"
    ),
    7: Wording(
        "a later decision of a player takes each action with a larger probability than an "
        "earlier one; at both, the same number of actions is drawn, from fewer later"
    ),
    8: Wording("the probability is larger later for both players"),
    9: Wording(
        "a later decision of a player takes each action with a larger probability than an "
        "earlier one; it is also larger at a later decision of the other player"
    ),
}


NOT_CHECKED = (
    Wording("10 and 20 are about product recommendations"),
    Wording("11 to 19 repeat 1 to 9 for a storage medium"),
    Wording("21 and 22 repeat 1 for a system and an apparatus"),
)
"""The claims that are not checked, and why."""


@dataclass(frozen=True)
class _SampledDecision:
    node: int
    player: int
    picks: int
    actions: int

    def rises_to(self, later: _SampledDecision) -> bool:
        """Return whether the later one takes each action with a larger probability, exactly."""
        return self.picks * later.actions < later.picks * self.actions


def check_claims(tree: BettingTree, picks: NDArray[np.int64]) -> tuple[ClaimCheck, ...]:
    """Check a schedule on a two-player betting tree, used alike for both players.

    ``picks``: (nodes,) int64, number of actions walked at each decision, as ``Picks.resolve``
    returns it. Raises EngineError if the tree has another number of players.
    """
    if not tree.game.is_heads_up:
        raise EngineError("{title} is not for two players", title=Wording(tree.game.title))
    first, second = (_Party(player) for player in (0, 1))
    before: list[list[_SampledDecision]] = [[] for _ in range(tree.num_nodes)]
    for node in range(1, tree.num_nodes):
        parent = int(tree.parent[node])
        parts = int(tree.actor[parent]), int(picks[parent]), int(tree.num_actions[parent])
        before[node] = [*before[parent], _SampledDecision(parent, *parts)]
        if tree.kind[node] != DECISION:
            first.add(before[node])
            second.add(before[node])
    parties = (first, second)
    literal = {
        1: any(party.rises for party in parties),
        6: any(party.rises_by_two for party in parties),
        7: any(party.rises_alike for party in parties),
        8: all(party.rises for party in parties),
        9: any(party.rises & party.rises_across for party in parties),
    }
    compared = [party for party in parties if party.compared]
    rises = bool(compared) and all(party.steady for party in compared)
    everywhere = {
        1: rises,
        6: rises and all(party.always_two for party in compared),
        7: rises and all(party.always_alike for party in compared),
        8: rises and len(compared) == 2,
        9: rises and any(party.crossed and party.steady_across for party in compared),
    }
    # CFR updates strategies by regrets, and robust sampling draws its k of N actions uniformly and
    # learns from those, so these are 1.
    same = dict.fromkeys((2, 3, 4, 5), 1)
    return tuple(
        ClaimCheck(
            claim, text, bool(literal[same.get(claim, claim)]), everywhere[same.get(claim, claim)]
        )
        for claim, text in _TEXTS.items()
    )


class _Party:
    """Findings about one player as the first party, line by line."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.rises: set[int] = set()
        """Decisions with a larger probability at a later own one."""
        self.rises_across: set[int] = set()
        """Decisions with a larger probability at a later one of the other player."""
        self.rises_by_two = self.rises_alike = False
        self.compared = self.crossed = False
        """True if there were two own decisions on a line, or one and a later one of the other."""
        self.steady = self.steady_across = True
        """True if on all of those lines the probability never fell and rose at least once."""
        self.always_two = self.always_alike = True
        """True if on all lines with two own decisions two actions were drawn, or as many."""

    def add(self, line: Sequence[_SampledDecision]) -> None:
        """Add the decisions of one line."""
        own = [decision for decision in line if decision.player == self.player]
        if len(own) >= 2:
            pairs = [(a, b) for i, a in enumerate(own) for b in own[i + 1 :]]
            rising = [(a, b) for a, b in pairs if a.rises_to(b)]
            self.rises |= {a.node for a, _ in rising}
            self.rises_by_two |= any(a.picks >= 2 and b.picks >= 2 for a, b in rising)
            self.rises_alike |= any(a.picks == b.picks for a, b in rising)
            self.compared = True
            self.steady &= _only_rises(pairs)
            self.always_two &= all(decision.picks >= 2 for decision in own)
            self.always_alike &= len({decision.picks for decision in own}) == 1
        across = [
            (a, b)
            for i, a in enumerate(line)
            for b in line[i + 1 :]
            if a.player == self.player != b.player
        ]
        if across:
            self.rises_across |= {a.node for a, b in across if a.rises_to(b)}
            self.crossed = True
            self.steady_across &= _only_rises(across)


def _only_rises(pairs: Sequence[tuple[_SampledDecision, _SampledDecision]]) -> bool:
    """Return whether the probability falls in no pair and rises in one."""
    return not any(later.rises_to(earlier) for earlier, later in pairs) and any(
        earlier.rises_to(later) for earlier, later in pairs
    )
