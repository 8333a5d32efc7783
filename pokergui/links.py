"""What one page hands to another: a decision to study, a hand to play on from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.game import Game
from engine.player import Action


@dataclass(frozen=True)
class StudyLink:
    """A decision to open in Study.

    Attributes:
        game: the game with its depth.
        actions: the betting up to the decision.
        board: the board there.
        hole: the cards to point at, None for none.
        engine: name of the engine to ask, empty to keep the one chosen there.
        second: name of the engine to compare with, empty for none.
    """

    game: Game
    actions: tuple[Action, ...]
    board: tuple[Card, ...]
    hole: tuple[Card, ...] | None = None
    engine: str = ""
    second: str = ""


@dataclass(frozen=True)
class PlayLink:
    """A hand to play on from one of its decisions, in training mode.

    Attributes:
        game: the game with its depth.
        deck: the whole deck in dealing order.
        actions: the betting up to the decision.
        hero: the person's position.
        opponent: name of the engine left of the person; empty for a person.
        others: likewise of the seats after it, clockwise.
    """

    game: Game
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    hero: int
    opponent: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class EngineLink:
    """An engine to play against.

    Attributes:
        game: the game with its depth.
        engine: name of the engine.
    """

    game: Game
    engine: str


@dataclass(frozen=True)
class TrainLink:
    """A sampling schedule to train with.

    Attributes:
        game: the game.
        picks: the schedule, as ``parse_picks`` reads it.
    """

    game: Game
    picks: str
