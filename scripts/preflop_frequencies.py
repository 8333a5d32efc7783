"""An engine's preflop frequencies: python -m scripts.preflop_frequencies, --help for options.

Print a Markdown table with a column for each depth. Figures are percent of the range that reaches a
decision by the engine's own play; raises of all sizes are added.
"""

from __future__ import annotations

import argparse

import numpy as np

from ai.reading.reach import RangeReader
from ai.registry import build
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO
from engine.game import Game, get_game
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, raise_to
from pokergui.paths import strategies_dir

GAMES = ("holdem-nolimit@20", "holdem-nolimit@50", "holdem-nolimit@100", "holdem-nolimit")
LINES = (
    ("button", ""),
    ("big blind after a limp", "c"),
    ("button, limped, raised to 3", "c 3"),
    ("big blind facing 2", "2"),
    ("big blind facing 2.5", "2.5"),
    ("big blind facing 3", "3"),
    ("button, 2, re-raised to 3", "2 3"),
    ("button, 2, re-raised to 6", "2 6"),
    ("button, 2, re-raised to 8", "2 8"),
    ("big blind, 2 and 6, raised to 18", "2 6 18"),
)
"""Rows of the table: label, and the line in big blinds."""
LINES_OF_SIX = (
    ("UTG first in", ""),
    ("HJ first in", "f"),
    ("CO first in", "f f"),
    ("BTN first in", "f f f"),
    ("SB first in", "f f f f"),
    ("BB after SB limps", "f f f f c"),
    ("BTN facing UTG 2.5", "2.5 f f"),
    ("BB facing UTG 2.5", "2.5 f f f f"),
    ("SB facing BTN 2.5", "f f f 2.5"),
    ("BB facing BTN 2.5", "f f f 2.5 f"),
    ("BB facing SB 3.4", "f f f f 3.4"),
    ("UTG facing BTN 7.7", "2.5 f f 7.7 f f"),
    ("BTN facing BB 10.75", "f f f 2.5 f 10.75"),
)
"""The same at tables of six."""


def actions_of(line: str, game: Game) -> tuple[Action, ...]:
    """Return a line of the table as actions."""
    words = line.split()
    passive = {"c": CALL, "f": FOLD}
    return tuple(passive.get(w) or raise_to(round(float(w) * game.big_blind)) for w in words)


def frequencies(reader: RangeReader, game: Game, line: str) -> str:
    """Return the parts of the range that fold, call and raise, in percent; all-in in brackets."""
    spot = PublicState(game, actions_of(line, game), ())
    answer, reach = reader.answer(spot), reader.reach(spot)
    held = reach.weights[spot.to_act]
    shares = 100.0 * held @ answer.probabilities / held.sum()
    kinds = np.array([action.kind for action in answer.actions])
    fold, call, raised = (
        float(shares[kinds == kind].sum())
        for kind in (ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE)
    )
    totals = [action.raise_to for action in answer.actions]
    everything = float(shares[np.array(totals) == spot.legal.max_raise].sum())
    return f"{fold:.1f} / {call:.1f} / {raised:.1f} ({everything:.1f})"


def most_large(reader: RangeReader, game: Game) -> str:
    """Return the largest frequency of any hand of opening to 20 big blinds or more."""
    answer = reader.answer(PublicState(game, (), ()))
    large = [action.raise_to >= 20 * game.big_blind for action in answer.actions]
    most = 100.0 * answer.probabilities[:, large].sum(axis=1)
    return f"{most.max():.1f} {CLASS_NAMES[CLASS_OF_COMBO[most.argmax()]] if most.any() else ''}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Print preflop frequencies.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--engine", default="cfr")
    chosen = parser.parse_args()
    games = [get_game(name) for name in chosen.games]
    readers = [RangeReader(build(chosen.engine, game, strategies_dir())) for game in games]
    print(f"| fold / call / raise (all-in) | {' | '.join(chosen.games)} |")
    print("|---|" + "---|" * len(games))
    pairs = list(zip(readers, games, strict=True))
    several = not games[0].is_heads_up
    for words, line in LINES_OF_SIX if several else LINES:
        print(f"| {words} | {' | '.join(frequencies(*pair, line) for pair in pairs)} |")
    if several:
        return
    print(f"| opens to 20 or more, the most | {' | '.join(most_large(*pair) for pair in pairs)} |")


if __name__ == "__main__":
    main()
