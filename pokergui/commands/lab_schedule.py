"""``pokergui lab schedule``: what a schedule of robust sampling does on a betting tree."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from ai.cfr.claims import ClaimCheck, check_claims
from ai.cfr.picks import parse_picks
from engine.errors import GameError
from engine.game import get_game
from engine.tree import DECISION, BettingTree, build_tree
from pokergui.commands.common import define, report, table
from pokergui.commands.fractions import both

_MAX_NODES = 50_000
"""Largest betting tree: that of limit hold'em is a third of it."""


class _Kind(NamedTuple):
    """Decisions that are alike to a schedule."""

    to_act: int
    own: int
    both: int
    street: int
    actions: int
    picks: int


def _kinds(tree: BettingTree, picks: NDArray[np.int64]) -> list[tuple[_Kind, int]]:
    """The kinds of decisions, and how many there are of each."""
    before = np.zeros((tree.num_nodes, tree.game.num_players), np.int64)
    for node in range(1, tree.num_nodes):
        parent = int(tree.parent[node])
        before[node] = before[parent]
        before[node, tree.actor[parent]] += 1
    found: Counter[_Kind] = Counter()
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        player = int(tree.actor[node])
        kind = _Kind(
            player,
            int(before[node, player]),
            int(before[node].sum()),
            int(tree.street[node]),
            int(tree.num_actions[node]),
            int(picks[node]),
        )
        found[kind] += 1
    return sorted(found.items())


def _claim_json(check: ClaimCheck) -> dict[str, Any]:
    return {
        "claim": check.claim,
        "text": check.text,
        "literal": check.literal,
        "everywhere": check.everywhere,
    }


@define(click.argument("game"), click.argument("picks"), name="schedule")
def command(game: str, picks: str, as_json: bool) -> None:
    """Show how many actions of each decision a schedule such as depth:0.4 walks, and the claims.

    The claims are those of US patent 10,769,544 on sampling schemes; everywhere means on every
    line on which a player has two decisions, literal that such decisions exist.
    """
    rules, schedule = get_game(game), parse_picks(picks)
    try:
        tree = build_tree(rules, max_nodes=_MAX_NODES)
    except GameError:
        raise GameError(
            f"the betting tree of {rules.title} is too large to check line by line; kuhn, leduc"
            " and holdem-limit are not"
        ) from None
    resolved = schedule.resolve(tree)
    kinds, checks = _kinds(tree, resolved), check_claims(tree, resolved)
    result = {
        "game": rules.name,
        "schedule": str(schedule),
        "decisions": [
            {
                "to_act": kind.to_act,
                "own_before": kind.own,
                "both_before": kind.both,
                "street": kind.street,
                "actions": kind.actions,
                "picks": kind.picks,
                **both("probability", Fraction(kind.picks, kind.actions)),
                "count": count,
            }
            for kind, count in kinds
        ],
        "claims": [_claim_json(check) for check in checks],
    }
    heads = ("position", "own before", "both before", "street", "N", "k", "k/N", "decisions")
    rows = [(*kind, str(Fraction(kind.picks, kind.actions)), count) for kind, count in kinds]
    yes = {True: "yes", False: "no"}
    # All claims include the first, whose words need not be read again and again.
    first = f"{checks[0].text}; "
    claims = [
        (check.claim, yes[check.literal], yes[check.everywhere], check.text.replace(first, "and "))
        for check in checks
    ]
    lines = [
        f"{rules.title}, {schedule}: {schedule.title}",
        "",
        *table(rows, heads),
        "",
        *table(claims, ("claim", "literal", "everywhere", "")),
    ]
    report(result, as_json, lines)
