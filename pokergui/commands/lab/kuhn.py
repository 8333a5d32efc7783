"""``pokergui lab kuhn``: CFR on Kuhn poker through the lecture's five steps."""

from __future__ import annotations

from typing import Any

import click

from ai.cfr.exact_game import ExactGame, ExactProfile, exact_game
from ai.cfr.matrix import Vector
from ai.cfr.named_profiles import profile_of
from ai.cfr.profiles import action_key
from ai.lab.lecture import InfosetTable, LectureIteration, LectureState, initial_state, iterations
from engine.game import get_game
from pokergui.commands.common import define, exit_if_stopped, long_work, picked, report, table
from pokergui.commands.lab.fractions import SHOWN, both, short
from pokergui.language import name_text
from pokergui.language import tr_commands as tr

_UNKNOWN = "-"
"""Text for the value of an information set that the other player's strategy never reaches."""


def _fractions(thing: object, *names: str) -> dict[str, Any]:
    """Return some attributes of a thing by their names, each as fractions and as floats."""
    fractions: dict[str, Any] = {}
    for name in names:
        fractions |= both(name, getattr(thing, name))
    return fractions


def _infoset_json(
    game: ExactGame, row: InfosetTable, after: LectureState, average: ExactProfile
) -> dict[str, Any]:
    here = row.infoset
    others, chances = zip(*row.posterior, strict=True) if row.posterior else ((), ())
    names = ("strategy", "values", "mixed", "regrets", "gains", "weight", "cf_regrets", "own_reach")
    return {
        **picked(here, "to_act", "cards"),
        "board": here.board_cards,
        "line": here.line,
        "actions": [action_key(game, here, action) for action in here.actions],
        "others": others,
        **both("posterior", chances),
        **_fractions(row, *names),
        **both("cum_regret", after.regrets[here]),
        **both("average_strategy", average[here]),
    }


def _iteration_json(game: ExactGame, done: LectureIteration) -> dict[str, Any]:
    after, average = done.after, done.after.average
    return {
        "iteration": done.iteration,
        **_fractions(done, "value", "nash_conv", "average_nash_conv"),
        "infosets": [
            _infoset_json(game, row, after, average) for rows in done.tables for row in rows
        ],
    }


def _cell(vector: Vector | None) -> str:
    return ", ".join(map(short, vector)) if vector is not None else _UNKNOWN


def _lines(game: ExactGame, done: LectureIteration) -> list[str]:
    lines = [
        "",
        tr(
            "iteration {iteration}: value {value} to A; best responses win {nash_conv} from this"
            " profile, {average_nash_conv} from the average"
        ).format(
            iteration=done.iteration,
            value=short(done.value),
            nash_conv=short(done.nash_conv),
            average_nash_conv=short(done.average_nash_conv),
        ),
    ]
    average = done.after.average
    for rows, who in zip(done.tables, "AB", strict=True):
        cells = [
            (
                row.infoset.cards,
                row.infoset.line or _UNKNOWN,
                " ".join(action_key(game, row.infoset, a) for a in row.infoset.actions),
                _cell(row.strategy),
                ", ".join(f"{cards} {short(p)}" for cards, p in row.posterior) or _UNKNOWN,
                _cell(row.values),
                short(row.mixed) if row.mixed is not None else _UNKNOWN,
                _cell(row.gains),
                _cell(row.regrets),
                short(row.weight),
                _cell(row.cf_regrets),
                _cell(done.after.regrets[row.infoset]),
                _cell(average[row.infoset]),
            )
            for row in rows
        ]
        heads = (
            *(who, tr("line"), tr("actions"), tr("1 strategy"), tr("2 posterior")),
            *(tr("3 action values"), tr("4 mixed"), tr("5 gains"), tr("regrets")),
            *(tr("weight"), tr("weighted regrets"), tr("regret sum"), tr("average")),
        )
        lines += table(cells, heads)
    return lines


@define(
    click.option("--steps", "count", type=click.IntRange(1, 1_000), default=1, show_default=True),
    click.option(
        "--simultaneous/--alternating",
        default=True,
        help="Whether B responds to the same profile as A, as in the lecture, or to A's new"
        " strategy.",
    ),
    click.option(
        "--profile",
        "name",
        default="lecture",
        show_default=True,
        help=(
            "Starting profile: lecture, uniform, or a FILE.json as strategy --all --json prints it."
        ),
    ),
    name="kuhn",
)
def command(count: int, simultaneous: bool, name: str, as_json: bool) -> None:
    """Iterate CFR on Kuhn poker: the five tables of the first 20 iterations and of the last."""
    game = exact_game(get_game("kuhn"))
    run = iterations(game, initial_state(profile_of(game, name)), simultaneous)
    shown: list[LectureIteration] = []
    with long_work(tr("iterating")) as control:
        for done in run:
            if len(shown) > SHOWN:
                shown.pop()
            shown.append(done)
            control.progress(done.iteration / count)
            if done.iteration >= count or control.cancelled:
                break
    result = {
        "game": game.game.name,
        "profile": name,
        "updates": "simultaneous" if simultaneous else "alternating",
        "iterations": [_iteration_json(game, done) for done in shown],
    }
    words = tr("{game}, A first, then B, from the profile {profile}")
    if simultaneous:
        words = tr("{game}, both players together, from the profile {profile}")
    lines = [words.format(game=name_text(game.game.title), profile=name)]
    report(result, as_json, [*lines, *(line for done in shown for line in _lines(game, done))])
    exit_if_stopped(control)
