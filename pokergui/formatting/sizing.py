"""Bet sizing: presets, slider, typed amounts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor, log

import numpy as np
from numpy.typing import NDArray

from engine.errors import IllegalActionError
from engine.lines import action_text
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, Strategy, raise_to, verify
from pokergui.betsize import AFTER_FLOP, BEFORE_FLOP, read_size
from pokergui.formatting.words import Money
from pokergui.language import tr
from pokergui.units import value_unit
from pokergui.viewmodel import Preset, Sizing, SlotAdvice
from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.settings import AmountUnit

SLIDER_STEPS = 1000
_DEFAULT_PRESET = 2
_SMALL, _MIDDLE = 0.4, 0.9


@dataclass(frozen=True)
class OwnSizes:
    """The user's own presets, as typed."""

    before: tuple[str, ...] = BEFORE_FLOP
    after: tuple[str, ...] = AFTER_FLOP


@dataclass(frozen=True)
class Offer:
    """A size on a preset button.

    Attributes:
        label: as players name it: "33%", "3 bb".
        amount: the amount to raise to; 0 if the size has no meaning at this decision.
        advice: how often the advisor's engine takes it and its EV; None for the user's own size.
    """

    label: str
    amount: int
    advice: SlotAdvice | None = None


def pot_after_call(spot: PublicState) -> int:
    return spot.pot + spot.legal.call


def own_offers(spot: PublicState, sizes: OwnSizes) -> tuple[Offer, ...]:
    texts = sizes.after if spot.street else sizes.before
    return tuple(Offer(_label(text), _amount_of(spot, text)) for text in texts)


def _label(text: str) -> str:
    named = {"pot": tr("Pot"), "all-in": tr("All-in")}
    return named.get(text, text)


def _amount_of(spot: PublicState, text: str) -> int:
    try:
        return parse_size(spot, text)
    except IllegalActionError:
        return 0


def pot_share(spot: PublicState, amount: int) -> float:
    """Return a raise to ``amount`` as a fraction of the pot after calling."""
    return (amount - spot.max_bet) / pot_after_call(spot)


def tone_of(spot: PublicState, amount: int) -> Tone:
    if spot.game.has_stacks and amount == spot.legal.max_raise:
        return "allin"
    share = pot_share(spot, amount)
    return "small" if share <= _SMALL else "middle" if share <= _MIDDLE else "large"


def parse_size(spot: PublicState, text: str, unit: AmountUnit = "chips") -> int:
    """Parse a typed raise amount, legal or not.

    ``600``, ``1,200``: chips; if big blinds are the unit, a number alone, also ``18.37``, means
    those; ``3bb``, ``2,5bb``: big blinds; ``75%``: of the pot after calling, ``pot`` all of it;
    ``2.5x``: times the bet faced; ``all-in``, ``allin`` or ``a``: everything.

    Raises:
        IllegalActionError: saying what can be typed.
    """
    blinds = Money(spot.game, unit).in_blinds
    shown = spot.game.shown_chip
    size = read_size(text, "bb" if blinds else "chips", decimals=shown > 1)
    if size is None:
        if blinds:
            raise IllegalActionError(tr("Type big blinds or a size like 75%, 2.5x, pot or all-in."))
        raise IllegalActionError(tr("Type chips or a size like 3bb, 75%, 2.5x, pot or all-in."))
    if size.kind == "all-in":
        return spot.legal.max_raise
    if size.kind == "pot":
        return spot.max_bet + _rounded(pot_after_call(spot) * size.number)
    if size.kind == "times":
        if not spot.max_bet:
            if blinds:
                words = tr("There is no bet here to multiply; type big blinds or 75%.")
                raise IllegalActionError(words)
            raise IllegalActionError(tr("There is no bet here to multiply; type chips or 75%."))
        return _rounded(spot.max_bet * size.number)
    if size.kind == "bb":
        known = value_unit(spot.game)
        if known.name != "bb":
            raise IllegalActionError(tr("The big blind is not known here; type chips or 75%."))
        return _rounded(Fraction(known.chips) * size.number)
    return _rounded(shown * size.number)


