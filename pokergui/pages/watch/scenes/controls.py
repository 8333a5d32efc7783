"""The actions on a watched match: its controls, its seats, and its links."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from math import ceil
from pathlib import Path
from typing import Literal

from ai.cfr.agent import is_small
from ai.registry import APART, find_engine
from engine import timing
from engine.errors import PokerError
from engine.game import Game
from engine.player import PublicState
from engine.stopping import ConfidenceSequence, Sprt
from engine.typed_numbers import plain_number
from pokergui.formatting.choices import engine_choices, options_choices
from pokergui.formatting.numbers import ResultUnit, clock
from pokergui.formatting.players import all_seats
from pokergui.formatting.words import chips
from pokergui.language import tr_watch as tr
from pokergui.links import PlayLink, StudyLink
from pokergui.pages.watch.scenes.choices import (
    ALL,
    ALL_IN,
    FIXED,
    KNOWN,
    WatchChoice,
    rake_list,
    seat_lists,
)
from pokergui.pages.watch.viewmodel import ControlsScene, Phase, Speed, StartForm
from pokergui.pages.watch.work import Moved, WatchedMatch
from pokergui.viewmodel import Choice, ChoiceList, FieldScene, ProgressScene

Halting = Literal["pause", "stop", ""]
"""The pending action of a match that still runs fast or thinks."""


def controls_scene(
    phase: Phase,
    speed: Speed,
    halting: Halting,
    match: WatchedMatch | None,
    now: Moved | None,
    *,
    stored: bool,
) -> ControlsScene:
    """Build the controls below the stage.

    Args:
        halting: its pending action while it still runs fast or thinks.
        now: the state that the table shows; None under a panel.
    """
    return ControlsScene(
        phase,
        speed,
        can_step=phase in ("live", "paused") and not halting,
        can_stop=phase not in ("ready", "finished") and halting != "stop",
        can_take_seat=play_link(match, now) is not None,
        can_export=stored,
        can_study=study_link(match, now) is not None,
        many=match is not None and not match.game.is_heads_up,
        halting=halting,
    )


def play_link(match: WatchedMatch | None, now: Moved | None) -> PlayLink | None:
    """Return the shown decision, with the user in the seat of the engine to act."""
    if match is None or now is None or now.finished or not match.game.is_heads_up:
        return None
    rival = match.choice.engines[1 - now.to_act]
    return PlayLink(match.game, now.deck, now.spot.actions, now.spot.to_act, rival)


def study_link(match: WatchedMatch | None, now: Moved | None) -> StudyLink | None:
    """Return the shown decision with the engine that decides there; the last of a finished hand."""
    if match is None or now is None:
        return None
    game = match.game
    actions = now.spot.actions[:-1] if now.finished else now.spot.actions
    spot = PublicState(game, actions, ())
    if spot.finished:  # all-in from the blinds: there was nothing to decide
        return None
    board = now.spot.board[: game.board_sizes[spot.street]]
    start = game.num_hole * spot.to_act
    hole = now.deck[start : start + game.num_hole]
    engines, acts = match.choice.engines, (spot.to_act - now.seat_a) % game.num_players
    second = engines[1 - acts] if game.is_heads_up else ""
    return StudyLink(game, actions, board, hole, engines[acts], second)


def start_form(choice: WatchChoice, home: Path, typed: tuple[str, str], problem: str) -> StartForm:
    game = choice.build_game()
    pair = game.is_heads_up
    watched = tr("valid at any time; stops once it excludes 0")
    tested = tr("stops once one of two hypotheses is accepted")
    if not pair:
        watched = tested = tr("only for two engines")
    stops = (
        Choice(FIXED, tr("Fixed length"), tr("the verdict comes at the end")),
        Choice(ConfidenceSequence.name, tr("Sequence"), watched, usable=pair),
        Choice(Sprt.name, tr("Test"), tested, usable=pair),
    )
    tests = choice.stop == Sprt.name
    unit = ResultUnit.of(game).name
    null, alternative = (FieldScene(words, unit, problem) if tests else None for words in typed)
    names = (tr("Null, {unit}"), tr("Alternative, {unit}"))
    return StartForm(
        ChoiceList(tr("Stops"), stops, choice.stop),
        ChoiceList(tr("Variance reduction"), tuple(_lucks(choice, home)), choice.luck),
        null,
        alternative,
        (names[0].format(unit=unit), names[1].format(unit=unit)),
        () if pair else seat_lists(choice, home),
        None if pair else all_seats(choice.engines, engine_choices(game, home), choice.titles),
        options_choices(game, choice.options),
        rake_list(game, choice.rake),
    )


def _lucks(choice: WatchChoice, home: Path) -> list[Choice]:
    game = choice.build_game()
    if not game.is_heads_up:
        players = range(game.num_players)
        none = Choice("", tr("None"), tr("raw chips, or deals from every seating"))
        return [none, _aivat(ALL, tr("AIVAT, all known"), choice, players, home)]
    choices = [Choice("", tr("None"), tr("raw chips and duplicate pairs"))]
    if game.is_heads_up_holdem and not game.is_limit:
        choices.append(Choice(ALL_IN, tr("All-in EV"), tr("averaged over boards after an all-in")))
    titles = {
        "A": tr("AIVAT, {first} known"),
        "B": tr("AIVAT, {second} known"),
        "both": tr("AIVAT, both known"),
    }
    if not (game.is_heads_up_holdem or is_small(game)):
        return choices
    for key, title in titles.items():
        words = title.format(first=choice.titles[0], second=choice.titles[1])
        choices.append(_aivat(key, words, choice, KNOWN[key], home))
    return choices


def _aivat(key: str, title: str, choice: WatchChoice, players: Iterable[int], home: Path) -> Choice:
    """Return AIVAT by known players: why they cannot be, or how external engines play then."""
    game = choice.build_game()
    why = next(filter(None, (_unknown(choice, game, home, at) for at in players)), "")
    others = (at for at in players if choice.engines[at].startswith(APART))
    drawn = [tr("{name} plays by its ranges").format(name=choice.titles[at]) for at in others]
    return Choice(key, title, why or next(iter(drawn), ""), usable=not why)


def _unknown(choice: WatchChoice, game: Game, home: Path, player: int) -> str:
    """Return why a player cannot be known; empty if it can, or if only building it shows that."""
    engine = find_engine(choice.engines[player], home, game)
    title = choice.titles[player]
    if engine is None:
        return ""
    if engine.learns and engine.added:
        return tr("{name} observes finished hands").format(name=title)
    if engine.learns:
        return tr("{name} learns").format(name=title)
    words = tr("{name} answers only for its own hand")
    return "" if engine.has_ranges else words.format(name=title)


def valid_luck(choice: WatchChoice, home: Path) -> str:
    usable = {one.key for one in _lucks(choice, home) if one.usable}
    return choice.luck if choice.luck in usable else ""


def parse_test(typed: tuple[str, str]) -> tuple[float, float]:
    """Read the two hypotheses of a test, in thousandths of the big blind (ante) a hand.

    Raises:
        PokerError: with a sentence, if one is not a number, or the second is not larger.
    """
    numbers = []
    for words in typed:
        try:
            value = float(plain_number(words.replace("−", "-")) or "")
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise PokerError(tr("A test needs two hypotheses, such as 0 and 50."))
        numbers.append(value)
    try:
        Sprt(*numbers)
    except PokerError:
        raise PokerError(tr("The alternative must be larger than the null.")) from None
    return numbers[0], numbers[1]


_WINDOW_S = 3.0
_LEAST_S, _SHORTEST_S = 0.25, 0.02


class Clock:
    """Measures hands per second; a change of pace resets it."""

    def __init__(self) -> None:
        self._marks: deque[tuple[float, int]] = deque()
        self._running_since: float | None = None
        self._spent = 0.0
        self._best = 0.0
        self._hands = 0

    def start(self, hands: int) -> None:
        """Begin, or continue at another pace."""
        now = timing.seconds()
        if self._running_since is None:
            self._running_since = now
        self._hands = hands
        self._marks.clear()
        self._marks.append((now, hands))

    def pause(self) -> None:
        """Stop counting time until ``start``."""
        if self._running_since is not None:
            self._spent += timing.seconds() - self._running_since
            self._running_since = None
        self._note_rate(_SHORTEST_S)
        self._marks.clear()

    def count(self, hands: int) -> None:
        self._hands = hands
        if self._running_since is None:
            return
        now = timing.seconds()
        if not self._marks or hands > self._marks[-1][1]:
            self._marks.append((now, hands))
        while len(self._marks) > 12 and now - self._marks[1][0] > _WINDOW_S:
            self._marks.popleft()

    @property
    def rate(self) -> float:
        return self._note_rate(_LEAST_S)

    def _note_rate(self, least: float) -> float:
        """Return the rate over at least ``least`` seconds; the best one is remembered."""
        if len(self._marks) < 2:
            return 0.0
        (begin, first), (end, last) = self._marks[0], self._marks[-1]
        if end - begin < least:
            return 0.0
        rate = (last - first) / (end - begin)
        self._best = max(self._best, rate)
        return rate

    def speed_text(self) -> str:
        rate = self.rate
        return "…" if not rate else chips(round(rate)) if rate >= 10 else f"{rate:.1f}"

    def best_text(self) -> str:
        return chips(round(self._best)) if self._best >= 1 else "…"

    def spent_text(self) -> str:
        running = self._running_since
        return clock(self._spent + (timing.seconds() - running if running else 0.0))

    def left_text(self, total: int) -> str:
        rate = self.rate
        return clock(ceil((total - self._hands) / rate)) if rate else "…"

    def scene(self, total: int, current: int | None) -> ProgressScene:
        """Build the progress of the match.

        Args:
            current: the hand at the table; None shows the number of finished hands.
        """
        share = self._hands / total
        percent = f"{100 * share:.0f}%" if share in (0, 1) else f"{100 * share:.1f}%"
        left = self.left_text(total)
        note = tr("{percent}, {time} left").format(percent=percent, time=left)
        note = percent if share >= 1 or left == "…" else note
        return ProgressScene(
            tr("Hand") if current is not None else tr("Hands"),
            chips(current if current is not None else self._hands),
            tr("of {all}").format(all=chips(total)),
            share,
            note,
        )
