"""``pokergui preflop``: jam or fold before the flop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ai.preflop.icm import read_payouts
from ai.preflop.locks import parse_locks
from ai.preflop.solver import Chart, JamFoldSolution, solve
from ai.preflop.spot import JamFoldSpot
from ai.preflop.triples import triples
from engine.combos import CLASS_NAMES
from engine.errors import PokerError
from engine.named_file import read_named_text
from engine.typed_numbers import plain_number
from pokergui.commands.common import check_writable, define, long_work, path_option, report, table
from pokergui.files import write_text
from pokergui.formatting.jamfold import chart_table, chart_text, line_words, method_words
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir

_MOST_LOCKS = 1_000_000


def _amounts(name: str, text: str) -> tuple[float, ...]:
    found = []
    for part in text.split(","):
        plain = plain_number(part)
        try:
            found.append(float(plain or "?"))
        except ValueError:
            raise click.UsageError(
                tr("{option}: '{text}' is not an amount").format(option=name, text=part[:20])
            ) from None
    return tuple(found)


def _chart(spot: JamFoldSpot, chart: Chart) -> dict[str, Any]:
    names = zip(CLASS_NAMES, chart.jam.tolist(), chart.values.tolist(), strict=True)
    known = {name: (jam, values) for name, jam, values in names}
    return {
        "seat": spot.names[chart.decision.seat],
        "line": spot.line(chart.decision),
        "frequency": chart.frequency,
        "reach": float(chart.reach.sum()),
        "hands": {name: jam for name, (jam, _) in known.items()},
        "values": {
            name: values if values[0] == values[0] else None for name, (_, values) in known.items()
        },
    }


def _result(found: JamFoldSolution) -> dict[str, Any]:
    spot = found.spot
    result: dict[str, Any] = {
        "players": list(spot.names),
        "stacks_bb": [stack / spot.big_blind for stack in spot.stacks],
        "iterations": found.iterations,
        "cards_of_folds_return": spot.num_seats > 3,
    }
    if spot.payouts:
        # In big blinds at what a chip is worth on average.
        price = sum(spot.payouts) * spot.big_blind / sum(spot.stacks)
        result["nash_conv_usd"] = found.nash_conv
        result["nash_conv_bb"] = found.nash_conv / price
        result["values_usd"] = found.values.tolist()
        result["values_bb"] = (found.values / price).tolist()
        result["start_usd"] = list(spot.start)
    else:
        result["nash_conv_bb"] = found.nash_conv
        result["values_bb"] = found.values.tolist()
    result["charts"] = [_chart(spot, chart) for chart in found.charts]
    return result


def _lines(found: JamFoldSolution) -> list[str]:
    spot = found.spot
    lines = [
        tr("{seat}: {bb:g} bb, wins {value:+.4f} {unit} a hand").format(
            seat=seat, bb=stack / spot.big_blind, value=value, unit="$" if spot.payouts else "bb"
        )
        for seat, stack, value in zip(spot.names, spot.stacks, found.values, strict=True)
    ]
    rows = [
        (
            spot.names[chart.decision.seat],
            line_words(spot, chart.decision),
            f"{chart.frequency:.1%}",
            chart_text(chart) or "-",
        )
        for chart in found.charts
    ]
    gap = tr("NashConv {gap:.1e} {unit} after {count:,} iterations").format(
        gap=found.nash_conv, unit="$" if spot.payouts else "bb", count=found.iterations
    )
    heads = (tr("seat"), tr("line"), tr("hands"), tr("range"))
    return [*lines, gap, *method_words(spot), "", *table(rows, heads)]


@define(
    click.option(
        "--stacks",
        required=True,
        metavar="LIST",
        help="Stacks in the order of action, the small and the big blind last: 10,10.",
    ),
    click.option(
        "--blinds",
        default="0.5,1",
        show_default=True,
        metavar="SMALL,BIG",
        help="Blinds, in the unit of the stacks.",
    ),
    click.option("--ante", metavar="A", help="Ante of each player."),
    click.option("--bb-ante", metavar="A", help="Ante that the big blind pays for all."),
    click.option(
        "--payouts",
        metavar="LIST",
        help="Prizes from the first place on, 50,30,20, valued by the Independent Chip Model.",
    ),
    path_option(
        "--lock",
        "lock_file",
        metavar="FILE",
        help='Strategies that are given: a JSON list of {"seat": "BB", "line": "call jam", "range":'
        ' "22+,A2s+"}; lines as in the CSV: jam, call jam of CO and call of BTN.',
    ),
    path_option("--csv", "csv_file", metavar="OUT", help="Write the charts to this CSV file."),
)
def command(
    stacks: str,
    blinds: str,
    ante: str | None,
    bb_ante: str | None,
    payouts: str | None,
    lock_file: Path | None,
    csv_file: Path | None,
    as_json: bool,
) -> None:
    """Solve jam or fold for two to six players: who goes all-in with what, and who calls.

    Showdowns of two players are exact, and solved in moments. For three or more, showdowns of
    three hands are counted at the first use, which takes a minute or two, and kept.
    """
    check_writable(csv_file)
    both = _amounts("--blinds", blinds)
    each = _amounts("--ante", ante or "0")
    for_all = _amounts("--bb-ante", bb_ante or "0")
    if (len(both), len(each), len(for_all)) != (2, 1, 1):
        raise click.UsageError(tr("--blinds takes two amounts, --ante and --bb-ante one each"))
    chips = _amounts("--stacks", stacks)
    spot = JamFoldSpot(
        chips,
        small_blind=both[0],
        big_blind=both[1],
        ante=each[0],
        big_blind_ante=for_all[0],
        payouts=() if payouts is None else read_payouts(payouts, len(chips)),
    )
    text = read_named_text(lock_file, _MOST_LOCKS, PokerError) if lock_file else "[]"
    locks = parse_locks(spot, text)
    with long_work(tr("solving")) as control:
        three = triples(strategies_dir(), control) if spot.num_seats > 2 else None
        found = solve(spot, three, locks, control=control)
    if csv_file is not None:
        write_text(csv_file, chart_table(found).csv())
    report(_result(found), as_json, _lines(found))
