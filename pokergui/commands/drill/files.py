"""``drill FILE``: a saved solution, or the table of a report, instead of a game."""

from __future__ import annotations

from pathlib import Path

from ai.registry import OTHERS
from ai.solver.run import SpotRun
from engine.errors import EngineError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import PublicState
from pokergui.commands.spots import place_of
from pokergui.drills.judge import DrillJudge, SpotJudge
from pokergui.drills.sources import SolutionJudge, is_report, read_report
from pokergui.links import ReportLink
from pokergui.paths import strategies_dir


def file_named(text: str) -> Path | None:
    """Return the file that is named in place of a game; None if a game is, or no file."""
    try:
        get_game(text)
    except PokerError:
        path = Path(text)
        return path if path.exists() or path.suffix in (".csv", ".safetensors") else None
    return None


def check_alone(file: Path | None, given: dict[str, object]) -> None:
    """Refuse options that do not go with a file.

    Args:
        file: the file; without one nothing is to be given.
        given: the values given, by the names of their options; empty ones were not given.

    Raises:
        PokerError: naming them.
    """
    if extra := [name for name, value in given.items() if value]:
        raise PokerError(
            "{file} must be practised alone; leave out {extra}", file=file, extra=", ".join(extra)
        )


def file_judge(
    file: Path, judge: str | None, line: str | None, card: str | None, control: JobControl
) -> tuple[SpotJudge, ReportLink | None]:
    """Prepare the judge of a file's spots.

    Args:
        judge: name of the engine that judges a report in place of its own; None for its own.
        line: of a solution: the decision from which it is practised; None for all of it.

    Returns:
        The judge, and the report; None if the file is a solution.

    Raises:
        PokerError: if the file cannot be read, or something does not go with it.
    """
    if is_report(file):
        check_alone(file, {"--line": line is not None, "--card": card})
        link = read_report(file)
        if judge is None and link.engine.startswith(OTHERS):
            program = link.engine[:60]
            raise EngineError(
                "{file}: '{program}' is a program: to allow it, give it as JUDGE after the file",
                file=file,
                program=program,
            )
        name = judge or link.engine
        return DrillJudge(name, link.game, strategies_dir(), control), link
    check_alone(file, {"JUDGE": judge})
    run = SpotRun.load(file)
    if not run.curve:
        raise EngineError("{file}: not solved yet", file=file)
    if line is None:
        check_alone(file, {"--card": card})
        return SolutionJudge(run), None
    start = PublicState(run.spot.game, *place_of(run.spot, line, card))
    return SolutionJudge(run, start), None
