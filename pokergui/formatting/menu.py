"""The action menu of an answer: each action's name, colour and key, "Bet 550", ``r550``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.lines import action_text
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, Strategy, raise_to
from pokergui.formatting.sizing import pot_share, tone_of
from pokergui.formatting.words import Money
from pokergui.language import tr
from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.settings import AmountUnit

MOST_SIZES = 9
"""Most bet sizes shown separately; if there are more, those of a size class are merged."""
_MANY_POTS = 10.0
_BANDS: dict[Tone, tuple[float, float, float]] = {
    "small": (0.0, 0.0, 0.25),
    "middle": (0.35, 0.5, 0.65),
    "large": (0.75, 1.0, 1.0),
}
"""First, own and last place of a size class on the scale from small through middle to large."""


@dataclass(frozen=True)
class MenuItem:
    """An action as it is shown, or several shown as one.

    Attributes:
        head: its name and colour.
        actions: the actions that it represents, ascending.
    """

    head: GridAction
    actions: tuple[Action, ...]

    @property
    def action(self) -> Action:
        """The action taken when it is chosen: the middle one."""
        return self.actions[len(self.actions) // 2]


def menu_of(
    spot: PublicState, actions: Sequence[Action], unit: AmountUnit = "chips"
) -> tuple[MenuItem, ...]:
    """Return actions ordered fold, call, raises ascending; too many sizes are merged by class."""
    ordered = sorted(set(actions), key=lambda action: (action.kind, action.raise_to))
    groups: list[tuple[Action, ...]] = [(action,) for action in ordered]
    if sum(action.kind is ActionKind.RAISE for action in ordered) > MOST_SIZES:
        by_tone: dict[Tone, tuple[Action, ...]] = {}
        for action in ordered:
            tone = _tone(spot, action)
            by_tone[tone] = (*by_tone.get(tone, ()), action)
        groups = list(by_tone.values())
    money = Money(spot.game, unit)
    items = [MenuItem(_head(spot, group, money), group) for group in groups]
    return tuple(_told_apart(items))


def shares_of(answer: Strategy, menu: Sequence[MenuItem]) -> NDArray[np.float64]:
    """Return probabilities (num_combos, menu items) of an answer, 0 for unconsidered actions."""
    column = {action: place for place, action in enumerate(answer.actions)}
    merged = np.zeros((len(answer.probabilities), len(menu)))
    for place, item in enumerate(menu):
        for action in item.actions:
            if action in column:
                merged[:, place] += answer.probabilities[:, column[action]]
    return merged


def legal_extras(spot: PublicState, known: Sequence[Action]) -> tuple[Action, ...]:
    """Return legal actions besides ``known``: fold, call, the smallest raise and all-in."""
    legal = spot.legal
    every = [FOLD] if legal.fold else []
    every.append(CALL)
    if legal.max_raise:
        every.append(raise_to(legal.min_raise))
        if spot.game.has_stacks:
            every.append(raise_to(legal.max_raise))
    return tuple(dict.fromkeys(action for action in every if action not in known))


def size_words(spot: PublicState, action: Action, unit: AmountUnit = "chips") -> str:
    """Return a raise for a narrow place: "3 bb", "75%", "Pot", "All-in"."""
    if _tone(spot, action) == "allin":
        return tr("All-in")
    words = _relative(spot, action, Money(spot.game, unit))
    return tr("Pot") if words == tr("pot") else words.replace(tr("% pot"), "%")


def _head(spot: PublicState, actions: tuple[Action, ...], money: Money) -> GridAction:
    middle = actions[len(actions) // 2]
    tone = _tone(spot, middle)
    short = ""
    if tone == "allin":
        short = tr("All-in")
    elif middle.kind is ActionKind.RAISE:
        short = _size(actions, money)
    elif middle.kind is ActionKind.CALL and spot.legal.call:
        short = tr("Call")
    size = _relative(spot, middle, money) if len(actions) == 1 else ""
    return GridAction(
        action_text(spot, middle), _title(spot, actions, money), tone, None, short, size
    )


def _relative(spot: PublicState, action: Action, money: Money) -> str:
    """Return a size as players name it: preflop in big blinds, postflop as a fraction of the pot.

    If the amount itself is in big blinds, it is the multiple of the bet faced: "2.5x".
    """
    if action.kind is not ActionKind.RAISE or spot.game.is_limit or not spot.game.has_stacks:
        return ""
    if not spot.board and spot.game.big_blind:
        if money.in_blinds and spot.max_bet:
            return tr("{times}x").format(times=f"{action.raise_to / spot.max_bet:.3g}")
        return Money(spot.game, "bb").text(action.raise_to)
    share = pot_share(spot, action.raise_to)
    if share >= _MANY_POTS:
        return tr("{times}x pot").format(times=f"{share:.0f}")
    percent = round(100 * share)
    return tr("pot") if percent == 100 else tr("{percent}% pot").format(percent=percent)


def _size(actions: tuple[Action, ...], money: Money) -> str:
    """Return the size, or of several the smallest and the largest: "550–1,200"."""
    first, last = money.number(actions[0].raise_to), money.text(actions[-1].raise_to)
    return last if len(actions) == 1 else tr("{least}–{most}").format(least=first, most=last)


def _tone(spot: PublicState, action: Action) -> Tone:
    if action.kind is ActionKind.RAISE:
        return tone_of(spot, action.raise_to)
    return "fold" if action.kind is ActionKind.FOLD else "call"


def _title(spot: PublicState, actions: tuple[Action, ...], money: Money) -> str:
    first = actions[0]
    if first.kind is ActionKind.FOLD:
        return tr("Fold")
    if first.kind is ActionKind.CALL:
        call = spot.legal.call
        return tr("Call {chips}").format(chips=money.text(call)) if call else tr("Check")
    size = _size(actions, money)
    if _tone(spot, first) == "allin":
        return tr("All-in {chips}").format(chips=size)
    return (tr("Raise to {chips}") if spot.max_bet else tr("Bet {chips}")).format(chips=size)


def _told_apart(items: list[MenuItem]) -> list[MenuItem]:
    """Return items with distinct colours for sizes of one class, interpolated between classes."""
    members = {tone: [item for item in items if item.head.tone == tone] for tone in _BANDS}
    if all(len(same) < 2 for same in members.values()):
        return items
    ranks: dict[str, float] = {}
    for tone, same in members.items():
        first, own, last = _BANDS[tone]
        for place, item in enumerate(same):
            step = (last - first) / max(1, len(same) - 1)
            ranks[item.head.key] = first + step * place if len(same) > 1 else own
    return [replace(item, head=replace(item.head, rank=ranks.get(item.head.key))) for item in items]
