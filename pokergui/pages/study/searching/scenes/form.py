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
from pokergui.pages.study.searching.viewmodel import Phase, SearchForm
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.viewmodel.controls import SpotField

ANY, ENGINE = "any", "engine"
"""Uniform belief, or the ranges of Study's engine."""
MOST_SIMULATIONS, MOST_IN_HOLDEM = 10_000_000, 100_000
"""Small games have an entry per state; in hold'em each simulation may add two."""


@dataclass(frozen=True)
class Draft:
    """The form as filled in.

    Attributes:
        method: name of the rule that selects actions.
        hand: cell of the player's hand on Study's grid.
        belief: ``ANY`` or ``ENGINE``.
        final: one of ``methods.FINALS``.
        adaptive: whether the search stops once one action is left.
        whole: whether all depths of the tree are shown.
        simulations, threshold, level, seed: as typed.
    """

    method: str = "uct"
    hand: int = -1
    belief: str = ANY
    final: str = VISITS
    adaptive: bool = True
    slow: bool = False
    whole: bool = False
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
        errors: of invalid fields, by their keys.
    """

    simulations: int = 0
    stop: Stop | None = None
    seed: int = 0
    errors: dict[str, str] = field(default_factory=dict)


def read_draft(draft: Draft, game: Game) -> Read:
    """Read a form for a game; nothing is raised."""
    errors: dict[str, str] = {}
    most, seed, stop = whole_number(draft.simulations, 18), whole_number(draft.seed, 18), None
    bound = MOST_IN_HOLDEM if game.is_holdem else MOST_SIMULATIONS
    if most is None or not 1 <= most <= bound:
        errors["simulations"] = tr("Choose 1 to {most} simulations").format(most=chips(bound))
    if seed is None:
        errors["seed"] = tr("A seed is a whole number")
    if draft.adaptive:
        threshold, level = whole_number(draft.threshold, 18), _level(draft.level)
        if threshold is None:
            errors["threshold"] = tr("A threshold is a whole number")
        if level is None:
            errors["level"] = tr("A level is written as 0.98 or 98%")
        if not errors and most is not None and threshold is not None and level is not None:
            try:
                stop = Stop(threshold, level, most)
            except EngineError as error:
                errors["threshold" if 0.0 < level < 1.0 else "level"] = sentence(error)
    return Read(most or 0, stop, seed or 0, errors)


def form_scene(
    draft: Draft,
    read: Read,
    methods: tuple[str, ...],
    hands: tuple[OwnHand, ...],
    engine: str,
    phase: Phase,
    *,
    runnable: bool,
) -> SearchForm:
    """Return the form.

    Args:
        engine: title of Study's engine; empty if it has no ranges.
    """
    typed = ("simulations", "threshold", "level", "seed")
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
    return SearchForm(
        ChoiceList(tr("Method"), ways, draft.method),
        ChoiceList(tr("Own hand"), held, str(draft.hand)),
        ChoiceList(tr("Belief"), beliefs, draft.belief),
        ChoiceList(tr("Final move"), finals, draft.final),
        tuple(SpotField(key, getattr(draft, key), "", read.errors.get(key, "")) for key in typed),
        draft.adaptive,
        draft.slow,
        draft.whole,
        phase,
        runnable,
    )


def _level(text: str) -> float | None:
    percent, number = text.strip().endswith("%"), plain_number(text.strip().removesuffix("%"))
    packed = number or ""
    if not re.fullmatch(r"[0-9]{0,3}(\.[0-9]{0,12})?", packed) or not re.search("[0-9]", packed):
        return None
    return float(packed) / (100.0 if percent else 1.0)
