"""``pokergui equity``: equity of hands and ranges."""

from __future__ import annotations

from contextlib import suppress

import click
import numpy as np
from numpy.typing import NDArray

from engine import timing
from engine.cards import parse_cards
from engine.combos import FULL_DECK, combo_cards
from engine.equity import equity
from engine.errors import RangeError
from engine.ranges import parse_range
from pokergui.commands.common import define, long_work, picked, report, seed_option, table
from pokergui.language import tr_commands as tr


def _warm(hero: NDArray[np.float64], villain: NDArray[np.float64], samples: int | None) -> float:
    """Warm up the kernels on a full board that blocks few combos; return the seconds taken."""
    start = timing.seconds()
    held = combo_cards()[(hero > 0) | (villain > 0)]
    rarest = np.argsort(np.bincount(held.ravel(), minlength=len(FULL_DECK)), kind="stable")
    with suppress(RangeError):  # there may be none left on it; then nothing is compiled
        equity(hero, villain, rarest[:5].tolist(), samples and 1)
    return timing.seconds() - start


@define(
    click.argument("hero", metavar="HAND"),
    click.argument("villain", metavar="HAND"),
    click.option("--board", default="", help="3, 4 or 5 cards, as in AhTd7c."),
    click.option("--samples", type=click.IntRange(1), help="Random deals instead of all boards."),
    seed_option,
)
def command(
    hero: str, villain: str, board: str, samples: int | None, seed: int, as_json: bool
) -> None:
    """Compute the equity of one hand or range against another at hold'em.

    HAND is two cards (AcAd), a range ("QQ+, AKs:0.5") or random.
    """
    first, second, cards = parse_range(hero), parse_range(villain), parse_cards(board)
    with long_work(tr("equity")) as control:
        compile_seconds = _warm(first, second, samples)
        start = timing.seconds()
        share = equity(first, second, cards, samples, seed, control)
        seconds = timing.seconds() - start
    shares = ("equity", "win", "tie", "lose")
    result = {
        **picked(share, *shares, "exact", "boards"),
        # Of single hands, or of random deals: whole numbers that add up.
        "counts": share.counts and dict(zip(("win", "tie", "lose"), share.counts, strict=True)),
        "standard_error": share.standard_error,
        "seconds": seconds,
        "compile_seconds": compile_seconds,
    }
    heads = (tr("equity"), tr("win"), tr("tie"), tr("lose"))
    rows = [
        (head, f"{100 * getattr(share, name):.4f}%")
        for head, name in zip(heads, shares, strict=True)
    ]
    if share.exact:
        source = tr("all {count:,} boards").format(count=share.boards)
    else:
        words = tr("+- {half_width:.4f}%, {count:,} random deals")
        source = words.format(half_width=196 * share.standard_error, count=share.boards)
    rows.append((tr("from"), source))
    report(result, as_json, table(rows))
