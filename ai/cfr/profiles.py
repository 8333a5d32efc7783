"""Exact strategies of small games: the lecture's, known equilibria, and from files.

Games with two actions at every decision are given by the probability of the last one, the bet or
the call, at each betting line (in ACPC's letters) and hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from ai.cfr.exact_game import ExactGame, ExactProfile, Infoset
from engine.errors import GameError
from engine.lines import line_text
from engine.player import Action
from engine.wording import Wording

LastAction: TypeAlias = Mapping[tuple[str, str], Fraction]
"""Probability of the last action by (line, cards)."""

_TOLERANCE = Fraction(1, 10**9)
_SIMPLE = 1_000
_LONGEST = 40
_ROUNDING = 1e-12


def _rows(text: str) -> dict[tuple[str, str], Fraction]:
    """Parse rows of "line: cards probability, ..."; the empty line is written -."""
    rows = {}
    for row in text.strip().splitlines():
        line, _, cells = row.strip().partition(":")
        for cell in cells.split(","):
            cards, probability = cell.split()
            rows[line.strip("- "), cards] = Fraction(probability)
    return rows


LECTURE_PROFILE: LastAction = _rows(
    """
    - : K 2/3, Q 1/2, J 1/3
    cr: K 1, Q 1/2, J 0
    r : K 1, Q 1/2, J 0
    c : K 1, Q 2/3, J 1/3
    """
)
"""The lecture's first profile of Kuhn poker: bets, and calls of bets."""


def kuhn_equilibrium(alpha: Fraction) -> LastAction:
    """Return an equilibrium of Kuhn poker: position 0 bluffs the jack with probability ``alpha``.

    Position 1's strategy is unique. Source: Kuhn, "Simplified two-person poker", 1950.

    Raises:
        GameError: if alpha is not between 0 and 1/3.
    """
    third = Fraction(1, 3)
    if not 0 <= alpha <= third:
        raise GameError("in Kuhn's equilibria the jack is bet with a probability of 0 to 1/3")
    return {
        **_rows("- : Q 0 \n cr: K 1, J 0 \n r : K 1, Q 1/3, J 0 \n c : K 1, Q 0, J 1/3"),
        ("", "K"): 3 * alpha,
        ("", "J"): alpha,
        ("cr", "Q"): alpha + third,
    }


def _all_infosets(game: ExactGame) -> tuple[Infoset, ...]:
    return (*game.of_player(0), *game.of_player(1))


def uniform(game: ExactGame) -> ExactProfile:
    """Return the uniform profile."""
    return {
        infoset: (Fraction(1, len(infoset.actions)),) * len(infoset.actions)
        for infoset in _all_infosets(game)
    }


def two_action_profile(game: ExactGame, last: LastAction) -> ExactProfile:
    """Return the profile of a game with two actions everywhere.

    Raises:
        GameError: if the game has other decisions than those given.
    """
    infosets = _all_infosets(game)
    named = {(infoset.line, infoset.cards) for infoset in infosets}
    if named != last.keys() or any(len(infoset.actions) != 2 for infoset in infosets):
        raise GameError("this profile does not belong to {title}", title=Wording(game.game.title))
    return {
        infoset: (1 - last[infoset.line, infoset.cards], last[infoset.line, infoset.cards])
        for infoset in infosets
    }


def action_key(game: ExactGame, infoset: Infoset, action: Action) -> str:
    """Return an action as the line would continue: ``f``, ``c``, ``r`` or ``r300``."""
    before = game.tree.line_to(infoset.node)
    after = line_text(game.game, (*before, action))
    return after.removeprefix(infoset.line).rstrip("/")


def read_profile(game: ExactGame, document: Any) -> ExactProfile:
    """Parse a profile from JSON such as ``pokergui strategy kuhn ENGINE --all --json`` prints.

    Probabilities are numbers or texts such as ``"1/3"``; a number within 1e-12 of a fraction with a
    denominator up to 1,000 is that fraction. Actions left out have probability 0.

    Raises:
        GameError: naming what is missing, unknown or out of bounds.
    """
    entries = document.get("infosets") if isinstance(document, dict) else None
    if not isinstance(entries, list):
        raise GameError('a profile is {"infosets": [...]}, as strategy --all --json prints it')
    places = {(x.line, x.board_cards, x.cards): x for x in _all_infosets(game)}
    profile: dict[Infoset, tuple[Fraction, ...]] = {}
    for entry in entries:
        row = entry if isinstance(entry, dict) else {}
        key = (row.get("line", ""), row.get("board", ""), row.get("cards", ""))
        infoset = places.get(key) if all(isinstance(part, str) for part in key) else None
        if infoset is None:
            raise GameError(
                "the profile's {entry} is not an information set of {title}",
                entry=str(entry)[:60],
                title=Wording(game.game.title),
            )
        where = Wording(
            "the profile at cards {cards} after '{line}'", cards=infoset.cards, line=infoset.line
        )
        if infoset in profile:
            raise GameError("{where} appears twice", where=where)
        profile[infoset] = _probabilities(game, infoset, row.get("probabilities"), where)
    for infoset in places.values():
        if infoset not in profile:
            raise GameError(
                "the profile lacks cards {cards} after '{line}'",
                cards=infoset.cards,
                line=infoset.line,
            )
    return profile


def _probabilities(
    game: ExactGame, infoset: Infoset, given: Any, where: Wording
) -> tuple[Fraction, ...]:
    keys = [action_key(game, infoset, action) for action in infoset.actions]
    if not isinstance(given, dict) or not set(given) <= set(keys):
        raise GameError(
            "{where} needs probabilities of {keys} and nothing else",
            where=where,
            keys=", ".join(keys),
        )
    row = [_probability(given.get(key, 0), where) for key in keys]
    total = sum(row, Fraction(0))
    if abs(total - 1) > _TOLERANCE:
        raise GameError(
            "{where} has probabilities that sum to {total:.6g}, not to 1",
            where=where,
            total=float(total),
        )
    return tuple(p / total for p in row)


def fraction_of(text: str) -> Fraction | None:
    """Parse a short number such as "1/6" or "0.17" exactly; None if it is not one."""
    if len(text) > _LONGEST or "e" in text.lower():  # 1e999999999 would take forever
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def near_fraction(number: float) -> Fraction:
    """Return the simple fraction to which a number rounds, or else the number itself."""
    near = Fraction(number).limit_denominator(_SIMPLE)
    return near if abs(float(near) - number) < _ROUNDING else Fraction(number)


def _probability(given: Any, where: Wording) -> Fraction:
    number: Fraction | None = None
    if isinstance(given, str):
        number = fraction_of(given)
    elif isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given <= 1:
        number = near_fraction(given)
    if number is None or not 0 <= number <= 1:
        raise GameError(
            "{where} has {given!r}, which is not a probability", where=where, given=str(given)[:30]
        )
    return number
