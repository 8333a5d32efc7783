"""The form of a search: choices and typed values, and how they are understood."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ai.search.adaptive import Stop
from ai.search.methods import BEST, MOST, VISITS
from engine.errors import EngineError
from engine.game import Game
from engine.typed_numbers import plain_number, whole_number
from pokergui.formatting.notices import sentence
from pokergui.formatting.words import chips
from pokergui.language import tr_study as tr
from pokergui.pages.study.searching.scenes.scene import OwnHand
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.viewmodel.controls import SpotField

ANY, ENGINE = "any", "engine"
"""Uniform belief, or the ranges of Study's engine."""
METHOD, HAND, BELIEF, FINAL = "method", "hand", "belief", "final"
SIMULATIONS, THRESHOLD, LEVEL, SEED = "simulations", "threshold", "level", "seed"
MOST_SIMULATIONS, MOST_IN_HOLDEM = 10_000_000, 100_000
"""Small games have an entry per state; in hold'em each simulation may add two."""


@dataclass(frozen=True)
class Draft:
    """The form as filled in.

    Attributes:
        method: name of the rule that selects actions.
        cell: of the player's hand on Study's grid.
        belief: ``ANY`` or ``ENGINE``.
        final: one of ``methods.FINALS``.
        adaptive: whether the search stops once one action is left.
        slow: whether it goes slowly enough to watch it grow.
        simulations, threshold, level, seed: as typed.
    """

    method: str = "uct"
    cell: int = -1
    belief: str = ANY
    final: str = VISITS
    adaptive: bool = True
    slow: bool = False
    simulations: str = "2,800"
    threshold: str = "500"
    level: str = "0.98"
    seed: str = "0"


@dataclass(frozen=True)
class Read:
    """A form as understood.

    Attributes:
        simulations: the most; 0 if invalid.
        stop: the rule by which the search stops by itself; None if it never does.
        seed: of all random numbers.
        errors: of invalid fields, by their keys.
    """

    simulations: int = 0
    stop: Stop | None = None
    seed: int = 0
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """True if a search can start."""
        return not self.errors


def read_draft(draft: Draft, game: Game) -> Read:
    """Read a form for a game; nothing is raised."""
    errors: dict[str, str] = {}
    most, seed, stop = _number(draft.simulations), _number(draft.seed), None
    bound = MOST_IN_HOLDEM if game.is_holdem else MOST_SIMULATIONS
    if most is None or not 1 <= most <= bound:
        errors[SIMULATIONS] = tr("Choose 1 to {most} simulations").format(most=chips(bound))
    if seed is None:
        errors[SEED] = tr("A seed is a whole number")
    if draft.adaptive:
        threshold, level = _number(draft.threshold), _level(draft.level)
        if threshold is None:
            errors[THRESHOLD] = tr("A threshold is a whole number")
        if level is None:
            errors[LEVEL] = tr("A level is written as 0.98 or 98%")
        if not errors and most is not None and threshold is not None and level is not None:
            try:
                stop = Stop(threshold, level, most)
            except EngineError as error:
                errors[THRESHOLD if 0.0 < level < 1.0 else LEVEL] = sentence(error)
    return Read(most or 0, stop, seed or 0, errors)


def fields_of(draft: Draft, read: Read) -> tuple[SpotField, ...]:
    """Return the fields to show."""
    texts = {
        SIMULATIONS: draft.simulations,
        THRESHOLD: draft.threshold,
        LEVEL: draft.level,
        SEED: draft.seed,
    }
    return tuple(SpotField(key, text, "", read.errors.get(key, "")) for key, text in texts.items())


def choices_of(
    draft: Draft, methods: tuple[str, ...], hands: tuple[OwnHand, ...], engine: str
) -> tuple[tuple[str, ChoiceList], ...]:
    """Return the lists of choices.

    Args:
        draft: the current choices.
        methods: names of the methods available here.
        hands: the possible hands of the player.
        engine: title of Study's engine; empty if it has no ranges.
    """
    known = (
        Choice("uct", tr("UCT"), tr("tries the best action so far, or a rarely tried one")),
        Choice("smooth-uct", tr("Smooth UCT"), tr("the same, mostly against average play")),
        Choice("nfsp-uct", tr("NFSP-UCT"), tr("guided by trained networks, against their average")),
    )
    ways = tuple(choice for choice in known if choice.key in methods)
    held = tuple(Choice(str(hand.cell), hand.title, hand.note) for hand in hands)
    plays = tr("As {engine} plays").format(engine=engine or tr("the engine"))
    beliefs = (
        Choice(ANY, tr("Any hand"), tr("all hands equally likely")),
        Choice(ENGINE, plays, tr("its ranges at this decision"), usable=bool(engine)),
    )
    finals = (
        Choice(VISITS, tr("Visits"), tr("in proportion to its visits")),
        Choice(MOST, tr("Most visits"), tr("always the action tried most")),
        Choice(BEST, tr("Best value"), tr("always the action with the best mean")),
    )
    return (
        (METHOD, ChoiceList(tr("Method"), ways, draft.method)),
        (HAND, ChoiceList(tr("Own hand"), held, str(draft.cell))),
        (BELIEF, ChoiceList(tr("Belief"), beliefs, draft.belief)),
        (FINAL, ChoiceList(tr("Final move"), finals, draft.final)),
    )


def _number(text: str) -> int | None:
    return whole_number(text, 18)


def _level(text: str) -> float | None:
    percent, number = text.strip().endswith("%"), plain_number(text.strip().removesuffix("%"))
    packed = number or ""
    if not re.fullmatch(r"[0-9]{0,3}(\.[0-9]{0,12})?", packed) or not re.search("[0-9]", packed):
        return None
    return float(packed) / (100.0 if percent else 1.0)
