"""``drill --ranges``: range reading, scored by overlap with the judge's range."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click
import numpy as np

from engine.errors import PokerError
from engine.ranges import parse_held
from pokergui.commands.common import report, table
from pokergui.commands.drill.figures import spot_facts
from pokergui.drills.judge import SpotJudge
from pokergui.drills.reading import RangeSpot, by_class
from pokergui.language import tr_commands as tr

_MOST_ROWS = 10
"""Most rows of the table of differences."""


def read_ranges(
    judge: SpotJudge, asked: Sequence[RangeSpot], seed: int, answers: Sequence[str], as_json: bool
) -> None:
    """Ask for ranges and print their overlap with the judge's.

    Args:
        answers: ranges as text, one for each spot; without any they are asked for on a terminal.

    Raises:
        PokerError: if a range cannot be read, or there are more answers than spots.
    """
    game = judge.game
    if len(answers) > len(asked):
        raise PokerError(
            "more answers than spots: {count} for {spots}", count=len(answers), spots=len(asked)
        )
    by_hand = not answers and not as_json and sys.stdin.isatty() and sys.stdout.isatty()
    spots, texts = [*asked], [""] * len(asked)
    for at, text in _typed(asked) if by_hand else enumerate(answers):
        spots[at], texts[at] = asked[at].answered(parse_held(game, text)), text
        if by_hand:
            print("\n".join(_verdict_lines(spots[at])))
    done = [one for one in spots if one.named is not None]
    figures = {
        "done": len(done),
        "score_pct": _mean([one.score for one in done]),
        "every_hand_pct": _mean([one.every for one in done]),
    }
    result = {
        "game": game.name,
        "judge": judge.name,
        "seed": seed,
        "spots": [_spot(one, text) for one, text in zip(spots, texts, strict=True)],
        "figures": figures,
    }
    lines = []
    for number, one in enumerate(() if by_hand else spots, 1):
        lines += [*_question_lines(one, number, len(spots)), *_verdict_lines(one)]
    if not spots:
        lines.append(tr("the judge has no spot to ask about"))
    if done:
        words = tr(
            "{done} answered, overlap with the judge {score_pct:.1f}%, of a uniform range"
            " {every_hand_pct:.1f}%"
        )
        lines += ["", words.format(**figures)]
    report(result, as_json, lines)


def _typed(asked: Sequence[RangeSpot]) -> Iterator[tuple[int, str]]:
    """Ask on the terminal, spot after spot; an empty answer ends it."""
    for at, one in enumerate(asked):
        print("\n".join(_question_lines(one, at + 1, len(asked))))
        ask = tr("range; Enter ends")
        while text := str(click.prompt(ask, default="", show_default=False)):
            try:
                one.answered(parse_held(one.dealt.spot.game, text))
            except PokerError as error:
                print(error)
                continue
            yield at, text
            break
        if not text:
            return


def _mean(shares: Sequence[float]) -> float:
    return 100.0 * float(np.mean(shares)) if shares else float("nan")


def _spot(one: RangeSpot, text: str) -> dict[str, Any]:
    answer = None
    if one.named is not None:
        game = one.dealt.spot.game
        yours, judged = by_class(game, one.named), by_class(game, one.judged)
        answer = {
            "range": text,
            "score_pct": 100.0 * one.score,
            "every_hand_pct": 100.0 * one.every,
            "classes": {
                name: {"yours": yours[name], "judge": judged[name]}
                for name in yours
                if yours[name] or judged[name]
            },
        }
    return spot_facts(one.dealt) | {"answer": answer}


def _question_lines(one: RangeSpot, number: int, count: int) -> list[str]:
    record = spot_facts(one.dealt)
    where = " ".join(part for part in (record["line"], record["board"]) if part)
    words = tr(
        "{number} of {count}: {where}, you hold {hole}, position {position}, pot {pot}: what does"
        " your opponent hold?"
    )
    return [words.format(number=number, count=count, where=where, **record)]


def _verdict_lines(one: RangeSpot) -> list[str]:
    """Return lines on the overlap of the ranges and their largest differences."""
    if one.named is None:
        return []
    game = one.dealt.spot.game
    yours, judged = by_class(game, one.named), by_class(game, one.judged)
    order = sorted(yours, key=lambda name: -abs(yours[name] - judged[name]))[:_MOST_ROWS]
    rows = [(f"  {name}", f"{yours[name]:.1%}", f"{judged[name]:.1%}") for name in order]
    words = tr("overlap {score:.1%}; a uniform range would score {every:.1%}")
    return [
        "  " + words.format(score=one.score, every=one.every),
        *table(rows, ("  " + tr("hand"), tr("yours"), tr("judge"))),
    ]
