"""The advisor: an engine asked in the background about every decision of the user.

It sees only the user's view and reads the decision as Study does, so both pages show the
    same figures. While it is off, nothing is computed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ai.opponent.explanation import Reasons
from ai.reading.reach import RangeReader
from engine.cards import Card
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import SeatView
from pokergui.background.engines import build
from pokergui.background.jobs import Runner
from pokergui.formatting.sizing import Offer
from pokergui.language import tr_play as tr
from pokergui.language.joins import full_stop, sentences
from pokergui.pages.play.scenes.advice import (
    Advice,
    Seats,
    advisors,
    asking,
    board_at,
    figures,
    pot_equities,
    pot_rows,
    still_counted,
)
from pokergui.pages.play.scenes.learned import Decided, reasons_scene
from pokergui.pages.play.viewmodel import FIRST, YOU, AdviceSide, AdvisorProblem, AdvisorScene
from pokergui.pages.play.work.session import PlaySession
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange, GridView
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Readers, Reading, Subject, count_on, read
from pokergui.ranges.worth import range_size
from pokergui.viewmodel import ActionBarScene, Choice, ChoiceList, LastHandScene
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.settings import AmountUnit

CHANNEL = "advise"
_PATIENCE_S = 0.1
"""Time after which the answer is shown even if the ranges are not known yet."""

log = logging.getLogger(__name__)


class Advisor(QObject):
    """The presenter that asks one engine at a time; answers no longer needed are dropped.

    Signals:
        advised: the additions of ``on_buttons`` have changed.
    """

    scene = Signal(object)
    advised = Signal()

    def __init__(self, runner: Runner, strategies: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._strategies = strategies
        self._on = False
        self._game: Game | None = None
        self._titles: Sequence[str] = ()
        self._chosen: dict[str, str] = {}
        self._side = ""
        self._engines: tuple[Choice, ...] = ()
        self._readers = Readers(strategies)
        self._amount = 0
        self._unit: AmountUnit = "chips"
        self._view: SeatView | None = None
        self._turn = False
        self._forget()

    def _forget(self) -> None:
        self._asking = False
        self._subject: Subject | None = None
        self._reading: Reading | None = None
        self._advice: Advice | None = None
        self._pots: tuple[float, ...] = ()
        self._problem: AdvisorProblem | None = None

    # Events at the table

    def set_table(self, game: Game, titles: Sequence[str]) -> None:
        """Begin at another table: its game, and titles of the engines clockwise from the user."""
        self._runner.cancel(CHANNEL)
        self._game, self._titles = game, titles
        self._list()
        self.clear()

    def clear(self) -> None:
        self._runner.cancel(CHANNEL)
        self._view, self._turn = None, False
        self._forget()
        self._show()

    def look(self, view: SeatView) -> None:
        self._forget()
        self._view, self._turn = view, True
        self._ask()

    def rest(self) -> None:
        """Note that the user has no decision; the advice on the last one stays."""
        if self._asking:
            self.clear()
        self._turn = False

    def choose_amount(self, amount: int) -> None:
        """Take the current size of a raise; 0 for none."""
        if amount != self._amount:
            self._amount = amount
            if self._advice is not None:
                self._show()

    def on_buttons(self, bar: ActionBarScene) -> ActionBarScene:
        if not (self._on and self._turn):
            return bar
        if self._advice is not None:
            return self._advice.on_buttons(bar, self._amount)
        return asking(bar) if self._asking else bar

    def offers(self) -> tuple[Offer, ...]:
        """Return the engine's own bet sizes at the user's decision; empty until known."""
        return self._advice.offers(self._unit) if self._on and self._turn and self._advice else ()

    # Requests of the user

    def show_in(self, unit: AmountUnit) -> None:
        self._unit = unit
        self._show()

    def set_on(self, on: bool) -> None:
        if on == self._on:
            return
        self._on = on
        self._runner.cancel(CHANNEL)
        self._forget()
        if on:
            self._ask()
        else:
            self.advised.emit()

    def choose_engine(self, name: str) -> None:
        if self._game is None:
            return
        self._chosen[self._game.name.partition("@")[0]] = name
        self._forget()
        self._ask()

    def refresh_engines(self) -> None:
        """Refresh the list of engines; ask another one if the current one is gone."""
        before = self._engine
        self._list()
        if self._engine != before and self._game is not None:
            self.choose_engine(self._engine)
        else:
            self._show()

    def choose_side(self, side: str) -> None:
        self._side = side
        self._show()

    # Asking

    @property
    def engine(self) -> str:
        return self._engine if self._on else ""

    def _list(self) -> None:
        if self._game is not None:
            self._engines = advisors(self._game, self._strategies)

    @property
    def _engine(self) -> str:
        """The name of the engine asked: the chosen one, or the first that answers for ranges."""
        names = [choice.key for choice in self._engines if choice.usable]
        base = self._game.name.partition("@")[0] if self._game is not None else ""
        chosen = self._chosen.get(base, "")
        return chosen if chosen in names else next(iter(names), "")

    @property
    def _title(self) -> str:
        return next((c.title for c in self._engines if c.key == self._engine), "")

    def _ask(self) -> None:
        """Ask for the answer; the rest follows step by step."""
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

        def done(answer: tuple[Subject, Reading]) -> None:
            self._subject = answer[0]
            if kept is None:
                self._readers.put(name, game, answer[0].reader)
            self._answered(answer[1])

        self._runner.start(work, done, failed=self._failed, channel=CHANNEL)
        self._show()
        self.advised.emit()

    def _answered(self, reading: Reading, pots: tuple[float, ...] = ()) -> None:
        """Show what is known, and continue with the rest as far as it concerns the user's hand."""
        view, subject = self._view, self._subject
        assert view is not None
        assert subject is not None
        self._asking = False
        self._reading, self._advice, self._pots = (
            reading,
            Advice.of(view, reading, self._engine),
            pots,
        )
        self._show()
        self.advised.emit()

        def work(control: JobControl) -> tuple[Reading, tuple[float, ...]]:
            if not reading.reaches:
                return read(subject, reading.place, control, inf), ()
            return count_on(subject, reading, control), pot_equities(view, reading, control)

        def done(answer: tuple[Reading, tuple[float, ...]]) -> None:
            self._answered(*answer)

        def failed(error: Exception) -> None:
            log.warning("what the ranges are worth is not known", exc_info=error)
            self._answered(replace(reading, counted=True))

        if self._open(reading):
            fails = failed if reading.reaches else self._failed
            self._runner.start(work, done, failed=fails, channel=CHANNEL)

    @staticmethod
    def _open(reading: Reading) -> bool:
        first = not reading.reaches or (reading.worth is None and not reading.counted)
        return first or still_counted(reading)

    def _failed(self, error: Exception) -> None:
        log.error("the advisor has no answer", exc_info=error)
        self._asking = False
        reason = str(error) if isinstance(error, PokerError) else repr(error)
        self._problem = AdvisorProblem(
            tr("{name} has no answer here").format(name=self._title),
            full_stop(reason[:1].upper() + reason[1:]),
            self._others(),
        )
        if self._view is not None:
            self._readers.drop(self._engine, self._view.spot.game)
        self._show()
        self.advised.emit()

    def _others(self) -> tuple[Choice, ...]:
        usable = (choice for choice in self._engines if choice.usable)
        return tuple(choice for choice in usable if choice.key != self._engine)[:3]

    # Showing

    @property
    def _seats(self) -> Seats | None:
        return None if self._view is None else Seats(self._view, self._titles, self._unit)

    def _shown(self, sides: Sequence[AdviceSide]) -> str:
        """Return the key of the side whose range is shown: the chosen one if it is still in."""
        keys = [side.key for side in sides]
        return self._side if self._side in keys else next(iter(keys), FIRST)

    @property
    def _misses(self) -> tuple[int, ...]:
        """Indices of the line's actions that the advisor would never have taken."""
        if self._reading is None or self._view is None or not self._reading.reaches:
            return ()
        reach = self._reading.reaches[board_at(self._reading, self._view)]
        return tuple(sorted((*reach.misses, *reach.ends)))

    def _show(self) -> None:
        if not self._on or self._game is None:
            return
        engine = ChoiceList(tr("Engine"), self._engines, self._engine)
        view, reading, advice = self._view, self._reading, self._advice
        problem, waiting = self._problem, ""
        if not self._engine:
            problem = AdvisorProblem(tr("No engine gives ranges in this game"))
        elif view is None:
            waiting = tr("Your next decision will be analysed here.")
        busy = self._asking or (reading is not None and self._open(reading))
        seats, misses = self._seats, self._misses
        guess = seats is not None and any(map(seats.is_other, misses))
        known = reading is not None and bool(reading.reaches)
        against = ""
        if seats is not None and reading is not None and known:
            against = seats.against(reading, self._title, guess=guess)
        sides = () if seats is None else seats.sides()
        side = self._shown(sides)
        scene = AdvisorScene(
            engine,
            figures(view, advice, against, guess=guess, busy=busy),
            advice.sizes(self._amount, self._unit) if advice is not None else (),
            pot_rows(view, self._pots, self._unit, busy=busy) if advice is not None else (),
            sides,
            side,
            tr("Your range") if side == YOU else tr("Their range"),
            thinking=busy,
            waiting=waiting,
            problem=problem,
        )
        if seats is not None and reading is not None and known:
            scene = self._with_ranges(scene, reading, seats)
        self.scene.emit(scene)

    def _with_ranges(self, scene: AdvisorScene, reading: Reading, seats: Seats) -> AdvisorScene:
        view, at, seat = seats.view, board_at(reading, seats.view), seats.position(scene.side)
        assumed, said = seats.assumed(self._title), self._advice.note if self._advice else ""
        if view.spot.game.num_hole == 2 and not said:
            assumed = tr("{assumed}; fuller cells are likelier").format(assumed=assumed)
        return replace(
            scene,
            range_note=range_size([reading.spots[at]], [reading.ranges[at][seat]]),
            grid=_grid(reading, at, seat, view),
            note=sentences((assumed, said)),
            warning=seats.never(self._misses, self._title),
        )


