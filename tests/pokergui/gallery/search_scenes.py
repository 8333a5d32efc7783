"""Hand-made searches, for tests and pictures."""

from __future__ import annotations

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
from pokergui.viewmodel import Choice, ChoiceList, Figure, ProgressScene
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import GridAction, GridCell, GridScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.study_scenes import RANKS, label

FOLD = GridAction("f", "Fold", "fold")
CHECK = GridAction("c", "Check", "call")
CALL = GridAction("c", "Call 2", "call")
BET = GridAction("r4", "Bet 4", "middle")
RAISE = GridAction("r8", "Raise to 8", "large")
EIGHT = (
    FOLD,
    GridAction("c", "Call 550", "call"),
    GridAction("r1193", "Raise to 1,193", "small"),
    GridAction("r1515", "Raise to 1,515", "middle", 0.35),
    GridAction("r1837", "Raise to 1,837", "middle", 0.6),
    GridAction("r2480", "Raise to 2,480", "large", 0.8),
    GridAction("r3600", "Raise to 3,600", "large", 1.0),
    GridAction("r9585", "All-in 9,585", "allin"),
)
CHOICES = (
    ("method", ChoiceList("Method", (Choice("uct", "UCT"), Choice("s", "Smooth UCT")), "uct")),
    ("hand", ChoiceList("Own hand", (Choice("0", "K on Q"), Choice("1", "J on Q")), "0")),
    (
        "belief",
        ChoiceList(
            "Belief",
            (Choice("any", "Any hand"), Choice("engine", "As Exact equilibrium plays")),
            "engine",
        ),
    ),
    (
        "final",
        ChoiceList("Final move", (Choice("visits", "Visits"), Choice("m", "Most")), "visits"),
    ),
)
FIELDS = (
    SpotField("simulations", "2,800"),
    SpotField("threshold", "500"),
    SpotField("level", "0.98"),
    SpotField("seed", "0"),
)
FORM = SearchForm(CHOICES, FIELDS, True, False, "ended", True)
FIGURES = (
    Figure("Value here", "+1.37", "± 0.14"),
    Figure("Best by value", "Raise to 8, 0.31 antes ahead"),
    Figure("Final move", "in proportion to visits"),
    Figure("Simulations", "1,850"),
    Figure("Simulations per second", "2.1 M"),
    Figure("Time", "1 ms"),
    Figure("Information states", "214"),
    Figure("Depth, mean and deepest", "3.4, 7"),
    Figure("Memory", "16 KB"),
)


def candidate(
    action: GridAction,
    visits: int,
    part: float,
    mean: float,
    half: float,
    share: str,
    out: int = 0,
    *,
    best: bool = False,
    prior: str = "",
) -> Candidate:
    """A row of the table on a scale from −1 to 3."""
    interval = tuple(0.94 * (value - 1.0) / 2.0 for value in (mean - half, mean, mean + half))
    value = f"{mean:+.2f}".replace("-", "\u2212") if mean else "0.00"
    return Candidate(
        action.key,
        action,
        f"{visits:,}",
        part,
        value,
        f"± {half:.2f}" if half else "exact",
        interval if half else None,  # type: ignore[arg-type]  # three numbers
        prior,
        share,
        f"after {out:,}" if out else "kept",
        bool(out),
        best,
        f"{action.title}, {visits:,} visits, {value}",
    )


SMALL = Candidates(
    (
        candidate(FOLD, 64, 0.05, 0.0, 0.0, "0%", 550),
        candidate(CALL, 612, 0.52, 1.06, 0.18, "34%"),
        candidate(RAISE, 1174, 1.0, 1.37, 0.17, "66%", best=True),
    ),
    "\u22120.10 to 1.60",
    "EV, antes, 95% intervals",
)
EARLY = Candidates(
    (
        candidate(FOLD, 41, 0.3, 0.0, 0.0, "15%"),
        candidate(CALL, 102, 0.74, 1.11, 0.44, "36%"),
        candidate(RAISE, 137, 1.0, 1.3, 0.5, "49%", best=True),
    ),
    "0.00 to 1.80",
    "EV, antes, 95% intervals",
)
LARGE = Candidates(
    (
        candidate(EIGHT[0], 66, 0.14, 0.0, 0.0, "0%", 528, prior="1%"),
        candidate(EIGHT[1], 466, 1.0, 2.41, 0.1, "38%", prior="34%"),
        candidate(EIGHT[2], 66, 0.14, 1.4, 0.52, "0%", 528, prior="3%"),
        candidate(EIGHT[3], 199, 0.42, 2.02, 0.29, "0%", 1060, prior="11%"),
        candidate(EIGHT[4], 466, 1.0, 2.44, 0.1, "62%", best=True, prior="38%"),
        candidate(EIGHT[5], 199, 0.42, 1.71, 0.31, "0%", 1060, prior="9%"),
        candidate(EIGHT[6], 66, 0.14, 0.3, 0.58, "0%", 528, prior="2%"),
        candidate(EIGHT[7], 66, 0.14, -0.2, 0.71, "0%", 528, prior="2%"),
    ),
    "\u22121.00 to 3.00",
    "EV, bb, 95% intervals",
)


