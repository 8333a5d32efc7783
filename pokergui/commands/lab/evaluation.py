"""``pokergui lab evaluation``: off-policy estimators compared by exact enumeration."""

from __future__ import annotations

from typing import Any

import click

from ai.evaluation.enumeration import Moments
from ai.evaluation.estimators import MAPS
from ai.evaluation.luck import title_of
from ai.evaluation.support import lacks_spread, unsupported
from ai.lab.evaluation_problem import AIVAT, LAST, TITLES, EvaluationProblem, answer, shown_of
from engine.game import get_game
from pokergui.commands.common import define, long_work, report, table
from pokergui.commands.lab.fractions import both, short
from pokergui.commands.values import value_option
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir

_GAMES = ("kuhn", "leduc")


def _title(name: str) -> str:
    if name == AIVAT:
        return tr("AIVAT, exact node values")
    return name_text(TITLES[name])


def _record(moments: Moments, sd: float | None, lost: float) -> dict[str, Any]:
    exact = both("mean", moments.mean) | both("variance", moments.variance)
    fractions = {f"{name}_fraction": exact[name] for name in ("mean", "variance")}
    numbers = {"mean": float(moments.mean), "bias": float(moments.bias), "sd": sd}
    return {**numbers, "unsupported": lost, **fractions}


@define(
    click.argument("game", type=click.Choice(_GAMES)),
    click.option("--behaviour", required=True, help="Strategy that plays the hands."),
    click.option("--target", required=True, help="Strategy evaluated on them."),
    click.option("--rival", required=True, help="Strategy on the other side."),
    click.option(
        "--player",
        "seat",
        type=click.IntRange(0, 1),
        default=0,
        show_default=True,
        help="Position of behaviour and target.",
    ),
    value_option,
    name="evaluation",
)
def command(
    game: str, behaviour: str, target: str, rival: str, seat: int, value: str, as_json: bool
) -> None:
    """Enumerate all hands of BEHAVIOUR against RIVAL: each estimator's result for TARGET.

    Strategies are engines, lecture, uniform, or a FILE.json as strategy --all --json prints it.
    Figures are chips a hand; in Kuhn they are exact. AIVAT evaluates the behaviour itself, so it is
    shown only if the target is the same. "Not supported" is the part of TARGET's play that a
    million hands do not show; an SD due mostly to that part is left out.
    """
    rules = get_game(game)
    with long_work(tr("evaluating")) as control:
        asked = EvaluationProblem(rules, behaviour, target, rival, seat, value)
        answered = answer(asked, strategies_dir(), control)
    listing = answered.listing
    moments = {name: listing.moments(name) for name in listing.estimates}
    shown = {how.name: shown_of(answered, how) for how in MAPS}
    lost = dict.fromkeys(moments, 0.0)
    lost |= {name: float(unsupported(parts, LAST)[0]) for name, parts in shown.items()}
    spread: dict[str, float | None] = {name: one.sd for name, one in moments.items()}
    spread |= {name: None for name, parts in shown.items() if lacks_spread(parts, LAST)}
    truth = listing.truth
    rows = [
        (
            *(name, _title(name), short(one.mean), short(one.bias)),
            tr("not supported") if spread[name] is None else f"{spread[name]:.4f}",
            f"{lost[name]:.2%}",
        )
        for name, one in moments.items()
    ]
    result = {
        "game": rules.name,
        "behaviour": behaviour,
        "target": target,
        "rival": rival,
        "player": seat,
        "value": value,
        "truth": float(truth),
        "truth_fraction": both("truth", truth)["truth"],
        "estimators": {
            name: _record(one, spread[name], lost[name]) for name, one in moments.items()
        },
    }
    lines = [
        tr("{game}, position {seat}: hands of {behaviour} against {rival}, {value}").format(
            game=name_text(rules.title),
            seat=seat,
            behaviour=behaviour,
            rival=rival,
            value=name_text(title_of(value, rules)),
        ),
        tr("{target} wins {truth} chips a hand; the estimators give:").format(
            target=target, truth=short(truth)
        ),
        *table(rows, ("", tr("estimator"), tr("mean"), tr("bias"), tr("SD"), tr("not supported"))),
    ]
    report(result, as_json, lines)
