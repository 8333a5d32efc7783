"""Robust-sampling schedules: how many of the N actions of a decision of the player are sampled.

A schedule is text; ``parse_picks`` reads it and ``str`` writes it:

* ``constant:K`` takes K actions everywhere, ``constant:all`` all of them.
* ``depth:P0[,C][,both]`` takes the least number of actions that is at least the fraction
  p(d) = P0 + (1 - P0) * (d / D) ** C of them, where d is the number of earlier decisions of the
  deciding player on the betting line, or with ``both`` of both players, and D the largest d of any
  decision of the tree. P0 is above 0 and at most 1; C is above 0, by default 1. These fractions
  never fall.
* ``street:P,P,...`` takes the least number that is at least the fraction P, above 0 and at most 1,
  of each street in turn; the last P applies to later streets.
* ``explicit:K,K,...`` takes K actions by the number of earlier own decisions; K may be ``all``,
  and the last one applies to later decisions.

A decision with fewer actions takes all of them. Schedules that fall towards the end of the game are
written ``street:1,0.5`` or ``explicit:all,1``.

Source: US patent 10,769,544 (Li, Song, Hu: "Sampling schemes for strategy searching in strategic
interaction between parties"), whose claims ``ai/lab/claims.py`` checks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.tree import DECISION, BettingTree
from engine.wording import Wording

ALL = 127
"""All actions: no decision has more."""
_MAX_TEXT = 200
_SLACK = 1e-9


@dataclass(frozen=True)
class Picks:
    """A schedule of how many actions are sampled at each of the player's decisions.

    Attributes:
        form: constant, depth, street or explicit.
        numbers: K of ``constant`` and ``explicit``, ``ALL`` for all; P0 and C of ``depth``; the
            fractions of ``street``.
        both: whether the depth counts both players' decisions.
    """

    form: str
    numbers: tuple[float, ...]
    both: bool = False

    def __str__(self) -> str:
        if self.form == "depth":
            start, exponent = self.numbers
            words = [_shortest(start)] + ([_shortest(exponent)] if exponent != 1.0 else [])
            words += ["both"] if self.both else []
        else:
            words = ["all" if number == ALL else _shortest(number) for number in self.numbers]
        return f"{self.form}:{','.join(words)}"

    @property
    def title(self) -> str:
        """Its display name."""
        if self.form == "depth":
            start, exponent = self.numbers
            return str(_depth_words(start, exponent, self.both))
        if self.form == "street":
            parts = str(Wording(", then ")).join(f"{part:.0%}" for part in self.numbers)
            return str(Wording("{text} of the actions by street", text=parts))
        every = str(Wording("all"))
        counts = str(Wording(", then ")).join(every if n == ALL else f"{n:g}" for n in self.numbers)
        if len(self.numbers) > 1:
            words = Wording("{counts} actions by the player's decision", counts=counts)
            if self.numbers[-1] == 1:
                words = Wording("{counts} action by the player's decision", counts=counts)
        else:
            words = Wording("{counts} actions", counts=counts)
            if self.numbers[-1] == 1:
                words = Wording("{counts} action", counts=counts)
        return str(words)

    def resolve(self, tree: BettingTree) -> NDArray[np.int64]:
        """Return how many actions are sampled at each node: (nodes,) int64, 0 at terminals."""
        actions = np.where(tree.kind == DECISION, tree.num_actions, 0).astype(np.int64)
        if self.form == "street":
            wanted = np.array(self.numbers)[np.minimum(tree.street, len(self.numbers) - 1)]
        elif self.form == "depth":
            start, exponent = self.numbers
            depth = _depth(tree, self.both)
            deepest = max(1, int(depth[actions > 0].max(initial=0)))
            wanted = start + (1.0 - start) * np.minimum(depth / deepest, 1.0) ** exponent
        else:
            depth = np.minimum(_depth(tree, both=False), len(self.numbers) - 1)
            fixed: NDArray[np.int64] = np.array(self.numbers, np.int64)[depth]
            return np.minimum(fixed, actions)
        counts: NDArray[np.int64] = np.ceil(wanted * actions - _SLACK).astype(np.int64)
        return np.minimum(np.maximum(counts, 1), actions)


def _depth_words(start: float, exponent: float, both: bool) -> Wording:
    """Return the title of a schedule by depth."""
    if exponent == 1.0:
        if both:
            return Wording(
                "{start:.0%} of the actions at first, all in the end, by both players' decisions",
                start=start,
            )
        return Wording(
            "{start:.0%} of the actions at first, all in the end, by the player's decisions",
            start=start,
        )
    if both:
        return Wording(
            "{start:.0%} of the actions at first, all in the end, by both players' decisions,"
            " exponent {exponent:g}",
            start=start,
            exponent=exponent,
        )
    return Wording(
        "{start:.0%} of the actions at first, all in the end, by the player's decisions, exponent"
        " {exponent:g}",
        start=start,
        exponent=exponent,
    )


def _shortest(number: float) -> str:
    """Return the shortest text that parses to the same number."""
    return str(int(number)) if number == int(number) else repr(number)


def _depth(tree: BettingTree, both: bool) -> NDArray[np.int64]:
    """Return decisions before each node, of its actor or of both players: (nodes,) int64."""
    before = np.zeros((tree.num_nodes, tree.game.num_players), np.int64)
    for node in range(1, tree.num_nodes):
        parent = int(tree.parent[node])
        before[node] = before[parent]
        before[node, tree.actor[parent]] += 1
    if both:
        return np.asarray(before.sum(axis=1))
    return np.asarray(before[np.arange(tree.num_nodes), np.maximum(tree.actor, 0)])


def parse_picks(text: str) -> Picks:
    """Parse a schedule.

    Raises:
        EngineError: if the text has none of the forms, or samples no action.
    """
    form, colon, rest = text.strip().partition(":")
    words = [word.strip() for word in rest.split(",")]
    readers: dict[str, Callable[[list[str]], Picks]] = {
        "constant": _constant,
        "depth": _by_depth,
        "street": lambda words: Picks("street", tuple(_parse_fraction(word) for word in words)),
        "explicit": lambda words: Picks("explicit", tuple(_parse_count(word) for word in words)),
    }
    if len(text) > _MAX_TEXT or form not in readers or not colon:
        raise EngineError(
            "'{text}' is not a schedule of actions; give constant:K, depth:P0[,C][,both],"
            " street:P,P,... or explicit:K,K,..., for example constant:1, depth:0.4, street:0.5,1"
            " or explicit:1,2,all",
            text=text[:60],
        )
    return readers[form](words)


def _constant(words: list[str]) -> Picks:
    if len(words) != 1:
        raise EngineError("constant: takes one number of actions, for example constant:2")
    return Picks("constant", (_parse_count(words[0]),))


def _by_depth(words: list[str]) -> Picks:
    both = words[-1] == "both"
    numbers = words[:-1] if both else words
    if not 1 <= len(numbers) <= 2:
        raise EngineError(
            "depth: takes the fraction for the first decision, then optionally an exponent and "
            "the word both, for example depth:0.4,2,both"
        )
    exponent = _parse_number(numbers[1]) if len(numbers) == 2 else 1.0
    if not 0.0 < exponent <= 100.0:
        raise EngineError(
            "an exponent of {exponent:g} is not above 0 and at most 100", exponent=exponent
        )
    return Picks("depth", (_parse_fraction(numbers[0]), exponent), both)


def _parse_number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise EngineError(
            "'{word}' is not a number in a schedule of actions", word=word[:60]
        ) from None


def _parse_fraction(word: str) -> float:
    """Parse a fraction of the actions, above 0 and at most 1."""
    part = _parse_number(word)
    if part == 0.0:
        raise EngineError("with a fraction of 0 no action would ever be sampled; give more than 0")
    if not 0.0 < part <= 1.0:
        raise EngineError(
            "'{word}' is not a fraction of the actions: above 0 and at most 1", word=word[:60]
        )
    return part


def _parse_count(word: str) -> int:
    """Parse a number of actions, at least 1."""
    if word == "all":
        return ALL
    if not word.isascii() or not word.isdigit() or not 0 <= int(word) <= ALL:
        raise EngineError(
            "'{word}' is not a number of actions: 1 to {all}, or all", word=word[:60], all=ALL
        )
    if int(word) == 0:
        raise EngineError("with 0 actions none would ever be sampled; give at least 1, or all")
    return int(word)
