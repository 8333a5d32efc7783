"""The shipped engines' strength as Markdown tables: python -m scripts.strength_tables.

README.md, docs/strength.md and docs/review.md hold what this prints; a test compares them. The
figures are those of ``ai/measured.json`` and of the shipped strategies' files, as all lists show
them.
"""

from __future__ import annotations

from collections.abc import Callable

from ai.ladder import Rung, best_response, ladder
from ai.registry import find_engine
from ai.sparring import NAME, RUNGS
from ai.strength_figures import GAMES, strength
from engine.game import Game, get_game

HEADS = ("Kuhn, mA", "Leduc, mA", "limit, mbb", "20 bb", "50 bb", "100 bb", "200 bb")
"""Of the columns: ``GAMES`` in short."""


def result(rung: Rung, game: Game) -> str:
    """Return what an engine wins from the reference."""
    del game
    if rung.is_reference:
        return "reference"
    assert rung.found is not None and rung.found.mbb is not None
    if rung.found.ci95 is None:
        return f"{rung.found.mbb:,.1f}"
    return f"{rung.found.mbb:,.0f} ± {rung.found.ci95:,.0f}"


def lost(rung: Rung, game: Game) -> str:
    """Return what a (local) best response wins from an engine; bold if more than by folding."""
    found = best_response(rung.found, game)
    if found is None:
        return ""
    text = f"{found[0]:,.0f} ± {found[1]:,.0f}" if found[1] else f"{found[0]:,.1f}"
    return f"**{text}**" if rung.worse_than_folding else text


def table(cell: Callable[[Rung, Game], str]) -> list[str]:
    """A row for each engine, a column for each game."""
    games = [get_game(name) for name in GAMES]
    columns = [{rung.engine.name: rung for rung in ladder(game)} for game in games]
    names = {name for column in columns for name in column}
    lines = [f"| engine | {' | '.join(HEADS)} |", "|---" * (1 + len(games)) + "|"]
    for name in sorted(names, key=lambda name: (name != "cfr", name)):
        rungs = [column.get(name) for column in columns]
        if not any(rung is not None and rung.found is not None for rung in rungs):
            continue  # engines that learn have no figures
        cells = [
            "" if rung is None else cell(rung, game)
            for rung, game in zip(rungs, games, strict=True)
        ]
        if any(cells):
            lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return lines


def partners() -> list[str]:
    """A row for each sparring partner: what it wins from the reference, in bb per 100 hands."""
    games = [get_game(name) for name in GAMES]
    heads = [head.partition(",")[0] for head in HEADS]
    lines = [f"| partner | calls in | {' | '.join(heads)} |", "|---" * (2 + len(games)) + "|"]
    for rung, calls in enumerate(RUNGS, 1):
        engine, cells = find_engine(f"{NAME}:{rung}"), []
        assert engine is not None
        for game in games:
            found = strength(engine, game)
            assert found is not None and found.mbb is not None
            wide = "" if found.ci95 is None else f" ± {found.ci95 / 10:.1f}"
            cells.append(f"{found.mbb / 10:+.1f}{wide}")
        lines.append(f"| `{engine.name}` | {calls:.0%} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    print("\n".join([*table(result), "", *table(lost), "", *partners()]))
