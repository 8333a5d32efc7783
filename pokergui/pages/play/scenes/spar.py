"""The offer of a sparring partner, in words."""

from __future__ import annotations

from pathlib import Path

from ai.agents.entry import Measured
from ai.registry import find_engine
from ai.review.levels import Standing
from ai.strength.figures import strength
from engine.game import Game
from pokergui.formatting.choices import engine_title
from pokergui.formatting.words import hands_text, signed
from pokergui.language import tr_play as tr
from pokergui.language.joins import full_sentences
from pokergui.pages.play.viewmodel.spar import SparScene
from pokergui.pages.play.work.spar import Erred
from pokergui.units import of_session, per_decision

_MOST_LEVELS = 3
"""Maximum number of levels that an error rate's interval may touch; with more it is too wide."""


def spar_scene(
    game: Game, judge: str, place: Standing, error: Erred, home: Path
) -> SparScene | None:
    """Return the offer of the engine that errs about as much; None if too little is known.

    Args:
        game: the game that was played.
        judge: name of the engine that reviewed the hands, the reference.
        place: the place of the error rate on the ladder.
        error: the error rate.
        home: the folder of strategies.
    """
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