def grown(table: Candidates, depth: int, players: tuple[str, str]) -> TreeScene:
    """A tree of some actions after the decision, with the candidates of a table."""
    rng = random.Random(3)
    values = {row.key: row.value for row in table.rows}
    dropped = [row.key for row in table.rows if row.out]
    first = [int(row.visits.replace(",", "")) for row in table.rows]
    whole = sum(first)
    nodes = [
        TreeNode("", -1, 0, players[0], f"{whole:,} visits", "+1.37", 1.0, True, False, None, "")
    ]

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
            visits = f"{round(whole * share):,} visits"
            note = f"{visits}, dropped" if out else f"{visits}, {100 * share / total:.0f}%"
            key = f"{before.key}/{action.key}".strip("/")
            value = f"{rng.uniform(-2, 4):+.2f}".replace("-", "\u2212")
            value = value if before.depth else values[action.key]
            place = key, parent, before.depth + 1, action.title, note, value, share
            said = f"{action.title}, {note}, {value}"
            nodes.append(TreeNode(*place, before.depth % 2 == 0, out, action, said))
            following = (FOLD, CALL, RAISE) if action.tone in ("middle", "large") else (CHECK, BET)
            if not out:
                add(len(nodes) - 1, following, share)

    add(0, [row.action for row in table.rows], 1.0)
    note = f"{len(nodes) - 1} lines" + ("" if depth > 3 else ", 118 deeper")
    return TreeScene(tuple(nodes), depth > 3, note, players)


TWO = ("Second player", "First player")
BLINDS = ("Big blind", "Button")


def three_hands() -> BeliefScene:
    """Leduc: king, queen, jack."""
    chances = (("K", 0.18), ("Q", 0.31), ("J", 0.51))
    cells = tuple(
        GridCell(name, height=chance, spoken=f"{name}, {chance:.0%}", note=f"{chance:.0%}")
        for name, chance in chances
    )
    return BeliefScene(
        "Belief about First player",
        "4 combos",
        GridScene(3, 1, cells, shaded=True),
        "The range of Exact equilibrium at this decision. Each simulation draws a hand from here.",
    )


def all_hands() -> BeliefScene:
    """Hold'em: 13 x 13."""
    rng = random.Random(5)
    cells = tuple(
        GridCell(label(row, column), height=rng.random() ** 2 * (1 - (row + column) / 40))
        for row in range(13)
        for column in range(13)
    )
    grid = GridScene(13, 13, cells, (), tuple(RANKS), tuple(RANKS), shaded=True)
    caption = "The range of Blueprint at this decision. Each simulation draws a hand from here."
    return BeliefScene("Belief about Button", "150 combos", grid, caption)


def leduc() -> SearchScene:
    """A search that one action has not won."""
    return SearchScene(
        "Leduc hold\u2019em: First player bets 2, Second player to act",
        FORM,
        ProgressScene("Simulation", "1,850", "of 2,800", 1.0, "one action is left"),
        SMALL,
        grown(SMALL, 3, TWO),
        three_hands(),
        "K on Q",
        FIGURES,
        "Raise to 8 is ahead of call 2 by 0.31 antes, ± 0.25.",
    )


def growing() -> SearchScene:
    """At work, with little known."""
    scene = leduc()
    return replace(
        scene,
        form=replace(FORM, phase="running", slow=True),
        progress=ProgressScene("Simulation", "280", "of 2,800", 0.1, "10%"),
        candidates=EARLY,
        tree=grown(EARLY, 2, TWO),
        verdict="Raise to 8 and call 2 differ by less than their interval.",
    )


def whole() -> SearchScene:
    """All depths."""
    return replace(leduc(), tree=grown(SMALL, 7, TWO))


def wrong() -> SearchScene:
    """A number that cannot be."""
    error = "Choose 1 to 10,000,000 simulations"
    fields = (SpotField("simulations", "0", "", error), *FIELDS[1:])
    form = replace(FORM, fields=fields, phase="idle", runnable=False)
    return replace(leduc(), form=form)


def holdem() -> SearchScene:
    """No-limit hold'em: eight candidates, two left."""
    return replace(
        leduc(),
        source="No-limit hold\u2019em: Button raises to 250, Big blind calls, Big blind to act",
        candidates=LARGE,
        tree=grown(LARGE, 3, BLINDS),
        belief=all_hands(),
        own="K\u2665 7\u2665",
        verdict="Raise to 1,837 and call 550 differ by less than their interval: more simulations"
        " may tell them apart.",
    )


def empty() -> SearchScene:
    """Nothing searched yet."""
    form = replace(FORM, phase="idle")
    return SearchScene(leduc().source, form, empty="Choose a hand, then press Search.")


STATES: dict[str, Callable[[], SearchScene]] = {
    "leduc": leduc,
    "growing": growing,
    "whole": whole,
    "wrong": wrong,
    "holdem": holdem,
    "empty": empty,
    "belief": holdem,
}


def show(window: MainWindow, state: str) -> None:
    """Open the room in a state of ``STATES``."""
    room = window.study.search
    room.set_scene(STATES[state]())
    room.tabs.buttons()[state == "belief"].click()
    if not room.isVisible():
        room.button.press()
