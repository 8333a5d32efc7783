"""Exports a tournament's cross table as CSV."""

from __future__ import annotations

import csv
from pathlib import Path

from pokergui.files import replacing
from pokergui.tournaments.results import cross_table
from pokergui.tournaments.run import Progress

HEADS = ("engine", "against", "mean_mbb", "ci95_mbb", "hands", "wanted", "failed")


def write_table(progress: Progress, file: Path) -> int:
    """Atomically write one line for each ordered pair of engines that meet.

    Returns:
        The number of lines.

    Raises:
        FolderError: if the file cannot be written.
    """
    tournament = progress.tournament
    titles, lines = tournament.plan.titles, 0
    with replacing(file) as temporary, temporary.open("w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(HEADS)
        for name, cells in zip(titles, cross_table(tournament, progress.results), strict=True):
            for other, cell in zip(titles, cells, strict=True):
                if cell is not None:
                    half = cell.interval.half_width if cell.known else ""
                    failed = cell.reason if cell.lost else ""
                    mean = cell.interval.mean
                    rows.writerow((name, other, mean, half, cell.hands, cell.wanted, failed))
                    lines += 1
    return lines
