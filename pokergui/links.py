"""Links from one page to another: a decision to study, a hand to play on from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.cards import Card
from engine.game import Game
from engine.player import Action, PublicState

if TYPE_CHECKING:  # for types only: pages that pass it on need no solver
    from ai.solver.run import SpotRun


@dataclass(frozen=True)
class StudyLink:
    """A decision to open in Study.

    Attributes:
        hole: the cards to point at, None for none.
        engine: name of the engine to ask, empty to keep the one chosen there.
        second: name of the engine to compare with, empty for none.
        page: where it comes from: "study" or "preflop"; of a decision to practise.
    """

    game: Game
    actions: tuple[Action, ...]
    board: tuple[Card, ...]
    hole: tuple[Card, ...] | None = None
    engine: str = ""
    second: str = ""
    page: Literal["study", "preflop"] = "study"


@dataclass(frozen=True)
class HandLink:
    """A hand to solve in Study, street by street.

    Attributes:
        end: its end, with its board.
        holes: the cards of each position, None where they are not to be seen.
        names: of each position.
        source: its origin in words.
    """

    end: PublicState
    holes: tuple[tuple[Card, ...] | None, ...]
    names: tuple[str, ...]
    hero: int
    source: str


@dataclass(frozen=True)
class ReportLink:
    """A line over the boards of a report, to practise.

    Attributes:
        weights: how often the line reaches each; 0 for one that it never reaches.
    """

    game: Game
    actions: tuple[Action, ...]
    boards: tuple[tuple[Card, ...], ...]
    weights: tuple[float, ...]
    engine: str


@dataclass(frozen=True)
class SolutionLink:
    """A decision of a solution: to practise from there, or to show in Study."""

    run: SpotRun
    start: PublicState
    hole: tuple[Card, ...] | None = None


DrillLink = StudyLink | ReportLink | SolutionLink


@dataclass(frozen=True)
class PlayLink:
    """A hand to play on from one of its decisions, in training mode.

    Attributes:
        deck: the whole deck in dealing order.
        opponent: name of the engine left of the user; empty for a human.
        others: engines of the seats after it, clockwise.
    """

    game: Game
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    hero: int
    opponent: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class EngineLink:
    """An engine to play against."""

    game: Game
    engine: str


@dataclass(frozen=True)
class SitAndGoLink:
    """A stage of a tournament to play on from, against the engine ``jam-fold``.

    Attributes:
        stacks: chips of each position before the hand, as in ``Game.stacks``; the last is the
            button.
        blinds: the small and the big blind in chips.
        ante: chips that each player pays; with a big blind's ante those that it pays for all.
        payouts: prizes from the first place on; empty for chips alone.
        big_blind_ante: whether the big blind pays the ante for all.
    """

    stacks: tuple[int, ...]
    blinds: tuple[int, int]
    ante: int = 0
    payouts: tuple[float, ...] = ()
    big_blind_ante: bool = False


@dataclass(frozen=True)
class TrainLink:
    """A sampling schedule to train with.

    Attributes:
        picks: the schedule, as ``parse_picks`` reads it.
    """

    game: Game
    picks: str
