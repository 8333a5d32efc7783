"""The combos of Study's range that are shown, and the bars that show the choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.reading.reach import Step, visible
from ai.solver.spot_of_hand import is_rare
from engine.combos import NUM_HOLDEM_COMBOS
from engine.handclass import HandClasses
from engine.player import Action, PublicState
from engine.policy import blocked
from pokergui.formatting.players import player_names, side_order
from pokergui.formatting.sizing import MenuItem, menu_of, shares_of
from pokergui.formatting.words import combos_text, count_text, percent, said
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, phrases
from pokergui.pages.study.reading.viewmodel import (
    FilterColumn,
    FilterEntry,
    HandBar,
    HandFilterScene,
    HandsScene,
)
from pokergui.ranges.hand_filter import (
    DRAW_KEYS,
    GROUPS,
    LEAST,
    MADE_KEYS,
    ComboFilter,
    Flags,
    classes_on,
    combos_of,
    draw_title,
    group_title,
    made_title,
)
from pokergui.ranges.reading import Reading
from pokergui.ranges.worth import taken_words

Numbers = NDArray[np.float64]

OFTEN = "often:"
"""Prefix of the minimum frequency of an action, in keys of the bar."""
_KEPT = 8


@dataclass(frozen=True, eq=False)
class ShownRange:
    """The range shown, as filters see it: reach (1326,), classes, and the strategy if it acts."""

    reading: Reading
    side: int
    weights: Numbers
    classes: HandClasses | None
    menu: tuple[MenuItem, ...]
    shares: Numbers | None


@dataclass(frozen=True)
class Narrowing:
    """The filters of a range, at any node.

    Suits and classes stay from node to node; an action belongs to the betting it was chosen at.
    Small games have no filters.

    Attributes:
        line: the betting at which its action was chosen.
    """

    hands: ComboFilter = field(default_factory=ComboFilter)
    line: tuple[Action, ...] = ()

    def narrows(self, held: ShownRange) -> bool:
        by_hands = bool(self.hands.hands) and held.classes is not None
        return bool(self.hands.suits) or by_hands or self.action(held) >= 0

    def others(self, held: ShownRange) -> Flags:
        place, shown = self.action(held), self.hands.by_suits()
        if place >= 0 and held.shares is not None:
            shown = shown & self.hands.by_action(held.shares[:, place])
        return shown

    def action(self, held: ShownRange) -> int:
        """Return the chosen action's index in the menu; -1 if there is none here."""
        if held.reading.place.actions != self.line:
            return -1
        keys = [item.head.key for item in held.menu]
        return keys.index(self.hands.action) if self.hands.action in keys else -1


@lru_cache(maxsize=_KEPT)
def shown_range(reading: Reading, side: int) -> ShownRange | None:
    """Return the range of a side; None in small games and while nothing is known."""
    spot = reading.spots[0]
    acts = bool(reading.answers) and spot.to_act == side
    if not spot.game.has_holdem_cards or not (acts or reading.reaches):
        return None
    classes = classes_on(spot.board)
    if reading.reaches:
        weights = np.asarray(reading.ranges[0][side])
    else:
        weights = np.where(classes.made >= 0, 1.0, 0.0) if classes else np.ones(NUM_HOLDEM_COMBOS)
    menu = menu_of(spot, reading.answers[0].actions) if acts else ()
    shares = shares_of(reading.answers[0], menu) if acts else None
    return ShownRange(reading, side, weights, classes, menu, shares)


@lru_cache(maxsize=_KEPT)
def mask_of(narrow: Narrowing, reading: Reading, side: int) -> Flags | None:
    """Return which combos (1326,) of a range are shown; None for all of them."""
    held = shown_range(reading, side)
    if held is None or not narrow.narrows(held):
        return None
    return narrow.others(held) & narrow.hands.by_hands(held.classes)


@lru_cache(maxsize=_KEPT)
def narrowed(
    narrow: Narrowing, reading: Reading, side: int
) -> tuple[HandFilterScene | None, HandsScene | None]:
    held = shown_range(reading, side)
    if held is None:
        return None, None
    rest = held.weights * narrow.others(held)
    bar = _bar(narrow, held, rest)
    return bar, _hands(narrow.hands, held, rest, bar.name)


