"""Sparring partners' error rates vs their match results: python scripts/review_ladder.py.

A Markdown table for each game: each partner plays hands against the reference, the default judge
reviews its decisions, and the error rate with its 95% interval is printed next to the shipped
result (``ai/strength/measured.json``). Below it is Spearman's rank correlation of the two.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from ai.agents.entry import Measured
from ai.agents.sparring import NAME, RUNGS
from ai.registry import build, find_engine, reference
from ai.review.hands import HandReviewer
from ai.review.judges import build_judge, usual_name
from ai.review.totals import Tally, Totals
from ai.strength.figures import strengths
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.match import play
from engine.records.record import HandRecord

GAMES = {"kuhn": 10_000, "leduc": 10_000, "holdem-limit": 300, "holdem-nolimit@100": 300}
"""Hands that each partner plays."""
PARTNERS = tuple(f"{NAME}:{rung}" for rung in range(1, len(RUNGS) + 1))


def review(game: Game, name: str, hands: int, seed: int) -> Totals:
    """Review an engine's decisions in hands against the reference."""
    row = reference(game)
    assert row is not None
    rival, hero = build(row.name, game), build(name, game)
    reviewer, tally = HandReviewer(game, build_judge(usual_name(game), game), None), Tally()

    def add(record: HandRecord) -> None:
        tally.add(reviewer.verdicts(record, record.players.index(hero.name)))

    play(game, [hero, rival], hands, seed, on_record=add)
    return tally.totals


def results(game: Game) -> list[Measured]:
    """Return the recorded results of the partners against the reference."""
    rows = [find_engine(name, None, game) for name in PARTNERS]
    found = strengths([row for row in rows if row is not None], game)
    return [one for one in found if one is not None and one.mbb is not None]


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Rank correlation of two rows of different numbers, -1 to 1."""
    ranks = [np.argsort(np.argsort(row)).tolist() for row in (first, second)]
    return float(np.corrcoef(ranks)[0, 1])


def table(game: Game, hands: int, seed: int) -> None:
    """Print the table of one game, row by row."""
    print(f"\n{game.title}, {game.name}, {hands:,} hands a partner, seed {seed}\n")
    print("| partner | error rate, mbb | noise floor | decisions | bb/100 against the reference |")
    print("|---|---|---|---|---|", flush=True)
    rates, lost = [], []
    for name, measured in zip(PARTNERS, results(game), strict=True):
        totals = review(game, name, hands, seed)
        assert measured.mbb is not None
        rates.append(totals.error.mean)
        lost.append(-measured.mbb)
        half = "" if not measured.ci95 else f" ± {measured.ci95 / 10:.1f}"
        print(
            f"| `{name}` | {totals.error.mean:.1f} ± {totals.error.half_width:.1f}"
            f" | {totals.floor:.1f} | {totals.decisions:,} | {measured.mbb / 10:+.1f}{half} |",
            flush=True,
        )
    print(f"\nrank correlation of error rate and loss: {spearman(rates, lost):.3f}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the partners' error rates.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--hands", type=int, help="hands a partner, if not as usual")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        for name in chosen.games:
            game = get_game(name)
            table(game, chosen.hands or GAMES.get(name, 1_000), chosen.seed)
    except PokerError as error:
        sys.exit(f"review_ladder: {error}")


if __name__ == "__main__":
    main()
