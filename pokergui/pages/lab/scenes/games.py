"""The matrix games that the Lab page offers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ai.cfr.matrix import ROCK_PAPER_SCISSORS, Matrix, as_matrix, parse_matrix, parse_number
from pokergui.language import tr_lab as tr
from pokergui.viewmodel import Choice, ChoiceList

OWN = "own"
"""Key of payoffs that the user has edited."""


@dataclass(frozen=True)
class MatrixGame:
    """A matrix with names, and payoffs to A."""

    key: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    payoffs: Matrix

    def edited(self, row: int, column: int, text: str) -> MatrixGame:
        """Return the game with one payoff changed.

        Raises:
            GameError: if the text is not a number.
        """
        rows = [list(line) for line in self.payoffs]
        rows[row][column] = parse_number(text)
        return replace(self, key=OWN, payoffs=as_matrix(rows))


def matrix_games() -> tuple[MatrixGame, ...]:
    throws = (tr("Rock"), tr("Paper"), tr("Scissors"))
    sides = (tr("Heads"), tr("Tails"))
    return (
        MatrixGame("rps3", throws, throws, ROCK_PAPER_SCISSORS),
        MatrixGame("rps", throws, throws, parse_matrix("0 -1 1; 1 0 -1; -1 1 0")),
        MatrixGame("pennies", sides, sides, parse_matrix("1 -1; -1 1")),
        MatrixGame("exit", (*sides, tr("Neither")), sides, parse_matrix("3 -1; -2 1; 1/4 1/4")),
        MatrixGame(
            "steps",
            (tr("Attack"), tr("Wait")),
            (tr("Left"), tr("Middle"), tr("Right"), tr("Hide")),
            parse_matrix("2 3 1 5; 4 1 6 0"),
        ),
    )


def game_choices(current: str) -> ChoiceList:
    """Return the list of games; edited payoffs are in it once there are any."""
    titles = {
        "rps3": (tr("Rock, paper, scissors with a 3"), tr("the lecture's example")),
        "rps": (tr("Rock, paper, scissors"), tr("equal stakes")),
        "pennies": (tr("Matching pennies"), tr("two actions each")),
        "exit": (tr("Pennies with a way out"), tr("one player has many equilibria")),
        "steps": (tr("Two against four"), tr("two of B's actions are never played")),
    }
    choices = [Choice(key, title, note) for key, (title, note) in titles.items()]
    if current == OWN:
        choices.append(Choice(OWN, tr("Your own payoffs"), typed=True))
    return ChoiceList(tr("Game"), tuple(choices), current)
