"""``pokergui lab evaluation-table``: the table of source 002, with engines of this project."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from ai.evaluation.source_table import (
    MOST_HANDS,
    ROWS,
    TRAINED,
    TRIPLES,
    Figures,
    Plan,
    Published,
    Table,
    TripleTable,
)
from engine.errors import CancelledError
from engine.running import Interval
from pokergui.commands.common import (
    check_writable,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    report,
    seed_option,
    table,
)
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir


def _words(interval: Interval) -> str:
    return f"{interval.mean:+,.0f} +- {interval.half_width:,.0f}"


def _title(title: str) -> str:
    """Return the title of a row; those of abbreviations are the same in every language."""
    known = {
        "Basic": tr("Basic"),
        "Game-ending actions": tr("Game-ending actions"),
        "Private information": tr("Private information"),
    }
    return known.get(title, title)


def _row(off: bool, title: str, found: Figures, source: Published) -> tuple[str, ...]:
    published = f"{source.bias:,.0f} +- {source.ci95:,.0f}" if off else "0"
    return (
        tr("off policy") if off else tr("on policy"),
        _title(title),
        _words(found.bias),
        f"{found.sd:,.0f}",
        f"{found.rmse:,.0f}",
        published,
        f"{source.sd:,.0f}",
        f"{source.rmse:,.0f}",
    )


def _lines(found: TripleTable) -> list[str]:
    triple, (behaviour, target) = found.triple, found.direct
    on = [
        _row(False, row.title, one, row.on_policy)
        for row, one in zip(ROWS, found.on_policy, strict=True)
    ]
    off = [
        _row(True, row.title, one, row.off_policy)
        for row, one in zip(ROWS, found.off_policy, strict=True)
    ]
    heads = (
        *("", tr("estimator"), tr("bias"), tr("SD"), tr("RMSE")),
        *(tr("source: bias"), tr("SD"), tr("RMSE")),
    )
    return [
        tr(
            "{hands} of {behaviour} against {rival} evaluate {behaviour} itself (on"
            " policy) and {target} (off policy), mA/hand"
        ).format(
            hands=hands_text(found.hands),
            behaviour=triple.behaviour,
            rival=triple.rival,
            target=triple.target,
        ),
        tr(
            "in matches of their own {behaviour} wins {behaviour_wins}, {target} {target_wins}"
        ).format(
            behaviour=triple.behaviour,
            behaviour_wins=_words(behaviour),
            target=triple.target,
            target_wins=_words(target),
        ),
        *table([*on, *off], heads),
        tr(
            "Basic to PI+GEA+BC-DIVAT: SD on policy {sd:.1f} times smaller, RMSE off policy"
            " {rmse:.1f} times"
        ).format(
            sd=found.on_policy[0].sd / found.on_policy[-1].sd,
            rmse=found.off_policy[0].rmse / found.off_policy[-1].rmse,
        ),
        "",
    ]


def _figures(found: Figures) -> dict[str, float]:
    return {
        "bias_mbb": found.bias.mean,
        "ci95_mbb": found.bias.half_width,
        "sd_mbb": found.sd,
        "rmse_mbb": found.rmse,
    }


def _record(found: TripleTable) -> dict[str, Any]:
    names = ("behaviour", "target")
    return {
        **{name: getattr(found.triple, name) for name in (*names, "rival")},
        "hands": found.hands,
        "seconds": found.seconds,
        "direct": {
            name: {"mean_mbb": one.mean, "ci95_mbb": one.half_width}
            for name, one in zip(names, found.direct, strict=True)
        },
        "rows": [
            {
                "estimator": row.title,
                "on_policy": _figures(on) | {"source": vars(row.on_policy)},
                "off_policy": _figures(off) | {"source": vars(row.off_policy)},
            }
            for row, on, off in zip(ROWS, found.on_policy, found.off_policy, strict=True)
        ],
    }


@define(
    click.option(
        "--triple",
        type=click.IntRange(1, len(TRIPLES)),
        help="Only this one: "
        + "; ".join(
            f"{number}: {one.behaviour}, {one.target} against {one.rival}"
            for number, one in enumerate(TRIPLES, 1)
        )
        + ".",
    ),
    click.option(
        "--hands",
        type=click.IntRange(2, MOST_HANDS),
        default=Plan.hands,
        show_default=True,
        help="Hands of each triple to evaluate on.",
    ),
    click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True),
    path_option("--checkpoint", help="Checkpoint file; resumed if it exists."),
    seed_option,
    name="evaluation-table",
)
def command(
    triple: int | None, hands: int, workers: int, checkpoint: Path | None, seed: int, as_json: bool
) -> None:
    """Reproduce the table of Bowling, Johanson, Burch and Szafron (2008) in limit hold'em.

    Players of 8 and 30 buckets and an undertrained one are trained first, in a minute or two.
    The result does not depend on the number of threads. Ctrl-C keeps what is done so far in the
    checkpoint, and reports the triples that are complete.
    """
    check_writable(checkpoint)
    found: list[TripleTable] = []
    with long_work(tr("measuring")) as control:
        chosen = TRIPLES if triple is None else (TRIPLES[triple - 1],)
        made = Table(Plan(hands, seed), strategies_dir(), checkpoint, chosen)
        with suppress(CancelledError):  # whole triples are reported
            found.extend(made.measure(one, workers, control) for one in chosen)
    result = {
        "seed": seed,
        "trained": {name: vars(recipe) for name, recipe in TRAINED.items()},
        "triples": [_record(one) for one in found],
    }
    report(result, as_json, [line for one in found for line in _lines(one)])
    exit_if_stopped(control)
