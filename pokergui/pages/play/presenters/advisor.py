"""The advisor: an engine that is asked about every decision of the person, in the background.

It reads the decision as Study does, from what the person's seat knows, nothing more: both pages
show the same figures. While it is off nothing is computed.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from math import inf
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.reach import RangeReader
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatView
from pokergui.background.engines import build
from pokergui.background.jobs import Runner
from pokergui.formatting.choices import engine_choices
from pokergui.formatting.sizing import Offer
from pokergui.formatting.words import phrase, said, tr
from pokergui.pages.play.scenes.advice import Advice, asking, board_at, figures, still_counted
from pokergui.pages.play.viewmodel.advisor import AdvisorProblem, AdvisorScene, SideName
from pokergui.ranges.grid import RangeGrid
from pokergui.ranges.grid_cells import BoardRange
from pokergui.ranges.grid_view import GridView
from pokergui.ranges.place import Place
from pokergui.ranges.read import Reading, Subject, count_on, read
from pokergui.ranges.readers import Readers
from pokergui.ranges.worth import range_size
from pokergui.viewmodel import ActionBarScene, Choice, ChoiceList
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.settings import AmountUnit

CHANNEL = "advise"
_PATIENCE_S = 0.1
"""Time after which the answer is shown without the ranges that come there."""

log = logging.getLogger(__name__)


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
        self._unit: AmountUnit = "chips"
        self._view: SeatView | None = None
        self._turn = False
        self._forget()

    def _forget(self) -> None:
        """Know no answer."""
        self._asking = False
        self._subject: Subject | None = None
        self._reading: Reading | None = None
        self._advice: Advice | None = None
        self._problem: AdvisorProblem | None = None

    # What happens at the table

    def sit(self, game: Game, opponent: str) -> None:
        """Another table: its game, and the title of the engine left of the person."""
        self._runner.cancel(CHANNEL)
        self._game, self._opponent = game, opponent
        self._engines = self._listed()
        self.clear()

    def clear(self) -> None:
        """A hand begins."""
        self._runner.cancel(CHANNEL)
        self._view, self._turn = None, False
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

    def offers(self) -> tuple[Offer, ...]:
        """The engine's own sizes of a bet at the person's decision; empty until they are known."""
        return self._advice.offers(self._unit) if self._on and self._turn and self._advice else ()

    # What the person wants

    def show_in(self, unit: AmountUnit) -> None:
        """Show amounts in another unit."""
        self._unit = unit
        self._show()

    def set_on(self, on: bool) -> None:
        """Begin or stop giving advice."""
        if on == self._on:
            return
        self._on = on
        self._runner.cancel(CHANNEL)
        self._forget()
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
        self._forget()
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
        if self._game is None or not self._game.is_heads_up:
            return []
        listed = engine_choices(self._game, self._strategies, lambda engine: engine.has_ranges)
        return list(listed)

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
        """Ask for the answer; what it leaves open follows step by step."""
        view, name = self._view, self._engine
        if not self._on or view is None or not name:
            self._show()
            return
        self._asking, game = True, view.spot.game
        kept, folder, title = self._readers.get(name, game), self._strategies, self._title
        place = Place.at(game, view.spot.actions, view.spot.board)

        def work(control: JobControl) -> tuple[Subject, Reading]:
            asked = kept if kept is not None else RangeReader(build(name, game, folder, control))
            subject = Subject(title, asked)
            return subject, read(subject, place, control, _PATIENCE_S)

        def done(found: tuple[Subject, Reading]) -> None:
            self._subject = found[0]
            if kept is None:
                self._readers.put(name, game, found[0].reader)
            self._answered(found[1])

        self._runner.start(work, done, failed=self._failed, channel=CHANNEL)
        self._show()
        self.advised.emit()

    def _answered(self, reading: Reading) -> None:
        """Show what is known, and go on for the rest as far as it concerns the person's hand."""
        view, subject = self._view, self._subject
        assert view is not None
        assert subject is not None
        self._asking = False
        self._reading, self._advice = reading, Advice.of(view, reading)
        self._show()
        self.advised.emit()

        def work(control: JobControl) -> Reading:
            if not reading.reaches:
                return read(subject, reading.place, control, inf)
            return count_on(subject, reading, control)

        def failed(error: Exception) -> None:
            log.warning("what the ranges are worth is not known", exc_info=error)
            self._answered(replace(reading, counted=True))

        if self._open(reading):
            fails = failed if reading.reaches else self._failed
            self._runner.start(work, self._answered, failed=fails, channel=CHANNEL)

    @staticmethod
    def _open(reading: Reading) -> bool:
        """Whether something that is shown is not known yet."""
        first = not reading.reaches or (reading.worth is None and not reading.counted)
        return first or still_counted(reading)

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
        if self._view is not None:
            self._readers.drop(self._engine, self._view.spot.game)
        self._show()
        self.advised.emit()

    # Showing

    @property
    def _misses(self) -> tuple[int, ...]:
        """Places in the line of what the advisor would never have done there."""
        if self._reading is None or self._view is None or not self._reading.reaches:
            return ()
        reach = self._reading.reaches[board_at(self._reading, self._view)]
        return tuple(sorted((*reach.misses, *reach.ends)))

    def _show(self) -> None:
        if not self._on or self._game is None:
            return
        engine = ChoiceList(tr("Engine"), tuple(self._engines), self._engine)
        view, reading, advice = self._view, self._reading, self._advice
        problem, waiting = self._problem, ""
        if not self._game.is_heads_up:
            problem = AdvisorProblem(tr("The advisor works heads-up only"))
        elif not self._engine:
            problem = AdvisorProblem(tr("No engine answers for ranges in this game"))
        elif view is None:
            waiting = tr("Your next decision will be looked at here.")
        busy = self._asking or (reading is not None and self._open(reading))
        guess = view is not None and any(self._doer(at) != view.seat for at in self._misses)
        scene = AdvisorScene(
            engine,
            figures(view, advice, self._against(guess), guess=guess, busy=busy),
            advice.sizes(self._amount, self._unit) if advice is not None else (),
            self._side,
            tr("Your range") if self._side == "you" else tr("Their range"),
            thinking=busy,
            waiting=waiting,
            problem=problem,
        )
        if reading is not None and reading.reaches:
            scene = self._with_ranges(scene, reading)
        self.scene.emit(scene)

    def _against(self, guess: bool) -> str:
        """Which hands the equity is against."""
        if self._reading is None or not self._reading.reaches or self._view is None:
            return ""
        at, other = board_at(self._reading, self._view), 1 - self._view.seat
        count = range_size([self._reading.spots[at]], [self._reading.ranges[at][other]])
        words = (
            tr("Against a guess at their range, {count}: {name} never plays this line")
            if guess
            else tr("Against their range, {count}, if they play this line as {name} does")
        )
        text = words.format(count=count, name=self._title)
        return tr("{text}. If nobody bets any more, over all cards to come.").format(text=text)

    def _with_ranges(self, scene: AdvisorScene, reading: Reading) -> AdvisorScene:
        view, advice = self._view, self._advice
        assert view is not None
        at = board_at(reading, view)
        seat = view.seat if self._side == "you" else 1 - view.seat
        assumed = tr("If both play this line as {name} does").format(name=self._title)
        said = advice.note if advice else ""
        if view.spot.game.num_hole == 2 and not said:
            assumed = tr("{assumed}; fuller cells are likelier").format(assumed=assumed)
        return replace(
            scene,
            range_note=range_size([reading.spots[at]], [reading.ranges[at][seat]]),
            grid=_grid(reading, at, seat, view),
            note=f"{assumed}. {said}".strip(),
            warning=self._warning(),
        )

    def _doer(self, place: int) -> int:
        """Who did an action of the line."""
        assert self._view is not None
        spot = self._view.spot
        return PublicState(spot.game, spot.actions[:place], ()).to_act

    def _said(self, spot: PublicState, action: Action, you: bool) -> str:
        return said(spot, action, self._opponent, you=you, unit=self._unit)[0]

    def _warning(self) -> str:
        """What the advisor never does, in the words of the line of play."""
        view, misses = self._view, self._misses
        if not misses or view is None:
            return ""
        told = []
        for place in misses:
            spot = PublicState(view.spot.game, view.spot.actions[:place], ())
            you = spot.to_act == view.seat
            words = self._said(spot, view.spot.actions[place], you)
            told.append(phrase(words) if you else words)
        return tr("{name} never plays this: {actions}. The range is a guess from there on.").format(
            name=self._title, actions="; ".join(told)
        )


def _grid(reading: Reading, at: int, seat: int, view: SeatView) -> GridScene:
    """A player's range on the board at the table; the person's own marks the person's hand."""
    spot, own = reading.spots[at], seat == view.seat
    # With one hole card the present board alone matters: no columns for the other boards.
    board, dead = (spot.board, ()) if spot.game.num_hole == 2 else ((), spot.board)
    answer = reading.valued[at] if own else None
    grid = RangeGrid(spot, [BoardRange(board, reading.ranges[at][seat], answer, dead)])
    return grid.scene(grid.cell_with(view.hole) if own else -1, GridView(heights="normalised"))
