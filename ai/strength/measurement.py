"""Measure an engine: result against the reference, and exploitability.

Small games are computed exactly. In hold'em the engine plays duplicate deals against the reference,
optionally with AIVAT, and local best response plays against the engine; seeds determine all of it.
At tables of three and more it plays deals from all positions against fixed line-ups, and local best
response plays in one seat against it in all others.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from ai.agents.entry import (
    AIVAT,
    DUPLICATE,
    REFERENCE,
    TABLES,
    Measured,
    TableResult,
    with_depth,
)
from ai.cfr.agent import is_small
from ai.cfr.best_response import agent_table, expected_value, exploitability
from ai.evaluation.match_aivat import Aivat, unknowable
from ai.evaluation.match_estimates import Verdicts
from ai.evaluation.multiplayer_aivat import HoldemAivat
from ai.lbr.one_seat import one_seat
from ai.lbr.response import local_best_response
from ai.registry import build, find_engine, reference
from ai.search.holdem import HandAgent
from ai.strength.figures import DEALS, LBR_HANDS, SEATED_DEALS, SEED, TABLE_DEALS
from ai.strength.tables import line_ups
from engine.agent import Agent
from engine.errors import CancelledError, EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.match import MAX_HANDS, play
from engine.match_chunk import MatchChunk
from engine.running_result import Interval
from engine.table_match import fit_for_kernel

_REMEMBERED = 4
"""Recent hands whose solutions a solving engine still caches when AIVAT asks for its rows."""


def measure(
    name: str,
    game: Game,
    home: Path | None = None,
    deals: int | None = None,
    lbr_deals: int = LBR_HANDS // 2,
    seed: int = SEED,
    control: JobControl | None = None,
    method: str = DUPLICATE,
) -> Measured:
    """Measure a registered engine.

    Raises EngineError if there is no such engine, it does not play the game, the game has neither
    reference nor line-ups, or the engine learns, or CancelledError if cancelled before there was
    any result.

    Args:
        deals: of the match; None takes ``DEALS``, or ``TABLE_DEALS`` where both are tables, and
            ``SEATED_DEALS`` at each table of three or more. Small games and the reference need
            none.
        lbr_deals: of local best response; 0 for none. Engines that search each hand of a range are
            too slow for it.
        seed: of match and local best response.
        control: progress and cancellation; what was played until then counts.
        method: ``duplicate``, or ``aivat`` for variance reduction: slower per hand, with a far
            smaller interval. At tables of three or more AIVAT is used wherever it applies.
    """
    control = control or JobControl()
    agent = build(name, game, home, control)
    engine, rival = find_engine(name, home, game), reference(game)
    if engine is None:
        raise EngineError(
            "'{name}' is not on the list of engines; `pokergui match` plays it", name=name
        )
    seated = line_ups(game)
    if rival is None and not seated:
        raise EngineError(
            "{game} has no reference engine to measure against", game=with_depth(game)
        )
    if engine.learns:
        raise EngineError("'{name}' learns as it plays, so it has no single strength", name=name)
    if rival is None:
        deals = SEATED_DEALS if deals is None else deals
        measured = _at_tables(game, agent, seated, deals, seed, control)
        return _with_lbr(measured, game, agent, lbr_deals, seed, control)
    if is_small(game):
        own = agent_table(game, agent)
        other = agent_table(game, rival.make(game, home, JobControl()))
        chips = (expected_value(own, other) - expected_value(other, own)) / 2
        mbb, lost = 1000.0 * chips / game.big_blind, exploitability(own)
        return Measured("exact", mbb=mbb, against=rival.name, exploitability=lost)
    if (engine.path, engine.name) == (None, rival.name):
        measured = Measured(REFERENCE, mbb=0.0, against=rival.name)
    else:
        agents = agent, rival.make(game, home, control)
        measured = measure_match(game, agents, deals, seed, control, method)
    return _with_lbr(measured, game, agent, lbr_deals, seed, control)


def _with_lbr(
    measured: Measured, game: Game, agent: Agent, deals: int, seed: int, control: JobControl
) -> Measured:
    """Return a result with what local best response wins, over all seats where there are more."""
    if not deals or not agent.has_ranges or _searches_hands(agent):
        return measured
    play_lbr = local_best_response if game.is_heads_up else one_seat
    best = play_lbr(game, agent, deals, seed, control=control)
    if best.deals < 2:
        return measured
    unit = 1000.0 / game.big_blind
    return replace(measured, lbr=best.mean * unit, lbr_ci95=best.ci95 * unit, lbr_hands=best.hands)


def measure_match(
    game: Game,
    agents: tuple[Agent, Agent],
    deals: int | None = None,
    seed: int = SEED,
    control: JobControl | None = None,
    method: str = DUPLICATE,
) -> Measured:
    """Return the first agent's result against the second in hold'em, by duplicate deals."""
    control = control or JobControl()
    if deals is None:
        fast = fit_for_kernel([agent.table() for agent in agents]) is not None
        deals = TABLE_DEALS if fast else DEALS
    verdicts = None
    if method == AIVAT:
        known = [
            place
            for place, agent in enumerate(agents)
            if not (_searches_hands(agent) or unknowable(agent))
        ]
        verdicts = Verdicts(game, duplicate=True, aivat=Aivat(game, agents, known, control))
    on_chunk, at_once = (None, MAX_HANDS) if verdicts is None else (verdicts.add, _REMEMBERED)
    played = play(game, agents, deals, seed, True, None, control, on_chunk, at_once)
    if played.hands < 4:
        raise CancelledError("stopped before two deals were played")
    result = played.mbb() if verdicts is None else verdicts.reading(AIVAT).interval
    mean, half = result.mean, result.half_width
    return Measured(method, mean, half, agents[1].name, hands=played.hands, seed=seed)


def _at_tables(
    game: Game,
    agent: Agent,
    seated: dict[str, tuple[str, ...]],
    deals: int,
    seed: int,
    control: JobControl,
) -> Measured:
    """Return an engine's results against line-ups; if cancelled, those played until then."""
    found: list[TableResult] = []
    for name, listed in seated.items():
        if control.cancelled:
            break
        if set(listed) == {agent.name}:
            found.append(TableResult(name, REFERENCE, 0.0))
            continue
        others = [build(one, game, None, control) for one in listed]
        result = measure_table(game, (agent, *others), name, deals, seed, control)
        found += [] if result is None else [result]
    if not any(one.hands for one in found):
        raise CancelledError("stopped before two deals were played")
    return Measured(TABLES, tables=tuple(found))


