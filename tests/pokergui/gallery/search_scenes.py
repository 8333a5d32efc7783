import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from pokergui.pages.study.searching.viewmodel.search import (
    BeliefScene,
    Candidate,
    Candidates,
    SearchForm,
    SearchScene,
    TreeNode,
    TreeScene,
)
from pokergui.viewmodel import ProgressScene
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import GridAction, GridCell, GridScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.parts import figures, picked, rows_of, starting_hands, typeset

FOLD = GridAction("f", "Fold", "fold")
CHECK = GridAction("c", "Check", "call")
BET = GridAction("r4", "Bet 4", "middle")
THREE = (FOLD, GridAction("c", "Call 2", "call"), GridAction("r8", "Raise to 8", "large"))
_RAISES = ((1193, 0.0), (1515, 0.35), (1837, 0.6), (2480, 0.8), (3600, 1.0))
EIGHT = (
    FOLD,
    GridAction("c", "Call 550", "call"),
    *(GridAction(f"r{at}", f"Raise to {at:,}", "middle", rank) for at, rank in _RAISES),
    GridAction("r9585", "All-in 9,585", "allin"),
)
CHOICES = (
    ("method", picked("Method", "uct", "uct|UCT", "s|Smooth UCT")),
    ("hand", picked("Own hand", "0", "0|K on Q", "1|J on Q")),
    ("belief", picked("Belief", "engine", "any|Any hand", "engine|As Exact equilibrium plays")),
    ("final", picked("Final move", "visits", "visits|Visits", "m|Most")),
)
FIELDS = rows_of(SpotField, "simulations|2,800\nthreshold|500\nlevel|0.98\nseed|0")
FORM = SearchForm(CHOICES, FIELDS, True, False, "ended", True)
FIGURES = figures(
    """
    Value here|+1.37|± 0.14
    Best by value|Raise to 8, 0.31 antes ahead
    Final move|in proportion to visits
    Simulations|1,850
    Simulations per second|2.1 M
    Information states|214
    Depth, mean and deepest|3.4, 7
    Memory|16 KB
    """
)


def candidates(actions: Sequence[GridAction], unit: str) -> Candidates:
    rng, rows = random.Random(len(actions)), []
    for at, action in enumerate(actions):
        out, best = at % 3 == 0, at == len(actions) - 1
        visits, mean, half = 64 + 250 * at * (not out), rng.uniform(-0.5, 2.5), 0.1 + 0.5 * out
        ends = tuple(0.47 * (value - 1.0) for value in (mean - half, mean, mean + half))
        fate = ("after 550" if out else "kept", out, best)
        value, share = typeset(mean), "0%" if out else f"{100 // len(actions)}%"
        told = f"{action.title}, {visits} visits, {value}"
        spread = (value, f"± {half:.2f}", ends, "34%", share)
        rows.append(Candidate(action.key, action, f"{visits:,}", at / 8, *spread, *fate, told))
    return Candidates(tuple(rows), "\u22121.00 to 3.00", f"EV, {unit}, 95% intervals")


SMALL, LARGE = candidates(THREE, "antes"), candidates(EIGHT, "bb")