def _bar(narrow: Narrowing, held: ShownRange, rest: Numbers) -> HandFilterScene:
    chosen, narrows = narrow.hands, narrow.narrows(held)
    shown = float(rest @ chosen.by_hands(held.classes))
    every = float(held.weights.sum())
    words = tr("{count} of {all}")
    count = words.format(count=count_text(shown), all=combos_text(every))
    return HandFilterScene(
        chosen.suits,
        chosen.group if held.classes is not None else "any",
        _hand_columns(chosen, held.classes, rest),
        _action_columns(narrow, held),
        _action_words(narrow, held),
        count if narrows else "",
        _name(narrow, held) if narrows else "",
        words.format(count=count_text(every), all=combos_text(every)),
    )


def _titles() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    made = {key: made_title(made) for key, made in MADE_KEYS.items()}
    draws = {key: draw_title(draw) for key, draw in DRAW_KEYS.items()}
    return made, draws, {key: group_title(key) for key in GROUPS}


def _name(narrow: Narrowing, held: ShownRange) -> str:
    """Return the filters as text: "Hearts, Flush draw or Set, Bet 550"."""
    suits = (tr("Clubs"), tr("Diamonds"), tr("Hearts"), tr("Spades"))
    parts = [tr(" and ").join(suits[suit] for suit in narrow.hands.suits)]
    if held.classes is not None:
        made, draws, groups = _titles()
        titles = (made | draws | groups).items()
        parts.append(tr(" or ").join(title for key, title in titles if key in narrow.hands.hands))
    parts.append(_action_words(narrow, held))
    return phrases(parts)


def _hand_columns(
    chosen: ComboFilter, classes: HandClasses | None, rest: Numbers
) -> tuple[FilterColumn, ...]:
    if classes is None:
        return ()
    known = classes

    def entries(titles: Mapping[str, str]) -> tuple[FilterEntry, ...]:
        counts = {key: float(rest @ combos_of(key, known)) for key in titles}
        return tuple(
            FilterEntry(key, title, count_text(counts[key]), key in chosen.hands)
            for key, title in titles.items()
            if counts[key] > 0 or key in chosen.hands or key in GROUPS
        )

    made, draws, groups = map(entries, _titles())
    columns = [FilterColumn(tr("Made hands"), made), FilterColumn(tr("Groups"), groups)]
    columns += [FilterColumn(tr("Draws"), draws)] if draws else []
    return tuple(columns)


def _action_columns(narrow: Narrowing, held: ShownRange) -> tuple[FilterColumn, ...]:
    if held.shares is None:
        return ()
    place, chosen = narrow.action(held), narrow.hands
    shown = chosen.by_suits() & chosen.by_hands(held.classes)
    done = (held.weights * shown) @ held.shares
    actions = [FilterEntry("", tr("Any action"), "", place < 0)]
    for at, (head, count) in enumerate(zip((i.head for i in held.menu), done, strict=True)):
        told = head.title, count_text(count)
        actions.append(FilterEntry(head.key, *told, at == place, head.tone, head.rank))
    often = [
        FilterEntry(f"{OFTEN}{least}", _often(least), "", least == chosen.least) for least in LEAST
    ]
    return (
        FilterColumn(tr("Hands that"), tuple(actions)),
        FilterColumn(tr("How often"), tuple(often)),
    )


def _often(least: float) -> str:
    return tr("at least {share}").format(share=f"{least:.0%}") if least else tr("at all")


def _action_words(narrow: Narrowing, held: ShownRange) -> str:
    place, least = narrow.action(held), narrow.hands.least
    if place < 0:
        return ""
    title = held.menu[place].head.title
    return tr("{action}, {share}+").format(action=title, share=f"{least:.0%}") if least else title


