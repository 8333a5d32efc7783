"""Variants of search in Leduc with the networks of ``nfsp``, evaluated exactly on the game tree.

For each variant: exploitability, and winnings against ``nfsp`` and ``cfr``, seats averaged. The
belief is the opponent's range by the average network; 2,800 simulations per hand. An opponent that
``learns`` has its own states in the tree, and so responds to the one known hand; else the opponent
acts by the average network.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ai.cfr.best_response import agent_table, expected_value, exploitability
from ai.networks.nfsp.shipped import load_shipped
from ai.registry import build
from ai.search.belief import ranges_by
from ai.search.decision import DecisionAgent
from ai.search.effort import SearchEffort
from ai.search.methods import BEYOND, BY_VALUES, FINALS, VISITS, Method, get_method
from ai.search.search import network_guide
from bench import figure
from engine.agent import PolicyTable
from engine.game import get_game

_SIMULATIONS = 2800


def _won(first: PolicyTable, second: PolicyTable) -> float:
    """Return one strategy's winnings from another, in mA per hand."""
    return 500.0 * (expected_value(first, second) - expected_value(second, first))


def figures() -> dict[str, dict[str, Any]]:
    """Return exploitability in mA, and winnings from ``nfsp`` and ``cfr``."""
    game = get_game("leduc")
    trained = load_shipped("nfsp", game)
    guide, usual = network_guide(trained.environment, trained.networks), get_method("nfsp-uct")
    nfsp, cfr = (build(name, game) for name in ("nfsp", "cfr"))
    believed = ranges_by(nfsp)
    rivals = {"nfsp": agent_table(game, nfsp), "cfr": agent_table(game, cfr)}

    def told(table: PolicyTable) -> dict[str, Any]:
        won = {f"won_from_{name}": _won(table, rival) for name, rival in rivals.items()}
        return figure(1000.0 * exploitability(table), "mA", **won)

    def searched(method: Method, final: str = VISITS, believes: bool = True) -> dict[str, Any]:
        ranges, effort = believed if believes else None, SearchEffort(_SIMULATIONS, final)
        agent = DecisionAgent("search", game, method, effort, ranges, guide)
        return told(agent_table(game, agent))

    found = {name: told(table) for name, table in rivals.items()}
    uct = get_method("uct")
    for learns in (True, False):
        other = "learns" if learns else "by_prior"
        found[f"uct_other_{other}"] = searched(replace(uct, other_learns=learns))
        for beyond in BEYOND:
            for width in (1.0, 4.0):
                method = replace(usual, beyond=beyond, exploration=width, other_learns=learns)
                found[f"puct_{width:g}_{beyond}_other_{other}"] = searched(method)
    for width in (2.0, 8.0):
        method = replace(usual, exploration=width)
        found[f"puct_{width:g}_{BY_VALUES}_other_by_prior"] = searched(method)
    for final in FINALS[1:]:
        found[f"nfsp_uct_final_{final}"] = searched(usual, final)
    found["nfsp_uct_any_belief"] = searched(usual, believes=False)
    return found
