"""The offer of a sparring partner, in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ai.agents.entry import Measured
from ai.registry import find_engine
from ai.review.levels import Standing
from ai.strength.figures import strength
from engine.game import Game
from pokergui.formatting.choices import engine_title, table_words
from pokergui.formatting.notices import hand_offered, hand_waits, taken_up
from pokergui.formatting.players import named
from pokergui.formatting.words import hands_text, signed
from pokergui.language import tr_play as tr
from pokergui.language.joins import full_sentences
from pokergui.pages.play.viewmodel import SparScene
from pokergui.pages.play.work.hand_writer import WaitingHand
from pokergui.pages.play.work.spar import Erred
from pokergui.units import of_session, per_decision
from pokergui.viewmodel import ActionBarScene, NextHand, Notice

_MOST_LEVELS = 3
"""Maximum number of levels that an error rate's interval may touch; with more it is too wide."""


def spar_scene(
    game: Game, judge: str, place: Standing, error: Erred, home: Path
) -> SparScene | None:
    """Return the offer of the engine that errs about as much; None if too little is known."""
    engine = find_engine(place.partner, home, game)
    known = strength(engine, game, home) if engine is not None else None
    if known is None or known.mbb is None or len(place.levels) > _MOST_LEVELS:
        return None
    name, rival = (engine_title(one, home, game) for one in (place.partner, judge))
    rate = f"{error.error.mean:,.0f} ± {error.error.half_width:,.0f} {per_decision(game)}"
    names = {"name": name, "rival": rival, "rate": rate, "hands": hands_text(error.hands)}
    note = tr("its result {result} against {rival}; your error rate {rate}")
    if place.partner == judge:
        note = tr("the reference; your error rate {rate}")
    tip = tr(
        "In {hands} your error rate was about that of {name}: {rate}, reviewed by {rival}. You lose"
        " to {rival} about as much as it does, so a match between you is near break-even."
    )
    if len(place.levels) > 1:
        guess = tr("The 95% interval spans {count} levels, so it is a guess.")
        tip = full_sentences((tip, guess.format(count=len(place.levels))))
    return SparScene(
        tr("About even with you: {name}").format(name=name),
        note.format(result=_result(game, known), **names),
        tip.format(**names),
    )


def _result(game: Game, known: Measured) -> str:
    """Write an engine's result against the reference, with interval unless exact."""
    assert known.mbb is not None
    unit, scale = of_session(game)
    mean, half = (scale * (one or 0.0) / 10.0 for one in (known.mbb, known.ci95))
    text = signed(mean, 1)
    return f"{text} {unit}" if known.ci95 is None else f"{text} ± {half:,.1f} {unit}"


class Offers:
    """One offer at a time, shown until the user acts or another hand is dealt."""

    def __init__(self, show: Callable[[Notice | None], None]) -> None:
        self.shown = False
        self._show = show
        self._notice: Notice | None = None

    def taken_up(self, opponents: str) -> None:
        self._offer(taken_up(opponents))

    def elsewhere(self, hand: WaitingHand) -> None:
        """Offer to resume an unfinished hand of another table before the first deal."""
        self._offer(hand_offered(_opponents(hand), _table(hand)))

    def left(self, hand: WaitingHand) -> None:
        self._offer(hand_waits(_opponents(hand), _table(hand)))

    def close(self) -> None:
        if self.shown:
            self.shown = False
            self._show(None)

    def seen(self, notice: Notice | None) -> None:
        """Note which notice is shown: another one replaces an offer."""
        self.shown = notice is not None and notice is self._notice

    def _offer(self, notice: Notice) -> None:
        self.shown, self._notice = True, notice
        self._show(notice)


def _opponents(hand: WaitingHand) -> str:
    return named([engine_title(name, game=hand.game) for name in hand.opponents])


def _table(hand: WaitingHand) -> str:
    return table_words(hand.game)


def waiting_bar() -> ActionBarScene:
    deal = NextHand(tr("Deal a new hand"), tr("the other one waits"), tr("Space"))
    return ActionBarScene((), next_hand=deal)
