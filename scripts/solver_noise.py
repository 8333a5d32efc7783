"""Measure the losses that the judge ``solver`` finds in coarse solutions and that fine ones deny.

python -m scripts.solver_noise
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.reading.reach import matchups
from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from ai.solver.view import NodeView
from engine.player import Action
from engine.tree import DECISION

_OOP = "JJ-22,AJs-A2s,K2s+:0.5,Q8s+,J8s+,T8s+,97s+,87s,76s,65s,54s,AJo-A9o,KTo+,QTo+,JTo"  # calls
_IP = "22+,A2s+,K9s+,Q9s+,J9s+,T8s+,98s,87s,76s,65s,ATo+,KTo+,QJo"  # raises
_TURNS = (("Kh7d2c4d", 600, 3700), ("Jh9h6c2s", 1200, 4000), ("As8s3dTc", 2000, 5000))
_FINE, _COARSE = 0.02, (0.5, 0.3, 0.15)
"""Exploitability in percent of the pot."""
_WALKS, _SEED = 60, 3
_NONE, _LARGE = 0.0005, 0.01
"""Losses, as fractions of the pot, that count as none and as large."""
_Place = tuple[tuple[Action, ...], int]
"""A line and a hand."""


def main() -> None:
    """Print, for floors of one to three exploitabilities, how many losses beyond them are none."""
    rng = np.random.default_rng(_SEED)
    rows: dict[float, list[NDArray[np.float64]]] = {target: [] for target in _COARSE}
    for board, pot, stack in _TURNS:
        spot = Spot.parse(board, _OOP, _IP, pot, stack, "66,a", "66,a")
        fine = _solved(spot, _FINE)
        places = [place for _ in range(_WALKS) for place in _walk(fine, rng)]
        exact = _losses(fine, places)
        for target in _COARSE:
            coarse = _solved(spot, target)
            losses = _losses(coarse, places)
            there = ~np.isnan(exact + losses)
            distance = np.full(there.sum(), coarse.exploitability)
            rows[target].append(np.stack((exact[there], losses[there], distance)) / pot)
    for target, parts in rows.items():
        true, found, distance = np.concatenate(parts, axis=1)
        for times in (1, 2, 3):
            beyond = found > times * distance
            none, large = (true[beyond] <= _NONE).mean(), beyond[true > _LARGE].mean()
            print(
                f"{target}%, {len(true)} actions, floor {times}: {beyond.mean():.1%} beyond,"
                f" {none:.1%} of them none; {large:.1%} of large ones beyond"
            )


def _solved(spot: Spot, target: float) -> SpotRun:
    run = SpotRun(spot, target=target)
    run.run(run.aim())
    return run


def _view(run: SpotRun, line: tuple[Action, ...]) -> NodeView:
    return run.trainer.view(line, run.spot.board)


def _walk(run: SpotRun, rng: np.random.Generator) -> list[_Place]:
    """Return the decisions of a turn as the solution plays it, each with a hand."""
    line: tuple[Action, ...] = ()
    places, tree = [], run.spot.tree
    node = 0
    while tree.kind[node] == DECISION and not tree.street[node]:
        view = _view(run, line)
        weights = matchups(run.spot.game, view.reach, view.to_act)
        weights /= weights.sum()
        places.append((line, int(rng.choice(len(weights), p=weights))))
        shares = weights @ view.strategy
        taken = rng.choice(len(shares), p=shares / shares.sum())
        line = (*line, view.actions[taken])
        node = tree.find(line)
    return places


def _losses(run: SpotRun, places: Sequence[_Place]) -> NDArray[np.float64]:
    """Return the EV loss in chips of every action of each hand."""
    views = {line: _view(run, line) for line, _ in places}
    evs = [views[line].action_ev[hand] for line, hand in places]
    return np.concatenate([one.max() - one for one in evs])


if __name__ == "__main__":
    main()
