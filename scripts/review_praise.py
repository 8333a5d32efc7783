"""Count losing actions classed as best or correct: python -m scripts.review_praise GAME [JUDGE].

Decisions of random and engine play are reviewed and asked as drills. Each action that the judge
considers is judged as if it had been taken. Counted are those classed as best or correct that lose
more EV than the judge's noise floor; there should be none.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np

from ai.drill.deals import DealtSpot
from ai.reading.line import Decision, PlayerLine
from ai.registry import build
from ai.review.classes import BEST, CORRECT
from ai.review.decision import Reviewed
from ai.review.judges import usual_name
from ai.review.verdict import Verdict
from engine.cards import Card
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import play
from engine.player import PublicState
from engine.records.record import HandRecord
from pokergui.drills.judge import DrillJudge, Question
from pokergui.drills.series import answer_to

PAIRS = (("random", "random"), ("random", "cfr"), ("spar:5", "cfr"), ("cfr", "cfr"))
"""The engines that play the hands; each pair contributes equally many decisions."""


def decisions(game: Game, count: int, seed: int) -> Iterator[tuple[Decision, tuple[Card, ...]]]:
    """Yield decisions of hands, with the cards held."""
    for number, pair in enumerate(PAIRS):
        records: list[HandRecord] = []
        players = [build(name, game) for name in pair]
        play(game, players, count, seed + number, on_record=records.append)
        left = count // len(PAIRS)
        for record in records:
            end = PublicState(record.game, record.actions, record.board)
            for seat, hole in enumerate(record.holes):
                for one in PlayerLine.of(end, seat).decisions if hole is not None else ():
                    if left:
                        left -= 1
                        yield one, hole or ()


def praised(question: Question, reviewed: Reviewed) -> bool:
    """Return whether a losing action is classed best or correct in a review or a drill."""
    verdict = Verdict.of(reviewed, question.dealt.hole)
    answer = answer_to(question, reviewed.action, reviewed)
    qualities = {verdict.quality, answer.quality if answer is not None else ""}
    return bool(verdict.loss_mbb > verdict.floor_mbb and qualities & {BEST, CORRECT})


def measure(game: Game, name: str, count: int, seed: int) -> Counter[str]:
    """Return how many decisions and actions were judged and praised."""
    judge = DrillJudge(name, game, None, JobControl())
    found: Counter[str] = Counter()
    for one, hole in decisions(game, count, seed):
        found["decisions"] += 1
        question = judge.ask(DealtSpot(one.spot, hole), "play")
        if question is None:
            found["not asked"] += 1
            continue
        for action in {one.action, *question.view.actions}:
            reviewed = judge.review(question, action)
            found["actions"] += 1
            if reviewed.judged:
                found[reviewed.quality] += 1
                found["losing"] += bool(reviewed.loss > reviewed.floor)
                found["without EV"] += bool(np.isnan(reviewed.loss))
                found["praised"] += praised(question, reviewed)
            else:
                found[reviewed.unread] += 1
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Count losing actions that are praised.")
    parser.add_argument("game")
    parser.add_argument("judge", nargs="?")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        game = get_game(chosen.game)
        name = chosen.judge or usual_name(game)
        found = measure(game, name, chosen.count, chosen.seed)
    except PokerError as error:
        sys.exit(f"review_praise: {error}")
    print(f"{game.name}, {name}: {found['praised']} losing actions praised")
    print(", ".join(f"{what} {number:,}" for what, number in sorted(found.items())))
    sys.exit(1 if found["praised"] else 0)


if __name__ == "__main__":
    main()
