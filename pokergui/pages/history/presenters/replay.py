"""The replayer: shows a finished hand step by step or automatically, and passes decisions on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from ai.solver.spot_of_hand import no_spot
from ai.solver.whole_hand import no_whole_hand
from engine.errors import PokerError
from pokergui.background.runner import one_shot
from pokergui.formatting.words import phrase, street_name
from pokergui.language import tr_history as tr
from pokergui.links import HandLink, PlayLink, StudyLink
from pokergui.pages.history.scenes.replay import HandToReplay, Replay
from pokergui.pages.history.scenes.rows import replay_scene
from pokergui.pages.history.viewmodel import ReplayScene
from pokergui.viewmodel import LineScene, TableFrame
from pokergui.viewmodel.settings import AmountUnit

PAUSE_MS = 700
"""Time for which each event is shown while the hand is replayed automatically."""


def _why_text(hand: HandToReplay) -> str:
    """Return the heading of a hand that is shown as text, with the reason."""
    words = tr(
        "{hand} has something that is not replayed, such as two boards or unseen cards, so this is"
        " the text of its file."
    )
    text = words.format(hand=hand.title)
    return f"{text}\n{hand.stakes}" if hand.stakes else text


class ReplayPresenter(QObject):
    """The presenter of one hand in the replayer.

    Signals:
        frames: table frames; a single one is shown at once.
        scene, line: new content of that part.
        decisions: a ``DecisionRow`` for each decision of the hand.
        play_requested: a ``PlayLink``.
        study_requested: a ``StudyLink``.
        solve_requested: a ``StudyLink`` whose street is to be solved, and its source.
        hand_requested: a ``HandLink``.
    """

    frames = Signal(object)
    scene = Signal(object)
    line = Signal(object)
    decisions = Signal(object)
    play_requested = Signal(object)
    study_requested = Signal(object)
    solve_requested = Signal(object, str)
    hand_requested = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hand: HandToReplay | None = None
        self.replay: Replay | None = None
        self._goals: tuple[int, ...] = ()
        self._playing = False
        self._unit: AmountUnit = "chips"
        self._rng = np.random.default_rng()
        self._message, self._text = tr("Choose a hand to replay it here."), ""
        self._pause = one_shot(self, PAUSE_MS, self._go_on)

    @Slot(object)
    def open(self, hand: HandToReplay | None) -> None:
        """Replay a hand from its end or its last decision; None closes the replayer."""
        same = self._hand is not None and hand is not None and hand.key == self._hand.key
        if same and self.replay is not None:
            self._hand = hand
            self.show()
            return
        self._stop()
        self._hand, self.replay = hand, None
        self._message, self._text = tr("Choose a hand to replay it here."), ""
        if hand is not None:
            self._open(hand)
        self.show()

    def _open(self, hand: HandToReplay) -> None:
        if hand.kept_as_text:
            self._message = _why_text(hand)
            self._text = hand.text()
            return
        try:
            record = hand.read()
            self.replay = Replay(
                record, hand.hero, hand.title, hand.engines, hand.seat, hand.stakes, self._unit
            )
        except PokerError as error:
            self._message = tr("This hand cannot be replayed: {reason}").format(reason=error)
            return
        self.frames.emit(self.replay.go(self._begin(hand)))

    def _begin(self, hand: HandToReplay) -> int:
        replay = self.replay
        if replay is None or not hand.at_decision or not replay.acts:
            return self._end
        own = [act for act in replay.acts if replay.stops[act].spot.to_act == hand.hero]
        return (own or list(replay.acts))[-1] - 1

    def show_in(self, unit: AmountUnit) -> None:
        """Show amounts in another unit, in all parts at once."""
        if unit == self._unit:
            return
        self._unit = unit
        if self.replay is not None:
            self.frames.emit(self.replay.show_in(unit))
            self.show()

    def show(self) -> None:
        replay = self.replay
        if replay is None:
            self._goals = ()
            self.line.emit(LineScene())
            self.decisions.emit(())
            self._emit(ReplayScene(message=self._message, text=self._text))
            return
        line, self._goals = replay.line()
        self.line.emit(line)
        self.decisions.emit(replay.decisions())
        self._emit(replay_scene(replay, playing=self._playing))

    def _emit(self, scene: ReplayScene) -> None:
        """Emit a scene with what the user noted on the hand."""
        if self._hand is not None:
            note = self._hand.note
            scene = replace(scene, tags=" ".join(f"#{tag}" for tag in note.tags), note=note.text)
        self.scene.emit(scene)

    # Moving

    @Slot(str)
    def press(self, name: str) -> None:
        """Handle a button: first, back, run, forward, last or cards."""
        if self.replay is None:
            return
        if name == "run":
            self._toggle_play(self.replay)
        elif name == "cards":
            self._toggle_cards(self.replay)
        else:
            at = self.replay.position
            self.go({"first": 0, "back": at - 1, "forward": at + 1, "last": self._end}[name])

    @Slot(int)
    def go(self, index: int) -> None:
        if self.replay is not None:
            self._stop()
            self._step(index)

    @Slot(int)
    def go_crumb(self, index: int) -> None:
        if index < len(self._goals):
            self.go(self._goals[index])

    @Slot(int)
    def go_decision(self, row: int) -> None:
        if self.replay is not None and row < len(self.replay.acts):
            self.go(self.replay.acts[row] - 1)

    def _step(self, index: int) -> list[TableFrame]:
        assert self.replay is not None
        frames = self.replay.go(index)
        self.show()
        self.frames.emit(frames)
        return frames

    def _toggle_play(self, replay: Replay) -> None:
        """Replay automatically, from the deal if the hand is at its end; or stop."""
        if self._playing:
            self.stop()
            return
        self._playing = True
        if replay.position == self._end:
            self._step(0)
            self._pause.start()
        else:
            self._go_on()

    @property
    def _end(self) -> int:
        return len(self.replay.stops) - 1 if self.replay is not None else 0

    def _go_on(self) -> None:
        if self.replay is None or not self._playing:
            return
        if self.replay.position + 1 == self._end:
            self._playing = False  # the last step ends the replay
        if len(self._step(self.replay.position + 1)) == 1 and self._playing:
            self._pause.start()

    @Slot()
    def table_settled(self) -> None:
        """Go to the next event after a moment if the replay is automatic: the table is at rest."""
        if self._playing:
            self._pause.start()

    def _stop(self) -> None:
        self._playing = False
        self._pause.stop()

    @Slot()
    def stop(self) -> None:
        if self._playing:
            self._stop()
            self.show()

    def _toggle_cards(self, replay: Replay) -> None:
        """Open all known cards, or close those that were not shown."""
        if replay.can_show_all:
            self._stop()
            frames = replay.turn_cards(not replay.show_all)
            self.show()
            self.frames.emit(frames)

    # Links to other pages

    @Slot()
    def play_here(self) -> None:
        replay, hand = self.replay, self._hand
        act = None if replay is None else replay.act_to_play()
        if replay is None or hand is None or act is None:
            return
        spot = replay.stops[act].spot
        record = replay.record
        deck = record.complete_deck(self._rng)
        hero = replay.hero if replay.hero >= 0 else spot.to_act
        self._stop()
        engines = hand.engines[hero + 1 :] + hand.engines[:hero]
        link = PlayLink(record.game, deck, spot.actions, hero, engines[0], tuple(engines[1:]))
        self.play_requested.emit(link)

    @Slot()
    def study(self) -> None:
        if self.replay is not None:
            self._study(self.replay.act_in_view())

    @Slot(int)
    def study_decision(self, row: int) -> None:
        if self.replay is not None and row < len(self.replay.acts):
            self._study(self.replay.acts[row])

    @Slot()
    def solve(self) -> None:
        replay, hand = self.replay, self._hand
        act = None if replay is None else replay.act_in_view()
        if replay is None or hand is None or act is None or no_spot(replay.stops[act].spot):
            return
        street = street_name(replay.game, replay.stops[act].spot.street).lower()
        source = tr("From {hand}, {street}").format(hand=phrase(hand.title), street=street)
        self.solve_requested.emit(self._link(act), source)

    @Slot()
    def solve_hand(self) -> None:
        replay, hand = self.replay, self._hand
        if replay is None or hand is None or no_whole_hand(replay.end):
            return
        self._stop()
        holes = tuple(
            hole if replay.sees(seat) else None for seat, hole in enumerate(replay.record.holes)
        )
        self.hand_requested.emit(HandLink(replay.end, holes, replay.names, replay.hero, hand.title))

    def _study(self, act: int | None) -> None:
        if act is not None:
            self.study_requested.emit(self._link(act))

    def _link(self, act: int) -> StudyLink:
        replay = self.replay
        assert replay is not None
        self._stop()
        spot = replay.stops[act].spot
        seat = spot.to_act
        board = replay.record.board[: spot.game.board_sizes[spot.street]]
        hole = replay.record.holes[seat] if replay.sees(seat) else None
        return StudyLink(spot.game, spot.actions, board, hole)
