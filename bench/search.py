"""Tree search on Kuhn and Leduc on one core beside OpenSpiel's ISMCTS, and what it comes to.

OpenSpiel's bot is written in C++ and called through its Python API: one search from a random first
decision of Leduc, its random rollouts included.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ai.search.methods import METHODS
from ai.search.search import Search
from bench import best_seconds, figure
from engine.game import get_game

_SIMULATIONS = 300_000
_PEER_SIMULATIONS = 20_000
_LOOKS = {"kuhn": (100_000, 1_000_000, 10_000_000), "leduc": (1_000_000, 3_000_000, 10_000_000)}


def _peer_seconds() -> float | None:
    """Of a simulation."""
    try:
        import pyspiel  # only with the extra named bench
    except ImportError:
        return None
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    for card in (0, 3):
        state.apply_action(card)
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        13.0,
        _PEER_SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
        False,
        False,
    )
    return best_seconds(lambda: bot.step(state), repeats=3) / _PEER_SIMULATIONS


def figures() -> dict[str, dict[str, Any]]:
    """Simulations a second, the ratio to OpenSpiel, and exploitability by simulations."""
    found: dict[str, dict[str, Any]] = {}
    peer = _peer_seconds()
    for name, looks in _LOOKS.items():
        for method in METHODS:
            search = Search(get_game(name), method)
            seconds = best_seconds(partial(search.run, _SIMULATIONS)) / _SIMULATIONS
            more = {}
            if name == "leduc" and peer is not None:
                more = {"openspiel": 1 / peer, "ratio": peer / seconds}
            found[f"{name}_{method.name}_simulations"] = figure(1 / seconds, "1/s", **more)
            search = Search(get_game(name), method)
            for look in looks:
                search.run(look - search.simulations)
                lost = search.exploitability() * 1000
                found[f"{name}_{method.name}_after_{look:,}"] = figure(lost, "mA")
    return found
