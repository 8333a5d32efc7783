"""Who judges a series."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.game import Game
from pokergui.drills.judge import SOLUTION
from pokergui.formatting.choices import engine_choices, engine_title
from pokergui.formatting.reviewed import can_review
from pokergui.formatting.words import tr
from pokergui.links import DrillLink, ReportLink, SolutionLink


def judge_of(
    link: DrillLink | None, game: Game, chosen: Mapping[str, str], home: Path
) -> tuple[str, str]:
    """Return the name of who judges, and why there is nobody; one of them is empty.

    A solution judges itself, a report's engine its report. Elsewhere it is the engine chosen for
    the game, or else the strongest that reviews.

    Args:
        link: what another page handed on; None where that is not practised.
        game: of the spots.
        chosen: engines by the name of the game.
        home: the folder of strategies.
    """
    if isinstance(link, SolutionLink):
        return SOLUTION, ""
    listed = [one.key for one in engine_choices(game, home, can_review)]
    if isinstance(link, ReportLink) and link.engine not in listed:
        words = tr("{engine} does not say what hands are worth: choose another judge.")
        return "", words.format(engine=engine_title(link.engine, home, game))
    wanted = link.engine if isinstance(link, ReportLink) else chosen.get(game.name, "cfr")
    judge = wanted if wanted in listed else next(iter(listed), "")
    return judge, "" if judge else tr("No engine can judge this game.")