def measure_table(
    game: Game,
    agents: tuple[Agent, ...],
    line_up: str,
    deals: int,
    seed: int = SEED,
    control: JobControl | None = None,
) -> TableResult | None:
    """Return the first agent's result by deals played from all positions.

    None if cancelled before two deals were played.
    """
    applies = not (_searches_hands(agents[0]) or unknowable(agents[0]))
    aivat = HoldemAivat(game, agents, (0,)) if applies else None
    estimates: list[np.ndarray] = []

    def estimate(chunk: MatchChunk) -> None:
        if aivat is not None:
            estimates.append(aivat.of_first(chunk))

    played = play(game, agents, deals, seed, True, None, control, estimate, _REMEMBERED)
    players, whole = game.num_players, played.hands
    if whole < 2 * players:
        return None
    result = played.mbb()
    if estimates:
        chips = np.concatenate(estimates)[:whole].reshape(-1, players).mean(axis=1)
        result = Interval.of(chips * (1000.0 / game.big_blind))
    method = DUPLICATE if aivat is None else AIVAT
    return TableResult(line_up, method, result.mean, result.half_width, whole, seed)


def _searches_hands(agent: Agent) -> bool:
    """Return whether an engine is too slow for repeated full-range queries.

    Then its own luck is not removed, and local best response is unavailable.
    """
    return isinstance(agent, HandAgent)
