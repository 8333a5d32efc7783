"""One engine's answer to the person's decision, as texts for buttons and drawer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.combos import combo_index
from engine.game import Game
from engine.player import Action, ActionKind, SeatView, Strategy
from pokergui.presenters.answers import answer_note
from pokergui.presenters.menu import menu_of
from pokergui.presenters.odds import Odds
from pokergui.presenters.words import MINUS, chips, signed, tr
from pokergui.viewmodel import (
    ActionBarScene,
    ActionKindName,
    ActionSlot,
    Figure,
    SizeAdvice,
    SlotAdvice,
)

UNKNOWN = "…"
NONE = "–"
_IN_THE_MIX = 0.02
_NEGLIGIBLE = 0.0005
_KINDS = {"fold": ActionKind.FOLD, "call": ActionKind.CALL, "raise": ActionKind.RAISE}


@dataclass(frozen=True)
class Advice:
    """What an engine would do with the person's own cards.

    Attributes:
        view: the decision.
        actions: in order fold, call, raises ascending.
        shares: (num_actions,) their probabilities.
        values: (num_actions,) chips from here on, None where the engine has no values.
        errors: (num_actions,) standard errors of the values, None where they are exact.
        note: where the answer comes from; empty if that goes without saying.
    """

    view: SeatView
    actions: tuple[Action, ...]
    shares: NDArray[np.float64]
    values: NDArray[np.float64] | None
    errors: NDArray[np.float64] | None = None
    note: str = ""

    @classmethod
    def of(cls, view: SeatView, answer: Strategy) -> Advice:
        """The row of the person's own combo."""
        row = combo_index(view.hole, view.spot.game.deck)
        values = None if answer.values is None else answer.values[row]
        errors = None if answer.error is None else answer.error[row]
        shares = answer.probabilities[row]
        return cls(view, answer.actions, shares, values, errors, answer_note(answer))

    def _of_kind(self, kind: ActionKind) -> list[int]:
        return [i for i, action in enumerate(self.actions) if action.kind is kind]

    def _place(self, kind: ActionKind, amount: int) -> int | None:
        """The action on a button: the only one of its kind, of several the size chosen."""
        places = self._of_kind(kind)
        if amount and kind is ActionKind.RAISE:
            places = [i for i in places if self.actions[i].raise_to == amount]
        return places[0] if places else None

    def _share(self, kind: ActionKind) -> float:
        return float(self.shares[self._of_kind(kind)].sum())

    def on_buttons(self, bar: ActionBarScene, amount: int) -> ActionBarScene:
        """The bar with probabilities and values on its legal decisions.

        Args:
            bar: the bar.
            amount: the size chosen, 0 where sizes are fixed; a raise has all sizes' probability
                and the value of this one, if the engine considers it.
        """
        totals = {slot.kind: self._share(_KINDS[slot.kind]) for slot in bar.slots if slot.enabled}
        most = max(totals.values(), default=0.0)
        best = next((kind for kind, total in totals.items() if total >= most - 1e-9), "")
        return replace(
            bar,
            slots=tuple(self._advised(s, totals, s.kind == best, amount) for s in bar.slots),
        )

    def _advised(
        self, slot: ActionSlot, totals: Mapping[ActionKindName, float], best: bool, amount: int
    ) -> ActionSlot:
        if slot.kind not in totals:
            return slot
        place = self._place(_KINDS[slot.kind], amount)
        value = error = ""
        if place is not None and self.values is not None:
            value = tr("EV {value}").format(value=self._worth(place))
            error = self._spread(place)
        share = totals[slot.kind]
        return replace(slot, advice=SlotAdvice(percent(share), share, value, best, error))

    def _worth(self, place: int) -> str:
        """Value of an action in big blinds or antes: "+17.24"."""
        assert self.values is not None
        return signed(float(self.values[place]) / self.view.spot.game.big_blind, 2)

    def _spread(self, place: int) -> str:
        """Standard error of a value: "± 0.10"; empty where it is exact."""
        if self.errors is None or not self.errors[place] > 0.0:
            return ""
        spread = float(self.errors[place]) / self.view.spot.game.big_blind
        return f"± {spread:.2f}" if spread >= 0.005 else "± <0.01"

    def sizes(self, chosen: int) -> tuple[SizeAdvice, ...]:
        """The sizes that the engine considers, if there are several; ``chosen`` is marked."""
        spot = self.view.spot
        places = self._of_kind(ActionKind.RAISE)
        if spot.game.is_limit or not places:
            return ()
        found = []
        for item in menu_of(spot, self.actions):
            if item.action.kind is not ActionKind.RAISE:
                continue
            members = [i for i in places if self.actions[i] in item.actions]
            share = float(self.shares[members].sum())
            at = self.actions.index(item.action)
            found.append(
                SizeAdvice(
                    chips(item.action.raise_to),
                    item.head.title,
                    item.head.tone,
                    item.head.rank,
                    share,
                    percent(share),
                    "" if self.values is None else self._worth(at),
                    item.action.raise_to == chosen,
                    "" if self.values is None else self._spread(at),
                )
            )
        return tuple(found)


def percent(share: float) -> str:
    """A probability: "62%", "<1%", ">99%"; below a two-thousandth it counts as 0."""
    if _NEGLIGIBLE <= share < 0.005:
        return "<1%"
    if 0.995 <= share <= 1.0 - _NEGLIGIBLE:
        return ">99%"
    return f"{100 * share:.0f}%"


def asking(bar: ActionBarScene) -> ActionBarScene:
    """The bar while an answer is on its way."""
    slots = (replace(slot, advice=SlotAdvice()) if slot.enabled else slot for slot in bar.slots)
    return replace(bar, slots=tuple(slots))


def figures(
    view: SeatView | None, odds: Odds | None, odds_known: bool, advice: Advice | None, asked: bool
) -> tuple[Figure, ...]:
    """Equity, pot odds, best EV, actions in the mix.

    Args:
        view: the decision, None before the first.
        odds: equity against a uniform range, None where there is none.
        odds_known: whether ``odds`` is the answer; else it is on its way.
        advice: the engine's answer, None where there is none.
        asked: whether the engine's answer is on its way.
    """
    equity, spread = UNKNOWN if view is not None and not odds_known else NONE, ""
    if odds is not None:
        equity = f"{100 * odds.equity:.1f}%"
        spread = f"±{100 * odds.half_width:.1f}" if odds.half_width else ""
    unknown = UNKNOWN if asked else NONE
    best, unit, mix = unknown, "", unknown
    if advice is not None:
        best = NONE
        counted = int((advice.shares > _IN_THE_MIX).sum())
        mix = tr("{some} of {all}").format(some=counted, all=len(advice.actions))
        if advice.values is not None:
            best, unit = _best_value(advice.view.spot.game, float(advice.values.max()))
    return (
        Figure(tr("Equity"), equity, spread),
        Figure(tr("Pot odds"), _pot_odds(view)),
        Figure(tr("Best EV"), best, unit),
        Figure(tr("In the mix"), mix),
    )


def _best_value(game: Game, value: float) -> tuple[str, str]:
    text = f"{value / game.big_blind:,.2f}".replace("-", MINUS)
    return text, tr("antes") if game.ante else tr("bb")


def _pot_odds(view: SeatView | None) -> str:
    if view is None or not view.spot.legal.call:
        return NONE
    call = view.spot.legal.call
    return f"{100 * call / (view.spot.pot + call):.1f}%"
