"""``pokergui lab evaluation``: what estimators say of a strategy, by going through all deals."""

from __future__ import annotations

from functools import partial
from typing import Any

import click
import numpy as np

from ai.cfr.exact import exact_game
from ai.evaluation.aivat import aivat
from ai.evaluation.continued import Continued
from ai.evaluation.enumeration import Estimator, Moments, moments
from ai.evaluation.estimators import MAPS, by_map
from ai.evaluation.line import Answers
from ai.evaluation.written import InFractions, Written
from ai.reach import RangeReader
from ai.registry import build
from engine.game import Game, get_game
from engine.jobs import JobControl
from pokergui.commands.common import define, long_work, report, table
from pokergui.commands.lab.fractions import both, short
from pokergui.commands.lab.profiles import is_profile, profile_of
from pokergui.paths import strategies_dir

_GAMES = ("kuhn", "leduc")
_AIVAT = "aivat"


def _kind(game: Game) -> type:
    """Of numbers: fractions in Kuhn, where they stay short."""
    return object if game.name == "kuhn" else float


def _answers(game: Game, name: str, control: JobControl) -> Answers:
    """A strategy by name."""
    if is_profile(name):
        written = exact_game(game)
        return Written(written, profile_of(written, name), _kind(game))
    reader = RangeReader(build(name, game, strategies_dir(), control))
    return InFractions(reader) if _kind(game) is object else reader


def _with_aivat(game: Game, own: Answers, rival: Answers) -> Estimator:
    worth = Continued(game, own, rival, _kind(game))
    return lambda line, plays, judged, other: np.full_like(
        plays.reach[-1], aivat(line, plays, worth, other)
    )


def _record(found: Moments) -> dict[str, Any]:
    exact = both("mean", found.mean) | both("variance", found.variance)
    fractions = {f"{name}_fraction": exact[name] for name in ("mean", "variance")}
    return {"mean": float(found.mean), "bias": float(found.bias), "sd": found.sd, **fractions}


@define(
    click.argument("game", type=click.Choice(_GAMES)),
    click.option("--behaviour", required=True, help="Plays the hands."),
    click.option("--target", required=True, help="Is judged by them."),
    click.option("--rival", required=True, help="Plays against the behaviour."),
    click.option(
        "--player",
        "seat",
        type=click.IntRange(0, 1),
        default=0,
        show_default=True,
        help="Position of behaviour and target.",
    ),
    name="evaluation",
)
def command(game: str, behaviour: str, target: str, rival: str, seat: int, as_json: bool) -> None:
    """Go through all hands of BEHAVIOUR against RIVAL: what does each estimator say of TARGET?

    Strategies are engines, lecture, uniform, or a FILE.json as strategy --all --json prints it.
    Figures are chips a hand; in Kuhn they are exact. AIVAT judges the behaviour itself, so it is
    there where the target is the same.
    """
    rules = get_game(game)
    with long_work("evaluating") as control:
        names = (behaviour, target, rival)
        plays, judged, against = (_answers(rules, name, control) for name in names)
        estimators: dict[str, Estimator] = {how.name: partial(by_map, how) for how in MAPS}
        if behaviour == target:
            estimators[_AIVAT] = _with_aivat(rules, plays, against)
        found = {
            name: moments(rules, plays, judged, against, one, seat, control)
            for name, one in estimators.items()
        }
    truth = found[MAPS[0].name].truth
    titles = {how.name: how.title for how in MAPS} | {_AIVAT: "AIVAT, exact values of places"}
    rows = [
        (name, titles[name], short(one.mean), short(one.bias), f"{one.sd:.4f}")
        for name, one in found.items()
    ]
    result = {
        "game": rules.name,
        "behaviour": behaviour,
        "target": target,
        "rival": rival,
        "player": seat,
        "truth": float(truth),
        "truth_fraction": both("truth", truth)["truth"],
        "estimators": {name: _record(one) for name, one in found.items()},
    }
    lines = [
        f"{rules.title}, position {seat}: hands of {behaviour} against {rival}",
        f"{target} wins {short(truth)} chips a hand; what the estimators say:",
        *table(rows, ("", "estimator", "mean", "bias", "SD")),
    ]
    report(result, as_json, lines)
