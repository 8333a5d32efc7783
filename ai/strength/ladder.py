"""The ladder of a game: engines ranked by result against a reference engine.

Engines with overlapping 95% intervals are not ranked against each other. Exploitability, exact or
by local best response, is compared with what a player wins if all others always fold.

With three and more players engines are ranked by their results at a mixed table. Strong are those
that win from copies of ``RIVAL``, and those that do not lose to them, unless another one is better
there or at the mixed table and at neither worse. What an engine wins from weak copies, such as the
passive ones, does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ai.agents.entry import Engine, Measured, TableResult
from ai.registry import engines, reference
from ai.strength.figures import strengths
from ai.strength.tables import MIXED, RIVAL, result_at
from engine.game import Game

LEARN, BE_BEATEN, WIN = "to learn", "to be beaten", "to win"
"""Purposes for which a person may choose an engine: it is among the strongest, solved the game for
all players and loses no more than by folding; it is among the strongest; it loses clearly to the
reference."""
Figure = Measured | TableResult
_LEVEL = 0.01
"""Fraction of always folding's loss within which two engines count as equal."""


@dataclass(frozen=True)
class Rung:
    """An engine's rank.

    ``rival``: the reference of the game's engines; None if it has none, as with three and more.
    ``roles``: of ``LEARN``, ``BE_BEATEN`` and ``WIN``; empty where no result shows any.
    ``worse_than_folding``: whether a (local) best response wins significantly more from it than
    from players who always fold.
    """

    engine: Engine
    figures: Measured | None
    rival: Engine | None = None
    roles: tuple[str, ...] = ()
    worse_than_folding: bool = False

    @property
    def is_reference(self) -> bool:
        """True if it is the reference."""
        rival = self.rival
        return rival is not None and (self.engine.path, self.engine.name) == (None, rival.name)

    @property
    def measured(self) -> bool:
        """True if its result against the reference is known, or that at a mixed table."""
        return self.result is not None

    @property
    def result(self) -> Figure | None:
        """What it is ranked by: the result against the reference, or that at a mixed table."""
        figures, rival = self.figures, self.rival
        if figures is None or rival is None:
            return result_at(figures, MIXED)
        return figures if figures.mbb is not None and figures.against == rival.name else None


def fold_loss(game: Game) -> float:
    """Return the loss of always folding against always betting, in mbb per hand."""
    return 1000.0 * sum((*game.blinds, *game.antes)) / game.num_players / game.big_blind


def won_from_folders(game: Game) -> float:
    """Return what a player wins if all others always fold, in mbb per hand."""
    return (game.num_players - 1) * fold_loss(game)


def best_response(measured: Measured | None, game: Game) -> tuple[float, float] | None:
    """Return the winnings of a (local) best response, and the 95% half width: mbb per hand."""
    if measured is None:
        return None
    if measured.exploitability is not None:
        return 1000.0 * measured.exploitability / game.big_blind, 0.0
    return None if measured.lbr is None else (measured.lbr, measured.lbr_ci95 or 0.0)


def ladder(
    game: Game, home: Path | None = None, listed: Iterable[Engine] | None = None
) -> tuple[Rung, ...]:
    """Rank the engines of a game: strongest, learning, others, unmeasured.

    Of the strongest, those to learn from come first. User-added engines come last.

    Each group is in descending order of mean result; where intervals overlap, the less exploitable
    is first. Those without a result stay in the given order. ``home``: the folder of strategies.
    ``listed``: the engines; None takes all that play the game.
    """
    listed = engines(game, home) if listed is None else tuple(listed)
    rival = reference(game)
    known = strengths(listed, game, home)
    rungs = [Rung(*pair, rival) for pair in zip(listed, known, strict=True)]
    measured = [rung for rung in rungs if rung.measured]
    placed: list[Rung] = []
    for rung in sorted((_place(rung, measured, game) for rung in rungs), key=_order):
        at = len(placed)
        while at and _goes_before(rung, placed[at - 1], game):
            at -= 1
        placed.insert(at, rung)
    return tuple(placed)


