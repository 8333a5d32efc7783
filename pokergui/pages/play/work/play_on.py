"""Playing on from a decision of a known hand: checks, and the choice of engines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ai.registry import FILE, PYTHON
from engine.errors import CardError, EngineError, GameError, IllegalActionError
from engine.game import Game
from engine.hand import HandState
from engine.jobs import ProgressListener
from engine.table import moved
from engine.wording import Wording
from pokergui.background.jobs import Failed, Job, Runner, Work
from pokergui.formatting.choices import PlayChoice, rivals_of, table_games
from pokergui.links import PlayLink


def check_link(link: PlayLink) -> None:
    """Check that a hand can be played on from a link.

    Raises:
        PokerError: with what is wrong: its cards, its betting, or that it is over there.
    """
    game = link.game
    if sorted(link.deck) != list(game.deck):
        raise CardError(
            "the order of the whole deck of {title} is not known", title=Wording(game.title)
        )
    if not 0 <= link.hero < game.num_players:
        raise CardError("no seat is yours in this hand")
    hand = HandState.deal(game, link.deck)
    for action in link.actions:
        hand.apply(action)
    if hand.finished:
        raise IllegalActionError("the hand is over at this point")


def choice_for(link: PlayLink, present: PlayChoice, home: Path) -> PlayChoice:
    """Return the choice that fits a link best.

    Each seat gets the link's engine (of the list or a file), else the current one, else the first
    that plays the game. The game of the choice may differ from the link's in blinds and uneven
    stacks, not in kind.

    Raises:
        GameError: if no such game is played here.
        EngineError: if no engine plays it.
    """
    same = present.build_game() == moved(link.game, -link.hero)
    base = next((game for game in table_games() if _kind(game) == _kind(link.game)), None)
    if base is None:
        raise GameError("{title} is not played at this table", title=Wording(link.game.title))
    depth = present.depth
    if link.game.has_stacks:
        depth = max(1, round(min(link.game.stacks) / link.game.big_blind))
    rivals = [engine.name for engine in rivals_of(link.game, home)]
    if not rivals:
        raise EngineError("no engine plays {title}", title=Wording(link.game.title))

    def fitting(name: str) -> str:
        if name in rivals or name.startswith((FILE, PYTHON)):
            return name
        return present.opponent if present.opponent in rivals else rivals[0]

    line_up = [fitting(name) for name in (link.opponent, *link.others)]
    return (present if same else PlayChoice(base.name, depth)).against(*line_up)


def _kind(game: Game) -> tuple[object, ...]:
    """Return the key that is equal for games that differ only in stakes and stacks."""
    cards = (game.num_suits, game.num_ranks, game.num_hole, game.num_board)
    sizes = tuple(size / game.big_blind for size in game.raise_sizes)
    return (game.betting, game.num_players, game.first_player, *cards, sizes, game.max_raises)


T = TypeVar("T")


class Chain:
    """A FIFO queue of background jobs; none is superseded."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._waiting: deque[Callable[[], Job]] = deque()
        self._running: Job | None = None

    @property
    def idle(self) -> bool:
        return not self._waiting

    def add(
        self,
        work: Work[T],
        done: Callable[[T], None],
        failed: Failed,
        progress: ProgressListener | None = None,
    ) -> None:
        """Run ``work`` when all before it has ended; callbacks as those of ``Runner``."""

        def ended(callback: Callable[[Any], None], value: Any) -> None:
            self._running = None
            try:
                callback(value)
            finally:
                self._next()

        def begin() -> Job:
            return self._runner.start(
                work,
                lambda value: ended(done, value),
                failed=lambda error: ended(failed, error),
                progress=progress,
            )

        self._waiting.append(begin)
        self._next()

    def cut(self) -> None:
        """Cancel the running job, and continue with those that wait."""
        if self._running is not None:
            self._running.cancel()
            self._running = None
            self._next()

    def _next(self) -> None:
        if self._running is None and self._waiting:
            self._running = self._waiting.popleft()()