def _rounded(amount: Fraction) -> int:
    """Return the nearest chip, halves upwards."""
    return floor(amount + Fraction(1, 2))


@dataclass
class Amount:
    """The size chosen at one decision of a game without fixed sizes."""

    spot: PublicState
    text: str = ""
    offers: tuple[Offer, ...] = ()
    unit: AmountUnit = "chips"
    _given: int | None = field(default=None, init=False)  # the amount, unless it was typed
    _touched: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.offer((), OwnSizes())

    @property
    def advised(self) -> bool:
        return any(offer.advice is not None for offer in self.offers)

    def offer(self, advised: Sequence[Offer], own: OwnSizes) -> None:
        """Replace the presets: by the engine's sizes if there are any, else by the user's own.

        Until a size is chosen, it is the one that the engine takes most often, the third of a
        person's own, or the nearest legal amount.
        """
        offers = tuple(advised) or own_offers(self.spot, own)
        if offers == self.offers:
            return
        self.offers = offers
        if not self._touched:
            self._set(self._usual())

    def _usual(self) -> int:
        if self.advised:
            return max(self.offers, key=lambda one: one.advice.share if one.advice else 0.0).amount
        amounts = [offer.amount for offer in self.offers]
        return amounts[min(_DEFAULT_PRESET, len(amounts) - 1)] if amounts else 0

    @property
    def value(self) -> int:
        try:
            return self._parsed()
        except IllegalActionError:
            return 0

    def _parsed(self) -> int:
        return parse_size(self.spot, self.text, self.unit) if self._given is None else self._given

    @property
    def _money(self) -> Money:
        return Money(self.spot.game, self.unit)

    def show_in(self, unit: AmountUnit) -> None:
        """Show amounts in another unit; a size keeps its chips, other typed text stays."""
        value = self.value
        self.unit = unit
        if value:
            self._write(value)

    @property
    def error(self) -> str:
        """The reason why the amount is not legal, in the words of Study and the rulebook."""
        try:
            amount = self._parsed()
        except IllegalActionError as error:
            return str(error)
        try:
            verify(self.spot.legal, self.spot.betting, raise_to(amount))
        except IllegalActionError as error:
            in_chips = not self._money.in_blinds and self.spot.game.shown_chip == 1
            return str(error) if in_chips else self._refusal(amount)
        return ""

    def _refusal(self, amount: int) -> str:
        legal, text = self.spot.legal, self._money.text
        if legal.min_raise == legal.max_raise:
            return tr("The only raise is to {amount}.").format(amount=text(legal.min_raise))
        if amount < legal.min_raise:
            return tr("The minimum raise is to {amount}.").format(amount=text(legal.min_raise))
        words = tr("The maximum is all-in, a raise to {amount}.")
        return words.format(amount=text(legal.max_raise))

    def _set(self, amount: int) -> None:
        legal = self.spot.legal
        self._write(min(max(amount, legal.min_raise), legal.max_raise))

    def _write(self, amount: int) -> None:
        self.text, self._given = self._money.number(amount), amount

    def _choose(self, amount: int) -> None:
        self._touched = True
        self._set(amount)

    def edit(self, text: str) -> None:
        self._touched = True
        if text != self.text:
            self.text, self._given = text, None

    def choose_preset(self, index: int) -> None:
        if index < len(self.offers) and self.offers[index].amount:
            self._choose(self.offers[index].amount)

    def choose_position(self, position: int) -> None:
        """Take the amount of a slider position, 0 to 1000 on a logarithmic scale."""
        low, high = self.spot.legal.min_raise, self.spot.legal.max_raise
        self._choose(round(low * (high / low) ** (position / SLIDER_STEPS)))

    def step(self, count: int) -> None:
        """Move by big blinds, or by sizes of the advising engine."""
        if not self.advised:
            self._choose(self.value + count * self.spot.game.value_chips)
            return
        amounts = [offer.amount for offer in self.offers]
        beyond = [a for a in amounts if (a > self.value if count > 0 else a < self.value)]
        if beyond:
            ordered = sorted(beyond, reverse=count < 0)
            self._choose(ordered[min(abs(count), len(ordered)) - 1])

    def _position(self, amount: int) -> int:
        low, high = self.spot.legal.min_raise, self.spot.legal.max_raise
        if high <= low:
            return SLIDER_STEPS
        inside = min(max(amount, low), high)
        return round(SLIDER_STEPS * log(inside / low) / log(high / low))

    def scene(self) -> Sizing:
        legal, value, money = self.spot.legal, self.value, self._money
        presets = tuple(
            Preset(
                offer.label,
                money.text(offer.amount) if offer.amount else "–",
                str(index + 1),
                selected=offer.amount == value,
                enabled=legal.min_raise <= offer.amount <= legal.max_raise,
                advice=offer.advice,
            )
            for index, offer in enumerate(self.offers)
        )
        within = [o.amount for o in self.offers if legal.min_raise <= o.amount <= legal.max_raise]
        return Sizing(
            presets=presets,
            amount=self.text,
            amount_note=money.other(value) if value else "",
            least=tr("min {amount}").format(amount=money.text(legal.min_raise)),
            most=money.text(legal.max_raise),
            position=self._position(value),
            ticks=tuple(self._position(amount) for amount in within),
            error=self.error,
            tone=tone_of(self.spot, value) if value else "middle",
        )


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
    """An action as it is shown, or several shown as one."""

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