def grown(table: Candidates, depth: int, players: tuple[str, str]) -> TreeScene:
    rng = random.Random(3)
    values = {row.key: row.value for row in table.rows}
    dropped = [row.key for row in table.rows if row.out]
    first = [int(row.visits.replace(",", "")) for row in table.rows]
    whole = sum(first)
    root = (f"{whole:,} visits", "+1.37", 1.0, True, False, None, "")
    nodes = [TreeNode("", -1, 0, players[0], *root)]

    def add(parent: int, actions: Sequence[GridAction], total: float) -> None:
        before = nodes[parent]
        if before.depth == depth or (before.action is not None and before.action.key == "f"):
            return
        weights = [rng.random() ** 2 + 0.03 for _ in actions] if parent else first
        for action, weight in zip(actions, weights, strict=True):
            share = total * weight / sum(weights)
            if share * whole < 1:
                continue
            out = before.out or (before.depth == 0 and action.key in dropped)
            note = f"{round(whole * share):,} visits" + (", dropped" if out else "")
            key = f"{before.key}/{action.key}".strip("/")
            value = typeset(rng.uniform(-2, 4)) if before.depth else values[action.key]
            place = key, parent, before.depth + 1, action.title, note, value, share
            said = f"{action.title}, {note}, {value}"
            nodes.append(TreeNode(*place, before.depth % 2 == 0, out, action, said))
            if not out:
                raised = action.tone in ("middle", "large")
                add(len(nodes) - 1, THREE if raised else (CHECK, BET), share)

    add(0, [row.action for row in table.rows], 1.0)
    note = f"{len(nodes) - 1} lines" + ("" if depth > 3 else ", 118 deeper")
    return TreeScene(tuple(nodes), depth > 3, note, players)


TWO = ("Second player", "First player")


def belief(grid: GridScene) -> BeliefScene:
    note = "The range of Exact equilibrium here. Each simulation draws a hand from it."
    return BeliefScene("Belief about First player", "4 combos", grid, note)


def leduc(depth: int = 3) -> SearchScene:
    cells = tuple(
        GridCell(name, height=chance, spoken=f"{name}, {chance:.0%}", note=f"{chance:.0%}")
        for name, chance in (("K", 0.18), ("Q", 0.31), ("J", 0.51))
    )
    return SearchScene(
        "Leduc hold\u2019em: First player bets 2, Second player to act",
        FORM,
        ProgressScene("Simulation", "1,850", "of 2,800", 1.0, "one action is left"),
        SMALL,
        grown(SMALL, depth, TWO),
        belief(GridScene(3, 1, cells, shaded=True)),
        "K on Q",
        FIGURES,
        "Raise to 8 is ahead of call 2 by 0.31 antes, ± 0.25.",
    )


def growing() -> SearchScene:
    return replace(
        leduc(),
        form=replace(FORM, phase="running", slow=True),
        progress=ProgressScene("Simulation", "280", "of 2,800", 0.1, "10%"),
        tree=grown(SMALL, 2, TWO),
        verdict="Raise to 8 and call 2 differ by less than their interval.",
    )


def wrong() -> SearchScene:
    first = SpotField("simulations", "0", "", "Choose 1 to 10,000,000 simulations")
    form = replace(FORM, fields=(first, *FIELDS[1:]), phase="idle", runnable=False)
    return replace(leduc(), form=form)


def holdem() -> SearchScene:
    rng = random.Random(5)

    def cell(row: int, column: int, name: str) -> GridCell:
        return GridCell(name, height=rng.random() ** 2 * (1 - (row + column) / 40))

    return replace(
        leduc(),
        source="No-limit hold\u2019em: Button raises to 250, Big blind calls, Big blind to act",
        candidates=LARGE,
        tree=grown(LARGE, 3, ("Big blind", "Button")),
        belief=belief(starting_hands(cell, shaded=True)),
        own="K\u2665 7\u2665",
        verdict="Raise to 1,837 and call 550 differ by less than their interval: more simulations"
        " may tell them apart.",
    )


def empty() -> SearchScene:
    form = replace(FORM, phase="idle")
    return SearchScene(leduc().source, form, empty="Choose a hand, then press Search.")


STATES: dict[str, Callable[[], SearchScene]] = {
    "leduc": leduc,
    "growing": growing,
    "whole": lambda: leduc(7),
    "wrong": wrong,
    "holdem": holdem,
    "empty": empty,
    "belief": holdem,
}


def show(window: MainWindow, state: str) -> None:
    room = window.study.search
    room.set_scene(STATES[state]())
    room.tabs.buttons()[state == "belief"].click()
    if not room.isVisible():
        room.button.press()
