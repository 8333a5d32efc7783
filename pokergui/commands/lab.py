"""``pokergui lab``: regret matching and CFR, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

import click

from ai.cfr.decisions import decision_kinds
from ai.cfr.exact_game import ExactGame, ExactProfile, exact_game
from ai.cfr.matrix import (
    Matrix,
    MatrixStep,
    Number,
    Rule,
    Vector,
    bits_of,
    get_rule,
    parse_matrix,
    run,
    step,
    steps,
)
from ai.cfr.named_profiles import profile_of
from ai.cfr.profiles import action_key
from ai.cfr.robust_sampling import parse_picks
from ai.evaluation.enumeration import Moments
from ai.evaluation.estimators import MAPS
from ai.evaluation.luck import title_of
from ai.evaluation.support import lacks_spread, unsupported
from ai.lab.claims import NOT_CHECKED, check_claims
from ai.lab.evaluation_problem import AIVAT, LAST, TITLES, EvaluationProblem, answer, shown_of
from ai.lab.lecture import InfosetTable, LectureIteration, LectureState, initial_state, iterations
from ai.lab.matrix_equilibrium import Equilibrium, equilibrium
from engine.errors import GameError
from engine.game import get_game
from engine.tree import build_tree
from engine.wording import Wording
from pokergui.cli import NamingGroup
from pokergui.commands.common import define, exit_if_stopped, long_work, picked, report, table
from pokergui.commands.values import value_option
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir

SHOWN = 20
"""Steps of a long run that are printed in full, besides its last."""
_LONGEST_BITS = 4_000
"""Longest fractions in JSON; Python refuses to write numbers a few times as long."""
_LONGEST_CELL = 15


def both(key: str, value: Any) -> dict[str, Any]:
    """Return a number, or lists of them, as exact text (null if it is not exact) and as floats."""
    return {key: _texts(value), f"{key}_float": _floats(value)}


def _texts(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_texts(item) for item in value]
    return str(value) if _is_exact(value) else None


def _is_exact(value: Number | None) -> bool:
    return isinstance(value, Fraction) and bits_of(value) <= _LONGEST_BITS


def _floats(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_floats(item) for item in value]
    return None if value is None else float(value)


def short(value: Number) -> str:
    """Return a number for a table: as a fraction if that is short, else with six digits."""
    if _is_exact(value) and len(text := str(value)) <= _LONGEST_CELL:
        return text
    return f"{float(value):.6f}".replace("-0.000000", "0.000000")


_COLUMNS = ("sums", "strategy", "values", "regrets", "added", "sums_after", "average")


@click.group("lab", cls=NamingGroup)
def command() -> None:
    """Step through regret matching and CFR in exact fractions."""


def _names(text: str, matrix: Matrix) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the rows and of the columns."""
    rows, columns = len(matrix), len(matrix[0])
    of_a, _, of_b = text.partition(";")
    parts = [tuple(word.strip() for word in part.split(",")) for part in (of_a, of_b or of_a)]
    if [len(part) for part in parts] != [rows, columns]:
        raise GameError(
            "--names needs {rows} names for the rows and {columns} for the columns, as in"
            " rock,paper;heads,tails",
            rows=rows,
            columns=columns,
        )
    return parts[0], parts[1]


def _all_steps(matrix: Matrix, rule: Rule, count: int) -> list[MatrixStep]:
    """Return the first steps and the last."""
    taken = list(islice(steps(matrix, rule), min(count, SHOWN)))
    if count > SHOWN:
        with long_work(tr("running")):
            before = run(matrix, rule, count - 1, state=taken[-1].after).after
        taken.append(step(matrix, rule, before))
    return taken


def _rule_title(rule: Rule) -> str:
    return {
        "lecture": tr("Lecture: add gains only"),
        "textbook": tr("Textbook: add all regrets"),
        "rm+": tr("RM+: add all regrets, never below 0"),
    }[rule.name]


def _step_json(done: MatrixStep) -> dict[str, Any]:
    return {
        "iteration": done.iteration,
        **both("gap", done.gap),
        **both("average_gap", done.average_gap),
        "a": _fractions(done.players[0], "value", *_COLUMNS),
        "b": _fractions(done.players[1], "value", *_COLUMNS),
    }


def _step_lines(done: MatrixStep, names: Sequence[Sequence[str]]) -> list[str]:
    heads = (
        *(tr("sum before"), tr("strategy"), tr("value"), tr("regret")),
        *(tr("added"), tr("sum after"), tr("average")),
    )
    first = tr("step {iteration}: A wins u = {value}, B wins -u").format(
        iteration=done.iteration, value=short(done.players[0].value)
    )
    lines = ["", first]
    for player, own, who in zip(done.players, names, "AB", strict=True):
        columns = [[short(x) for x in getattr(player, name)] for name in _COLUMNS]
        lines += table(list(zip(own, *columns, strict=True)), (who, *heads))
    lines.append(
        tr(
            "best responses win {gap} from these strategies, {average_gap} from the averages"
        ).format(gap=short(done.gap), average_gap=short(done.average_gap))
    )
    return lines