def _order(rung: Rung) -> tuple[int, float]:
    result = None if rung.result is None else rung.result.mbb
    if rung.engine.added:
        part = 5
    elif BE_BEATEN in rung.roles:
        part = 0 if LEARN in rung.roles else 1
    elif rung.engine.learns:
        part = 2
    else:
        part = 4 if result is None else 3
    return part, -(result or 0.0)


def _goes_before(rung: Rung, other: Rung, game: Game) -> bool:
    """Return whether a rung with no higher mean goes first: exploitability breaks the tie."""
    if not (rung.measured and other.measured) or _order(rung)[0] != _order(other)[0]:
        return False
    lost, more = best_response(rung.figures, game), best_response(other.figures, game)
    if lost is None or more is None or other.is_reference:
        return False
    overlap = _interval_end(rung.result, +1) >= _interval_end(other.result, -1)
    return overlap and lost[0] + lost[1] < more[0] - more[1]


def _place(rung: Rung, measured: Sequence[Rung], game: Game) -> Rung:
    lost = best_response(rung.figures, game)
    worse = lost is not None and lost[0] - lost[1] > won_from_folders(game)
    roles: tuple[str, ...] = ()
    if rung.measured:
        if _is_strong(rung, measured, game):
            learn = rung.engine.solves and rung.engine.has_ranges and not worse
            roles = (LEARN, BE_BEATEN) if learn else (BE_BEATEN,)
        elif _loses(rung, game):
            roles = (WIN,)
    return replace(rung, roles=roles, worse_than_folding=worse)


def _loses(rung: Rung, game: Game) -> bool:
    """Return whether it clearly loses to the reference, or to copies of ``RIVAL``."""
    result = rung.result if rung.rival else result_at(rung.figures, RIVAL)
    return result is not None and _interval_end(result, +1) < -_LEVEL * fold_loss(game)


def _is_strong(rung: Rung, measured: Sequence[Rung], game: Game) -> bool:
    """Return whether no engine is significantly better, in result or exploitability."""
    rivals = [other for other in measured if other.engine is not rung.engine]
    if rung.rival is None:
        result = result_at(rung.figures, RIVAL)
        if result is None or _loses(rung, game):
            return False
        wins = _interval_end(result, -1) > _LEVEL * fold_loss(game)
        return wins or not any(_dominates(other, rung, game) for other in rivals)
    if any(_is_better(other.result, rung.result, game) for other in rivals):
        return False
    lost = best_response(rung.figures, game)
    if rung.is_reference or lost is None:
        return rung.is_reference
    others = [best_response(other.figures, game) for other in rivals if other.is_reference]
    bounds = [fold_loss(game), *(mean + half for mean, half in filter(None, others))]
    return lost[0] - lost[1] <= max(bounds)


def _dominates(other: Rung, rung: Rung, game: Game) -> bool:
    """Return whether another is better at one of two tables, and at neither worse."""
    names = MIXED, RIVAL
    pairs = [(result_at(other.figures, name), result_at(rung.figures, name)) for name in names]
    known = [(theirs, own) for theirs, own in pairs if theirs is not None and own is not None]
    worse = any(_is_better(own, theirs, game) for theirs, own in known)
    return not worse and any(_is_better(theirs, own, game) for theirs, own in known)


def _is_better(one: Figure | None, other: Figure | None, game: Game) -> bool:
    """Return whether a result is significantly better than another one."""
    return _interval_end(one, -1) > _interval_end(other, +1) + _LEVEL * fold_loss(game)


def _interval_end(result: Figure | None, sign: int) -> float:
    """An end of the 95% interval of a result, in mbb per hand."""
    assert result is not None and result.mbb is not None
    return result.mbb + sign * (result.ci95 or 0.0)
