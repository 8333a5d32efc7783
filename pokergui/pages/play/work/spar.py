"""The error rate of a session, from a review."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.game import Game
from engine.jobs import JobControl
from engine.running_result import Interval
from pokergui.store import HandReader
from pokergui.store.filter import HandSelection

MOST_HANDS = 500
"""Maximum number of hands of a session that are reviewed, the newest ones."""


@dataclass(frozen=True)
class Erred:
    """EV lost by mistakes in mbb a decision, with its interval, and the hands reviewed."""

    error: Interval
    hands: int


def erred(
    game: Game,
    opponent: str,
    first: int,
    count: int,
    judge: str,
    files: tuple[Path, Path, Path],
    control: JobControl,
) -> Erred:
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
    return Erred(figures.totals.error, len(counted))