def _solution_lines(solution: Equilibrium | None) -> list[str]:
    if solution is None:
        return [tr("equilibrium: the matrix is too large to list it exactly")]
    words = tr("equilibrium (one of several): A {a}, B {b}, value {value}")
    if solution.unique:
        words = tr("equilibrium (unique): A {a}, B {b}, value {value}")
    a, b = ("(" + ", ".join(map(str, part[0])) + ")" for part in (solution.a, solution.b))
    return [words.format(a=a, b=b, value=solution.value)]


@define(
    click.option(
        "--payoffs",
        default="0 -1 3; 1 0 -1; -1 1 0",
        show_default=True,
        help="To A, row by row; numbers or fractions.",
    ),
    click.option("--names", help="Of A's rows; those of B's columns after a ; where they differ."),
    click.option("--rule", default="lecture", show_default=True, help="lecture, textbook or rm+."),
    click.option("--steps", "count", type=click.IntRange(1, 1_000_000), default=2),
    name="matrix",
    into=command,
)
def _matrix(payoffs: str, names: str | None, rule: str, count: int, as_json: bool) -> None:
    """Run regret matching on a matrix game; the columns of the first 20 steps and of the last."""
    matrix, chosen = parse_matrix(payoffs), get_rule(rule)
    rows, columns = len(matrix), len(matrix[0])
    if names is None:
        names = "rock,paper,scissors" if rows == columns == 3 else ""
        numbers = [",".join(str(i + 1) for i in range(size)) for size in (rows, columns)]
        names = names or ";".join(numbers)
    named = _names(names, matrix)
    solution = equilibrium(matrix)
    done = _all_steps(matrix, chosen, count)
    result = {
        **both("payoffs", matrix),
        "names": named,
        "rule": chosen.name,
        "equilibrium": solution
        and _fractions(solution, "value", "a", "b") | {"unique": solution.unique},
        "steps": [_step_json(one) for one in done],
    }
    lines = [
        _rule_title(chosen),
        *table(
            [(name, *map(short, row)) for name, row in zip(named[0], matrix, strict=True)],
            ("A \\ B", *named[1]),
        ),
        *_solution_lines(solution),
        *(line for one in done for line in _step_lines(one, named)),
    ]
    report(result, as_json, lines)


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


def _kuhn_lines(game: ExactGame, done: LectureIteration) -> list[str]:
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
    into=command,
)
def _kuhn(count: int, simultaneous: bool, name: str, as_json: bool) -> None:
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
    report(result, as_json, [*lines, *(line for done in shown for line in _kuhn_lines(game, done))])
    exit_if_stopped(control)


_MAX_NODES = 50_000
"""Largest betting tree: that of limit hold'em has a third as many nodes."""


@define(click.argument("game"), click.argument("picks"), name="schedule", into=command)
def _schedule(game: str, picks: str, as_json: bool) -> None:
    """Show how many actions a schedule such as depth:0.4 samples per decision, and the claims.

    The claims are those of US patent 10,769,544 on sampling schemes; everywhere means on every
    line on which a player has two decisions, literal that such decisions exist.
    """
    rules, schedule = get_game(game), parse_picks(picks)
    try:
        tree = build_tree(rules, max_nodes=_MAX_NODES)
    except GameError:
        raise GameError(
            "the betting tree of {title} is too large to check line by line; kuhn, leduc and"
            " holdem-limit are not",
            title=Wording(rules.title),
        ) from None
    resolved = schedule.resolve(tree)
    kinds, checks = decision_kinds(tree, resolved), check_claims(tree, resolved)
    result = {
        "game": rules.name,
        "schedule": str(schedule),
        "decisions": [
            {
                "to_act": kind.to_act,
                "own_before": kind.own,
                "both_before": kind.both,
                **picked(kind, "street", "actions", "picks"),
                **both("probability", kind.probability),
                "count": count,
            }
            for kind, count in kinds
        ],
        "claims": [
            picked(check, "claim", "literal", "everywhere") | {"text": str(check.text)}
            for check in checks
        ],
        "claims_left_out": [str(reason) for reason in NOT_CHECKED],
    }
    heads = (
        *(tr("position"), tr("own before"), tr("both before"), tr("street")),
        *("N", "k", "k/N", tr("decisions")),
    )
    rows = [(*kind, str(kind.probability), count) for kind, count in kinds]
    yes = {True: tr("yes"), False: tr("no")}
    claims = [
        (check.claim, yes[check.literal], yes[check.everywhere], str(check.text))
        for check in checks
    ]
    lines = [
        tr("{game}, {schedule}: {title}").format(
            game=name_text(rules.title), schedule=schedule, title=schedule.title
        ),
        "",
        *table(rows, heads),
        "",
        *table(claims, (tr("claim"), tr("literal"), tr("everywhere"), "")),
        *(tr("left out: {reason}").format(reason=reason) for reason in NOT_CHECKED),
    ]
    report(result, as_json, lines)


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
    into=command,
)
def _evaluation(
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