@dataclass(frozen=True)
class CallPot:
    """A pot contested by a call.

    Attributes:
        amount: chips in it after the call.
        cost: chips of the call among them.
        seats: positions that can win it, including the player to act.
    """

    amount: int
    cost: int
    seats: tuple[int, ...]

    @property
    def odds(self) -> float:
        """Pot odds: the cost of the call as a fraction of the pot, 0 to 1."""
        return self.cost / self.amount


def call_pots(spot: PublicState) -> tuple[CallPot, ...]:
    """Return the main pot that the player to act can win by calling, then the side pots.

    There are several if somebody is all-in for less. Chips that others may still put in do not
    count.
    """
    me, seats = spot.to_act, range(spot.game.num_players)
    before = spot.spent(me)
    mine = before + spot.legal.call
    live = [seat for seat in seats if not spot.folded(seat)]
    caps = {spot.spent(seat) for seat in live if seat != me and spot.stack(seat) == 0}
    pots, lower = [], 0
    for upper in sorted({cap for cap in caps if cap < mine} | {mine}):
        spent = [mine if seat == me else spot.spent(seat) for seat in seats]
        amount = sum(min(chips, upper) - min(chips, lower) for chips in spent)
        short = {seat for seat in live if spot.stack(seat) == 0 and spot.spent(seat) <= lower}
        rivals = tuple(seat for seat in live if seat == me or seat not in short)
        cost = max(0, upper - max(lower, before))
        pots.append(CallPot(amount + (0 if lower else spot.game.opening_pot), cost, rivals))
        lower = upper
    return tuple(pots)


def call_pot(spot: PublicState) -> int:
    """Return the chips that the player to act can win by calling, including the call.

    A player calling for less than the bet can win no more than that from each other player.
    """
    mine = spot.spent(spot.to_act) + spot.legal.call
    others = (seat for seat in range(spot.game.num_players) if seat != spot.to_act)
    return spot.game.opening_pot + mine + sum(min(spot.spent(seat), mine) for seat in others)


def pot_odds(spot: PublicState) -> float:
    """Return the cost of a call as a fraction of the pots it contests: 0 to 1."""
    return spot.legal.call / call_pot(spot)
