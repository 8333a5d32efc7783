"""The advisor: an engine that is asked about every decision of the person, in the background.

It knows what the person's seat knows, nothing more. While it is off nothing is computed.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from ai.reach import RangeReader, Weights
from ai.registry import build
from engine.combos import combo_cards
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState, SeatView, Strategy
from pokergui.presenters.advice import Advice, asking, figures
from pokergui.presenters.choices import entry, rivals_of
from pokergui.presenters.grid import RangeGrid
from pokergui.presenters.grid_cells import BoardRange
from pokergui.presenters.jobs import Runner
from pokergui.presenters.odds import Odds, uniform_odds
from pokergui.presenters.readers import Readers
from pokergui.presenters.words import chips, said, tr
from pokergui.viewmodel import (
    ActionBarScene,
    AdvisorProblem,
    AdvisorScene,
    Choice,
    ChoiceList,
    SideName,
)
from pokergui.viewmodel.grid import GridScene

CHANNEL = "advise"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ranges:
    """Both players' ranges on the present line, as the advisor would have played it.

    Attributes:
        grids: the opponent's and the person's.
        combos: weighted number of combos of each; 0 where the advisor would never come here, the
            grid shows all hands alike then.
        misses: places of actions that the advisor never considers.
        scaled: the fullest cell is shown full, however unlikely the line is.
    """

    grids: tuple[GridScene, GridScene]
    combos: tuple[float, float]
    misses: tuple[int, ...]
    scaled: bool


class Advisor(QObject):
    """Asks one engine at a time; an answer that nobody waits for any more is dropped.

    Signals:
        scene: an ``AdvisorScene``, while it is on.
        advised: what ``on_buttons`` adds has changed.

    Args:
        runner: background work, on the channel ``advise``.
        strategies: folder in which engines keep what is costly to compute.
    """

    scene = Signal(object)
    advised = Signal()

    def __init__(self, runner: Runner, strategies: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._strategies = strategies
        self._on = False
        self._game: Game | None = None
        self._opponent = ""
        self._chosen: dict[str, str] = {}
        self._side: SideName = "opponent"
        self._engines: list[Choice] = []
        self._readers = Readers(strategies)
        self._amount = 0
        self._forget()

    def _forget(self) -> None:
        """Know nothing about any decision."""
        self._view: SeatView | None = None
        self._turn = self._asking = False
        self._advice: Advice | None = None
        self._odds: Odds | None = None
        self._odds_known = False
        self._ranges: Ranges | None = None
        self._problem: AdvisorProblem | None = None

    # What happens at the table

    def sit(self, game: Game, opponent: str) -> None:
        """Another table: its game, and the title of the engine in the other seat."""
        self._runner.cancel(CHANNEL)
        self._game, self._opponent = game, opponent
        self._engines = self._listed()
        self.clear()

    def clear(self) -> None:
        """A hand begins."""
        self._runner.cancel(CHANNEL)
        self._forget()
        self._show()

    def look(self, view: SeatView) -> None:
        """The person has a decision."""
        self._forget()
        self._view, self._turn = view, True
        self._ask()

    def rest(self) -> None:
        """The person has no decision any more; what was said about the last one stays."""
        if self._asking:
            self.clear()
        self._turn = False

    def choose_amount(self, amount: int) -> None:
        """The size of a raise that is set at present; 0 for none."""
        if amount != self._amount:
            self._amount = amount
            if self._advice is not None:
                self._show()

    def on_buttons(self, bar: ActionBarScene) -> ActionBarScene:
        """The bar with what is known about the person's decision."""
        if not (self._on and self._turn):
            return bar
        if self._advice is not None:
            return self._advice.on_buttons(bar, self._amount)
        return asking(bar) if self._asking else bar

    # What the person wants

    def set_on(self, on: bool) -> None:
        """Begin or stop giving advice."""
        if on == self._on:
            return
        self._on = on
        view, turn = self._view, self._turn
        self._runner.cancel(CHANNEL)
        self._forget()
        self._view, self._turn = view, turn
        if on:
            self._ask()
        else:
            self.advised.emit()

    @Slot(str)
    def choose_engine(self, name: str) -> None:
        """Ask another engine."""
        if self._game is None:
            return
        self._chosen[self._game.name.partition("@")[0]] = name
        view, turn, odds, known = self._view, self._turn, self._odds, self._odds_known
        self._forget()
        self._view, self._turn, self._odds, self._odds_known = view, turn, odds, known
        self._ask()

    def refresh_engines(self) -> None:
        """Engines came or went: renew the list; ask another one where the one asked is gone."""
        before = self._engine
        self._engines = self._listed()
        if self._engine != before and self._game is not None:
            self.choose_engine(self._engine)
        else:
            self._show()

    @Slot(object)
    def choose_side(self, side: SideName) -> None:
        """Show the range of the opponent or of the person."""
        self._side = side
        self._show()

    # Asking

    @property
    def engine(self) -> str:
        """Name of the engine that gives advice, empty while it is off."""
        return self._engine if self._on else ""

    def _listed(self) -> list[Choice]:
        fitting = rivals_of(self._game, self._strategies) if self._game is not None else []
        return [entry(engine) for engine in fitting if engine.has_ranges]

    @property
    def _engine(self) -> str:
        """Name of the engine that is asked, empty where there is none."""
        names = [choice.key for choice in self._engines]
        base = self._game.name.partition("@")[0] if self._game is not None else ""
        chosen = self._chosen.get(base, "")
        return chosen if chosen in names else names[0] if names else ""

    @property
    def _title(self) -> str:
        return next((c.title for c in self._engines if c.key == self._engine), "")

    def _ask(self) -> None:
        """Ask for the answer first; ranges and odds follow it."""
        view, name, game = self._view, self._engine, self._game
        if not self._on or view is None or game is None or not name:
            self._show()
            return
        self._asking = True
        kept, folder = self._readers.get(name, game), self._strategies

        def work(control: JobControl) -> tuple[RangeReader, Strategy]:
            asked = (
                kept.reader if kept is not None else RangeReader(build(name, game, folder, control))
            )
            return asked, asked.answer(view.spot, control)

        def done(found: tuple[RangeReader, Strategy]) -> None:
            if kept is None:
                self._readers.put(name, game, found[0])
            self._answered(*found)

        self._runner.start(work, done, failed=self._failed, channel=CHANNEL)
        self._show()
        self.advised.emit()

    def _answered(self, reader: RangeReader, answer: Strategy) -> None:
        view = self._view
        assert view is not None
        self._asking = False
        self._advice = Advice.of(view, answer)
        self._show()
        self.advised.emit()

        def work(control: JobControl) -> Ranges:
            return ranges_of(reader, view, answer, control)

        self._runner.start(work, self._ranges_found, failed=self._failed, channel=CHANNEL)

    def _ranges_found(self, ranges: Ranges) -> None:
        self._ranges = ranges
        self._show()
        self._count()

    def _count(self) -> None:
        """Count the person's odds, which do not depend on the engine."""
        view = self._view
        if view is None or self._odds_known:
            return

        def work(control: JobControl) -> Odds | None:
            return uniform_odds(view, control)

        self._runner.start(work, self._counted, channel=CHANNEL)

    def _counted(self, odds: Odds | None) -> None:
        self._odds, self._odds_known = odds, True
        self._show()

    def _failed(self, error: Exception) -> None:
        log.error("the advisor has no answer", exc_info=error)
        self._asking = False
        reason = str(error) if isinstance(error, PokerError) else repr(error)
        others = tuple(choice for choice in self._engines if choice.key != self._engine)
        self._problem = AdvisorProblem(
            tr("{name} has no answer here").format(name=self._title),
            reason[:1].upper() + reason[1:].rstrip(".") + ".",
            others[:3],
        )
        if self._game is not None:
            self._readers.drop(self._engine, self._game)
        self._show()
        self.advised.emit()
        self._count()

    # Showing

    def _show(self) -> None:
        if not self._on or self._game is None:
            return
        engine = ChoiceList(tr("Engine"), tuple(self._engines), self._engine)
        view, ranges = self._view, self._ranges
        problem, waiting = self._problem, ""
        if not self._engine:
            problem = AdvisorProblem(tr("No engine answers for ranges in this game"))
        elif view is None:
            waiting = tr("Your next decision will be looked at here.")
        scene = AdvisorScene(
            engine,
            figures(view, self._odds, self._odds_known, self._advice, self._asking),
            self._advice.sizes(self._amount) if self._advice is not None else (),
            self._side,
            tr("Your range") if self._side == "you" else tr("Their range"),
            thinking=self._asking or (self._advice is not None and ranges is None),
            waiting=waiting,
            problem=problem,
        )
        self.scene.emit(scene if ranges is None else self._with_ranges(scene, ranges))

    def _with_ranges(self, scene: AdvisorScene, ranges: Ranges) -> AdvisorScene:
        advice, shown = self._advice, 0 if self._side == "opponent" else 1
        count = ranges.combos[shown]
        note = tr("{count} combos").format(
            count=chips(round(count)) if count >= 9.5 or count == 0 else f"{count:.1f}"
        )
        assumed = tr("If both play this line as {name} does").format(name=self._title)
        if not count:
            note = ""
            assumed = tr("{name} never comes here like this: all hands are shown alike").format(
                name=self._title
            )
        elif ranges.scaled:
            assumed = tr("{assumed}; the fullest cells are the likeliest hands").format(
                assumed=assumed
            )
        return replace(
            scene,
            range_note=note,
            grid=ranges.grids[shown],
            note=" ".join(filter(None, (f"{assumed}.", advice.note if advice else ""))),
            warning=self._warning(ranges.misses),
        )

    def _warning(self, misses: tuple[int, ...]) -> str:
        """What the advisor never does, in the words of the line of play."""
        view = self._view
        if not misses or view is None:
            return ""
        spot = PublicState(view.spot.game, (), ())
        told = []
        for place, action in enumerate(view.spot.actions):
            if place in misses:
                you = spot.to_act == view.seat
                told.append(said(spot, action, self._opponent, you=you)[0])
            spot = spot.after(action)
        first = "; ".join(told)
        return tr("{name} never plays this: {actions}. The range is a guess from there on.").format(
            name=self._title, actions=first[:1].lower() + first[1:] if first else ""
        )