def _hands(chosen: ComboFilter, held: ShownRange, rest: Numbers, name: str) -> HandsScene | None:
    if held.classes is None:
        return None
    seat, reading = held.side, held.reading
    members = chosen.by_hands(held.classes)
    rival = 1 - seat if reading.place.game.is_heads_up else None  # several rivals: no single range
    known = reading.reaches and rival is not None
    other = reading.ranges[0][rival] * chosen.by_suits() * members if known else None
    made, draws = (
        tuple(
            bar
            for key, title in titles.items()
            if (bar := _class_bar(key, title, held, rest * members, other, chosen)) is not None
        )
        for titles in _titles()[:2]
    )
    order, names = side_order(reading.place.game), player_names(reading.place.game)
    return HandsScene(
        made,
        draws,
        tuple(item.head for item in held.menu),
        order.index(seat),
        (names[seat], "" if rival is None else names[rival]),
        name,
    )


def _class_bar(
    key: str,
    title: str,
    held: ShownRange,
    shown: Numbers,
    other: Numbers | None,
    chosen: ComboFilter,
) -> HandBar | None:
    """Return the bar of a class; None if neither range has it and it is not chosen.

    Args:
        held: the whole range: each class in it keeps its bar, to be chosen.
        shown: (1326,) weights of the part of it that is shown.
        other: (1326,) weights of the other side's range; None if unknown.
    """
    assert held.classes is not None
    members = combos_of(key, held.classes)

    def share_of(weights: Numbers) -> float:
        return float(weights @ members) / max(float(weights.sum()), _NOTHING)

    share, theirs = share_of(shown), None if other is None else share_of(other)
    if max(share_of(held.weights), theirs or 0.0) < _NOTHING and key not in chosen.hands:
        return None
    count, acts = float(shown @ members), ()
    if held.shares is not None and count > 0:
        done = (shown * members) @ held.shares
        acts = tuple((done / max(float(done.sum()), _NOTHING)).tolist())
    return HandBar(
        key,
        title,
        share,
        percent(share),
        acts,
        theirs,
        "" if theirs is None else percent(theirs),
        combos_text(count),
        key in chosen.hands,
    )


_ALIKE = 1e-9
_NOTHING = 5e-7


def guess_words(spot: PublicState, action: Action, engine: str, *, missed: bool) -> str:
    """Explain why the range after an action is a guess.

    Args:
        missed: whether the engine never considers it; otherwise no hand of its range takes it.
    """
    name = player_names(spot.game)[spot.to_act]
    _, short = said(spot, action, "", you=False)
    if missed:
        short = short[:1].upper() + short[1:]
        text = tr(
            "“{action}” is not among the actions of {engine} as {name}:"
            " the range after it is a guess."
        )
    else:
        text = tr("{engine} would never {action} as {name} here: the range after it is a guess.")
    return text.format(engine=engine, action=short, name=name)


def range_doubts(steps: Sequence[Step], engine: str) -> str:
    """Explain why the ranges that reach a spot are a guess; empty if they are exact."""
    *past, here = steps
    reach, doubts = here.reach, []
    for at in sorted({*reach.misses, *reach.ends}):
        step, action = past[at], here.spot.actions[at]
        doubts.append(guess_words(step.spot, action, engine, missed=at in reach.misses))
    taken = [words for at, step in enumerate(past) if (words := _taken(step, here, at))]
    if taken:
        words = tr("{engine} does not know all sizes: {sizes}.")
        doubts.append(words.format(engine=engine, sizes=clauses(taken)))
    if past and all(_alike(step) for step in past):
        words = tr(
            "{engine} plays every hand the same way, so its actions do not narrow these ranges."
        )
        doubts.append(words.format(engine=engine))
    if any(is_rare(weights) for weights in visible([reach])[0]):
        doubts.append(tr("Few hands reach this node: weights are scaled to a maximum of 1."))
    return " ".join(doubts)


def _taken(step: Step, here: Step, at: int) -> str:
    """Return the engine's translation of an action as text; empty if it knows the action."""
    action = here.spot.actions[at]
    if step.engine is None or step.answer is None or action in step.answer.actions:
        return ""
    others = step.engine.taken_for(step.spot, action, step.answer)
    return taken_words(action, others) if others else ""


def _alike(step: Step) -> bool:
    assert step.answer is not None
    rows = step.answer.probabilities[~blocked(step.spot.game, step.spot.board)]
    return bool(np.ptp(rows, axis=0).max() < _ALIKE)
