"""The choice of a series' judge."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from ai.review.judges import usual_name
from engine.game import Game
from pokergui.drills.judge import SOLUTION
from pokergui.formatting.choices import engine_choices, engine_title
from pokergui.formatting.reviewed import can_review
from pokergui.language import tr_play as tr
from pokergui.links import DrillLink, ReportLink, SolutionLink


def judge_of(
    link: DrillLink | None, game: Game, chosen: Mapping[str, str], home: Path
) -> tuple[str, str]:
    """Return the judge's name, and why there is no judge; one of them is empty.

    A solution judges itself, a report's engine its report. Otherwise the judge is the engine chosen
    for the game, or else the strongest that can review.

    Args:
        link: what another page passed on; None if that is not practised.
        game: game of the spots.
        chosen: engines by name of the game.
        home: the folder of strategies.
    """
    if isinstance(link, SolutionLink):
        return SOLUTION, ""
    listed = [one.key for one in engine_choices(game, home, partial(can_review, game=game))]
    if isinstance(link, ReportLink) and link.engine not in listed:
        words = tr("{engine} does not give values of hands: choose another judge.")
        return "", words.format(engine=engine_title(link.engine, home, game))
    usual = chosen.get(game.name, usual_name(game))
    wanted = link.engine if isinstance(link, ReportLink) else usual
    judge = wanted if wanted in listed else next(iter(listed), "")
    return judge, "" if judge else tr("No engine can judge this game.")