def _grid(reading: Reading, at: int, seat: int, view: SeatView) -> GridScene:
    """Build a player's range on the table's board; the user's own marks the user's hand."""
    spot, own = reading.spots[at], seat == view.seat
    # With one hole card the current board alone matters: no columns for the other boards.
    board, dead = (spot.board, ()) if spot.game.num_hole == 2 else ((), spot.board)
    answer = reading.valued[at] if own else None
    grid = RangeMatrix(spot, [BoardRange(board, reading.ranges[at][seat], answer, dead)])
    return grid.scene(grid.cell_with(view.hole) if own else -1, GridView(heights="normalised"))


class Reasoning(QObject):
    """The presenter that keeps reasons until their hand is over, and then shows them.

    They reveal the engine's cards, so nothing is shown while a hand is in play.
    """

    scene = Signal(object)
    known = Signal(bool)

    def __init__(
        self, session: Callable[[], PlaySession | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._given: list[tuple[int, tuple[Card, ...], Reasons]] = []
        self._hand = self._name = ""
        self._decided: list[Decided] = []
        self._at = 0

    def add(self, reasons: Reasons) -> None:
        play = self._session()
        if play is not None:
            self._given.append((play.number, play.table.deck, reasons))

    def told(self, last: LastHandScene | None) -> None:
        play = self._session()
        if last is None or play is None:
            self._given, self._decided, self._hand = [], [], ""
        elif not play.in_hand:
            self._hand, self._name = last.title, play.names[1 - play.hero]
            self._decided = self._of_hand(play)
            number, deck = play.number, play.table.deck
            self._given = [(number, deck, one.reasons) for one in self._decided]
        else:
            return
        self._at = 0
        self.known.emit(bool(self._decided))
        self._show()

    def _of_hand(self, play: PlaySession) -> list[Decided]:
        """Return the decisions on the line that was played in the end, after any taking back.

        A hand that was taken back continues under another number, with the same deck.
        """
        hand, decided = play.table.hand, {}
        line, hole = hand.spot.actions, hand.view(play.hero).hole
        for number, deck, one in self._given:
            here = deck == play.table.deck and (play.training or number == play.number)
            count = len(one.spot.actions)
            if here and one.spot.actions == line[:count] != line:
                decided[count] = Decided(one, line[count], hole)
        return [decided[count] for count in sorted(decided)]

    def back(self) -> None:
        self._go(self._at - 1)

    def forward(self) -> None:
        self._go(self._at + 1)

    def _go(self, at: int) -> None:
        if 0 <= at < len(self._decided):
            self._at = at
            self._show()

    def _show(self) -> None:
        self.scene.emit(reasons_scene(self._name, self._hand, self._decided, self._at))