def ranges_of(reader: RangeReader, view: SeatView, answer: Strategy, control: JobControl) -> Ranges:
    """Both ranges at a decision, without what the person's own cards exclude.

    Raises:
        CancelledError: if stopped.
        PokerError: whatever the engine says.
    """
    spot, game = view.spot, view.spot.game
    found = reader.reach(spot, control)
    cards = combo_cards(game.deck, game.num_hole)
    held = np.isin(cards, np.array(view.hole, np.uint8)).any(axis=1)
    theirs = np.where(held, 0.0, found.weights[1 - view.seat])
    mine = found.weights[view.seat]
    scaled = game.num_hole == 2
    # With one hole card the present board alone matters: no columns for the other boards.
    board, dead = (spot.board, ()) if game.num_hole == 2 else ((), spot.board)
    other = RangeGrid(spot, [BoardRange(board, _alike(theirs), None, (*dead, *view.hole))])
    own = RangeGrid(spot, [BoardRange(board, _alike(mine), answer, dead)])
    grids = (other.scene(), own.scene(own.cell_with(view.hole)))
    if scaled:
        grids = (_filled(grids[0]), _filled(grids[1]))
    return Ranges(grids, (float(theirs.sum()), float(mine.sum())), found.misses, scaled)


def _alike(weights: Weights) -> Weights:
    """The weights; where nothing is left all combos alike."""
    return weights if weights.any() else np.ones_like(weights)


def _filled(scene: GridScene) -> GridScene:
    """A grid whose fullest cell is full, however unlikely the line is."""
    most = max((cell.height for cell in scene.cells), default=0.0) or 1.0
    return replace(
        scene, cells=tuple(replace(cell, height=cell.height / most) for cell in scene.cells)
    )
