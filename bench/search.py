"""Tree search on one core: Kuhn and Leduc vs OpenSpiel's ISMCTS, exploitability, hold'em.

Seconds are processor time. OpenSpiel's bot is written in C++ and called through its Python API:
3,000 simulations from the first decision of Leduc with a jack, for either program, and 300 from a
flop of no-limit hold'em at 100 big blinds, where it has the bets pot and all-in. In hold'em
rollouts are random. ``nfsp_uct`` is a decision of that engine on new cards, including its belief
and all look-ups; ``uct_model`` is one of ``uct`` with 3,000 simulations and rollouts by the
blueprint.
"""

from __future__ import annotations

from functools import partial
from time import process_time
from typing import Any

import numpy as np

from ai.networks.environment import environment
from ai.registry import build
from ai.search.decision import DecisionSearch
from ai.search.grow import Ground, HandSearch, root_of
from ai.search.methods import METHODS
from ai.search.search import Search
from bench import best_seconds, figure
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, PublicState, SeatView, raise_to

_SIMULATIONS = 300_000
_DECISION = 3000
_LOOKS = {"kuhn": (100_000, 1_000_000, 10_000_000), "leduc": (1_000_000, 3_000_000, 10_000_000)}


_HOLDEM = 30_000
_PEER_SIMULATIONS = 300
_PEER_CALL = 1
_PEER_HOLDEM = {
    "betting": "nolimit",
    "bettingAbstraction": "fcpa",
    "numPlayers": 2,
    "numRounds": 4,
    "blind": "100 50",
    "firstPlayer": "2 1 1 1",
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "numBoardCards": "0 3 1 1",
    "stack": "10000 10000",
}
_BOARDS = 20
_HOLDEM_ENGINES = {"nfsp-uct": "nfsp_uct", "uct:rollouts=model": "uct_model"}
_LINES = {
    "preflop": (raise_to(300),),
    "flop": (raise_to(300), CALL),
    "turn": (raise_to(300), CALL, CALL, CALL),
    "river": (raise_to(300), *(CALL,) * 5),
}


def _holdem() -> dict[str, dict[str, Any]]:
    """Simulations per second from the flop of limit and no-limit hold'em."""
    found = {}
    for name, line in (("holdem-limit", "rc/"), ("holdem-nolimit@100", "r300c/")):
        game = get_game(name)
        ground = Ground(environment(game, dealing=False))
        root = root_of(ground, spot_of(game, line, parse_cards("Kh7d2c")), None)

        def run(ground: Ground = ground, root: Any = root) -> None:
            HandSearch(ground, root, parse_combo("AsQs"), METHODS[0]).run(_HOLDEM)

        seconds = best_seconds(run, clock=process_time)
        more = {} if game.is_limit else _beside(_HOLDEM / seconds, _peer_holdem_seconds())
        found[f"{name}_uct_simulations"] = figure(_HOLDEM / seconds, "1/s", **more)
    return found


def _decisions() -> dict[str, dict[str, Any]]:
    """Milliseconds of decisions of ``nfsp-uct`` and with rollouts by a blueprint: means."""
    found, rng = {}, np.random.default_rng(1)
    game = get_game("leduc")
    agent, spot = build("nfsp-uct", game), spot_of(game, "rc/r", game.deck[2:3])
    view = SeatView(spot, spot.to_act, (game.deck[0],))
    seconds = best_seconds(lambda: agent.act(view, rng), clock=process_time)
    found["leduc_nfsp_uct_decision"] = figure(1000 * seconds, "ms")
    game = get_game("holdem-nolimit@100")
    for engine, short in _HOLDEM_ENGINES.items():
        agent = build(engine, game)
        for street, size in zip(_LINES, (0, 3, 4, 5), strict=True):
            spent = []
            for _ in range(_BOARDS):
                cards = rng.permutation(52)[: size + 2].tolist()
                spot = PublicState(game, _LINES[street], tuple(cards[2:]))
                view = SeatView(spot, spot.to_act, tuple(sorted(cards[:2])))
                start = process_time()
                agent.act(view, rng)
                spent.append(1000 * (process_time() - start))
            mean, most = float(np.mean(spent[1:])), max(spent[1:])
            found[f"nolimit_{short}_{street}"] = figure(mean, "ms", most=most)
    return found


def _beside(rate: float, peer: float | None) -> dict[str, float]:
    """The peer's rate and the ratio, if the peer is installed."""
    return {} if peer is None else {"openspiel": 1 / peer, "ratio": peer * rate}


def _peer_leduc_seconds() -> float | None:
    """Seconds of an OpenSpiel simulation from Leduc's first decision."""
    try:
        import pyspiel  # only with the extra named bench
    except ImportError:
        return None
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    for card in (0, 3):
        state.apply_action(card)
    bot = _peer_bot(13.0, _DECISION)
    return best_seconds(lambda: bot.step(state), clock=process_time) / _DECISION


def _peer_holdem_seconds() -> float | None:
    """Seconds of an OpenSpiel simulation from a flop after a call."""
    try:
        import pyspiel  # only with the extra named bench
    except ImportError:
        return None
    state = pyspiel.load_game("universal_poker", _PEER_HOLDEM).new_initial_state()
    while state.is_chance_node():  # hole cards
        state.apply_action(state.legal_actions()[0])
    for _ in range(2):
        state.apply_action(_PEER_CALL)
    while state.is_chance_node():  # the flop
        state.apply_action(state.legal_actions()[-1])
    bot = _peer_bot(200.0, _PEER_SIMULATIONS)
    return best_seconds(lambda: bot.step(state), 1, process_time) / _PEER_SIMULATIONS


def _peer_bot(exploration: float, simulations: int) -> Any:
    """OpenSpiel's search: UCB, one random rollout, normalised visits."""
    import pyspiel  # only with the extra named bench

    final = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
    rollout = pyspiel.RandomRolloutEvaluator(1, 1)
    return pyspiel.ISMCTSBot(1, rollout, exploration, simulations, -1, final, False, False)


def figures() -> dict[str, dict[str, Any]]:
    """Simulations per second, the ratio to OpenSpiel's, and exploitability by simulations."""
    found: dict[str, dict[str, Any]] = {}
    decision = DecisionSearch(spot_of(get_game("leduc"), ""), METHODS[0])
    seconds = best_seconds(lambda: decision.search(0).run(_DECISION), clock=process_time)
    rate = _DECISION / seconds
    more = _beside(rate, _peer_leduc_seconds())
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
    return found | _holdem() | _decisions()
