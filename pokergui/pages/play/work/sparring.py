"""The error rate of a session, and the offer of a sparring partner that errs as much."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ai.agents.entry import Measured
from ai.registry import find_engine
from ai.review.levels import Standing
from ai.strength.figures import strength
from engine.game import Game
from engine.jobs import JobControl
from engine.running_result import Interval
from pokergui.formatting.choices import engine_title
from pokergui.formatting.words import hands_text, signed
from pokergui.language import tr_play as tr
from pokergui.language.joins import full_sentences
from pokergui.pages.play.viewmodel import PartnerScene
from pokergui.store import HandReader
from pokergui.store.filter import HandSelection
from pokergui.units import of_session, per_decision

MOST_HANDS = 500
"""Maximum number of hands of a session that are reviewed, the newest ones."""


@dataclass(frozen=True)
class SessionErrors:
    """EV lost by mistakes in mbb a decision, with its interval, and the hands reviewed."""

    error: Interval
    hands: int


def session_errors(
    game: Game,
    opponent: str,
    first: int,
    count: int,
    judge: str,
    files: tuple[Path, Path, Path],
    control: JobControl,
) -> SessionErrors:
    """Return the user's error rate in a session of ``count`` hands from number ``first`` on.

    Raises:
        PokerError: if hands cannot be read, or the judge cannot be built.
    """
    from pokergui.reviews.figures import figures_of  # only where hands are reviewed
    from pokergui.reviews.work import HandsReview  # as above
    from pokergui.store.reviews import ReviewCache  # as above

    database, reviews, strategies = files
    newest = min(count, MOST_HANDS)
    wanted = HandSelection(game=game.name, opponent=opponent, modes=("play",), newest=newest)
    with HandReader(database) as reader:
        hands = reader.list(wanted, control).replayable().hands
    counted = [hand for hand in hands if hand.number >= first]
    review = HandsReview(judge, strategies, ReviewCache(reviews), control)
    try:
        figures = figures_of(list(review.run(counted)))
    finally:
        review.close()
    return SessionErrors(figures.totals.error, len(counted))


_MOST_LEVELS = 3
"""Maximum number of levels that an error rate's interval may touch; with more it is too wide."""


def partner_scene(
    game: Game, judge: str, place: Standing, error: SessionErrors, home: Path
) -> PartnerScene | None:
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
    return PartnerScene(
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
