"""Judged EV losses vs exact ones: python -m scripts.review_noise GAME STREET.

Decisions of engine play are judged, then the street is solved again from the same ranges with more
sizes and iterations. Printed are the quantiles of the difference of the two losses as a fraction of
the pot after a call, the judge's noise floor, and how often the difference exceeds it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ai.betting.sizes import Sizes, parse_menu
from ai.reading.line import Decision, PlayerLine
from ai.registry import build
from ai.resolving.agent import NAME, ResolveAgent
from ai.resolving.street import SETTLED
from ai.review.judges import build_judge
from ai.review.reviewer import Reviewer
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.match import play
from engine.player import PublicState
from engine.records.record import HandRecord

PAIRS = (("cfr", "cfr"), ("spar:5", "cfr"), ("random", "cfr"), ("bluffer", "cfr"))
"""The engines that play the hands; each pair contributes equally many decisions."""
STREETS = {"turn": 2, "river": 3}
FINER = {2: ("50,100,a;100,a", "100,a;a", 150), 3: ("33,50,100,150,a", "100,a", 300)}
"""Bets, raises and iterations of the exact solution of a street."""
DEEP = 8


def decisions(
    game: Game, pair: tuple[str, str], street: int, count: int, seed: int
) -> Iterator[tuple[Decision, tuple[Card, ...]]]:
    """Yield decisions of a match on a street, with the hand held, at most one per hand."""
    records: list[HandRecord] = []
    players = [build(name, game) for name in pair]
    play(game, players, 20 * count, seed, on_record=records.append)
    rng, found = np.random.default_rng(seed), 0
    for record in records:
        end = PublicState(record.game, record.actions, record.board)
        every = [
            (one, hole)
            for seat, hole in enumerate(record.holes)
            if hole is not None
            for one in PlayerLine.of(end, seat).decisions
            if one.spot.street == street and (one.spot.legal.call or one.spot.legal.max_raise)
        ]
        if every and found < count:
            found += 1
            yield every[rng.integers(len(every))]


def exact_loss(spot: Spot, one: Decision, combo: int) -> float:
    """Return an action's loss by a solution with more sizes."""
    bets, raises, iterations = FINER[one.spot.street]
    menus = parse_menu(bets), parse_menu(raises)
    if spot.stack > DEEP * spot.pot and one.spot.street == STREETS["turn"]:
        menus = tuple(Sizes(menu.percents) for menu in menus[0]), menus[1]
    finer = replace(spot, bets=(menus[0],) * 2, raises=(menus[1],) * 2)
    solver = SpotSolver(finer, workers=1)
    while solver.iteration < iterations:
        solver.step(10)
        if 2 * solver.iteration >= iterations:
            solver.settle(SETTLED)
    since = one.spot.actions[len(one.spot.actions) - count_since(one.spot) :]
    view = solver.view(since, one.spot.board)
    evs = view.action_ev[combo]
    return float(evs.max() - evs[view.actions.index(one.action)])


def count_since(spot: PublicState) -> int:
    """Return the number of actions on the street of a decision."""
    here, count = PublicState(spot.game, (), ()), 0
    for action in spot.actions:
        count = count + 1 if here.street == spot.street else 0
        here = here.after(action)
    return count


def measure(game: Game, street: int, count: int, seed: int, judge: str) -> Iterator[dict[str, Any]]:
    """Yield the results of each decision."""
    agent = build_judge(judge, game)
    assert isinstance(agent, ResolveAgent)
    reviewer = Reviewer(game, agent)
    for number, pair in enumerate(PAIRS):
        for one, hole in decisions(game, pair, street, count // len(PAIRS), seed + number):
            try:
                found = reviewer.decide(one, hole)
                if found.unread or np.isnan(found.loss):
                    yield {"unread": found.unread or "no EV"}
                    continue
                spot = agent.streets.at(one.spot, None, one.action).solver.spot
                assert isinstance(spot, Spot)
                exact = exact_loss(spot, one, combo_index(hole, game.deck))
            except PokerError as error:
                yield {"unread": str(error)}
                continue
            pot = one.spot.pot + one.spot.legal.call
            values = {"judged": found.loss, "exact": exact, "floor": found.floor}
            parts = {name: part / pot for name, part in found.noise.parts.items()}
            yield {name: value / pot for name, value in values.items()} | {
                "class": found.quality,
                "pot": pot,
                "parts": parts,
                "pair": "-".join(pair),
            }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the noise floor of judged losses.")
    parser.add_argument("game")
    parser.add_argument("street", choices=STREETS)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", default=NAME)
    parser.add_argument("--out", type=Path, help="a file for one line of JSON for each decision")
    chosen = parser.parse_args()
    rows: list[dict[str, Any]] = []
    try:
        game = get_game(chosen.game)
        sample = chosen.count, chosen.seed, chosen.judge
        for row in measure(game, STREETS[chosen.street], *sample):
            rows.append(row)
            if chosen.out:
                with chosen.out.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    except PokerError as error:
        sys.exit(f"review_noise: {error}")
    known = [row for row in rows if "unread" not in row]
    wrong = np.array([abs(row["judged"] - row["exact"]) for row in known])
    floors = np.array([row["floor"] for row in known])
    print(f"{chosen.game}, {chosen.street}: {len(known)} decisions, {len(rows) - len(known)} not")
    levels = (0.5, 0.8, 0.9, 0.95, 0.99)
    print("difference of losses, part of the pot:", np.quantile(wrong, levels).round(4).tolist())
    print("noise floor, mean:", round(float(floors.mean()), 4))
    print(f"outside the floor: {int((wrong > floors).sum())}, {float((wrong > floors).mean()):.1%}")


if __name__ == "__main__":
    main()
