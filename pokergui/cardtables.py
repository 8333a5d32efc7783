"""Run-outs and blockers of a solved spot as tables for CSV: one row a card, figures in full."""

from __future__ import annotations

from ai.solver.runouts import BlockerReport, RunoutReport
from ai.solver.spot import Spot, action_key, line_text
from engine.cards import card_name, card_names
from pokergui.csvtable import Field, Table

_ABOUT = ("line", "board", "player", "card")
SEATS = ("oop", "ip")
"""The players, as options and tables name them."""


def runout_table(spot: Spot, found: RunoutReport) -> Table:
    """Return the figures after each card: probabilities, EV in chips, equity 0 to 1."""
    about = (line_text(spot, found.line), card_names(found.board), SEATS[found.to_act])
    columns = found.probability[:, None], found.frequencies, found.ev, found.equity
    rows: list[tuple[Field, ...]] = []
    for at, card in enumerate(found.cards.tolist()):
        figures = [number for part in columns for number in part[at].tolist()]
        rows.append((*about, card_name(card), *figures))
    keys = map(action_key, found.actions)
    worth = (f"{kind} {seat}" for kind in ("ev", "equity") for seat in SEATS)
    return Table((*_ABOUT, "probability", *keys, *worth), tuple(rows))


def blocker_table(spot: Spot, found: BlockerReport) -> Table:
    """Return what each card changes, first held by the player, then removed from the other's range.

    The figures under the condition come before the usual ones.
    """
    about = (line_text(spot, found.line), card_names(found.board), SEATS[found.to_act])
    rows: list[tuple[Field, ...]] = []
    for kind, effect in (("held", found.held), ("removed", found.removed)):
        for at, card in enumerate(found.cards.tolist()):
            now = *effect.frequencies[at].tolist(), float(effect.ev[at])
            usual = *effect.usual_frequencies[at].tolist(), float(effect.usual_ev[at])
            rows.append((*about, card_name(card), kind, float(effect.share[at]), *now, *usual))
    figures = *map(action_key, found.actions), "ev"
    usual_names = (f"usual {name}" for name in figures)
    return Table((*_ABOUT, "kind", "share", *figures, *usual_names), tuple(rows))
