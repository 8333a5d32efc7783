"""Tree search on Kuhn and Leduc on one core beside OpenSpiel's ISMCTS, and its exploitability.

Seconds are of the processor. OpenSpiel's bot is written in C++ and called through its Python API:
3,000 simulations from the first decision of Leduc with a jack, here and there.
"""

from __future__ import annotations

from functools import partial
from time import process_time
from typing import Any

from ai.search.decision import DecisionSearch
from ai.search.methods import METHODS
from ai.search.search import Search
from bench import best_seconds, figure
from engine.game import get_game
from engine.lines import spot_of

_SIMULATIONS = 300_000
_DECISION = 3000
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
        _DECISION,
        -1,
        pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
        False,
        False,
    )
    return best_seconds(lambda: bot.step(state), clock=process_time) / _DECISION


def figures() -> dict[str, dict[str, Any]]:
    """Simulations a second, the ratio to OpenSpiel's, and exploitability by simulations."""
    found: dict[str, dict[str, Any]] = {}
    decision = DecisionSearch(spot_of(get_game("leduc"), ""), METHODS[0])
    seconds = best_seconds(lambda: decision.search(0).run(_DECISION), clock=process_time)
    peer, rate = _peer_seconds(), _DECISION / seconds
    more = {} if peer is None else {"openspiel": 1 / peer, "ratio": peer * rate}
    found["leduc_uct_decision_simulations"] = figure(rate, "1/s", **more)
    for name, looks in _LOOKS.items():
        for method in METHODS[:2]:
            search = Search(get_game(name), method)
            seconds = best_seconds(partial(search.run, _SIMULATIONS), clock=process_time)
            seconds /= _SIMULATIONS
            found[f"{name}_{method.name}_simulations"] = figure(1 / seconds, "1/s")
            search = Search(get_game(name), method)
            for look in looks:
                search.run(look - search.simulations)
                lost = search.exploitability() * 1000
                found[f"{name}_{method.name}_after_{look:,}"] = figure(lost, "mA")
    return found
