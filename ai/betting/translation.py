"""Action translation: map a real betting line to weighted lines of an abstract game.

A raise outside the abstract game is mapped randomly to one of its two neighbours, by the
pseudo-harmonic mapping of Ganzfried and Sandholm, "Action translation in extensive-form games with
large action spaces", 2013. The probability of the lower of A and B is ((B - x)(1 + A)) / ((B - A)(1
+ x)), all as fractions of the pot after calling. All-in is always on the menu, so nothing lies
above. A raise below the smallest size lies between that and a call, where A is 0. If it is mapped
to a call, the answer is a call, and the line continues as if both had called or checked.

Instead of sampling one, up to ``MAX_LINES`` abstract lines are kept with their weights. Menu sizes
are fractions of the real pot in the real game and of the abstract pot in the abstract game; their
menu index matches the two. All lines have the street, number of raises and player to act of the
real one; those mapped to a call wait for it. Only all-in ends an abstract line earlier; such a line
is dropped. If all are, both players are all-in in the abstract game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ai.betting.menus import Menu
from ai.betting.sizes import Sizes
from engine.player import CALL, Action, ActionKind, PublicState, raise_to
from engine.tree import BettingTree

MAX_LINES = 8
"""Most abstract lines to which a real one is mapped; the likeliest are kept."""
_MOST_KNOWN = 256
"""Most lines cached."""
_RAISE = int(ActionKind.RAISE)
CALLED = -1
"""Instead of a raise's index: mapped to a call."""

_AbstractLine = tuple[int, bool]
"""An abstract decision, and whether the last raise, made there, is mapped to a call."""


def pseudo_harmonic(low: float, high: float, size: float) -> float:
    """Return the probability that a size between two of a menu is mapped to the lower one.

    Args:
        low: the lower one, as a fraction of the pot.
        high: the higher one.
        size: between them.
    """
    return ((high - size) * (1.0 + low)) / ((high - low) * (1.0 + size))


def nearest(totals: Sequence[int], raise_to: int, faced: int, pot: int) -> list[tuple[int, float]]:
    """Return the indices of the raises to which a real raise is mapped, with probabilities.

    Args:
        totals: street totals in chips, ascending.
        raise_to: street total of the real raise; above the last it is mapped to that.
        faced: street total of the bet faced.
        pot: chips in the pot after calling it.
    """
    above = min(bisect_left(totals, raise_to), len(totals) - 1)
    if above == 0 or totals[above] <= raise_to:
        return [(above, 1.0)]
    around = (totals[above - 1], totals[above], raise_to)
    share = pseudo_harmonic(*((total - faced) / pot for total in around))
    return [(above - 1, share), (above, 1.0 - share)]


def nearest_raises(
    spot: PublicState, amount: int, totals: Sequence[int]
) -> tuple[tuple[Action, float], ...]:
    """Return the raises to which a real raise at a decision is mapped, with probabilities.

    Args:
        amount: street total of the real raise.
        totals: street totals of those considered, ascending.
    """
    shares = nearest(totals, amount, spot.max_bet, spot.pot + spot.legal.call)
    return tuple((raise_to(totals[place]), share) for place, share in shares)


@dataclass(frozen=True)
class Translation:
    """A real decision mapped to the abstract game.

    Attributes:
        lines: abstract decisions of the same player and their weights, likeliest first; none if
            all-in has ended them all.
        exact: whether the real line is one of the abstract game's.
        called: abstract decisions where the bet faced was made, and the weights with which it is
            mapped to a call: the answer there is to call. All weights sum to 1.
    """

    lines: tuple[tuple[int, float], ...]
    exact: bool
    called: tuple[tuple[int, float], ...] = ()


class _Links(NamedTuple):
    """Parent and child links of nodes, as plain lists, which are faster to index."""

    first: list[int]
    actions: list[int]
    kind: list[int]
    raise_to: list[int]


class Translator:
    """Translates lines of one game to those of a tree; thread-safe.

    Args:
        menu: the bets of the tree.
    """

    def __init__(self, menu: Menu, tree: BettingTree) -> None:
        self._menu = menu
        self._tree = tree
        # Recent translations: later decisions of a hand continue from there.
        self._known: dict[tuple[Action, ...], tuple[PublicState, dict[_AbstractLine, float]]] = {}

    @cached_property
    def _links(self) -> _Links:
        tree = self._tree
        arrays = (tree.first_child, tree.num_actions, tree.action_kind, tree.raise_to)
        return _Links(*(array.tolist() for array in arrays))

    def translate(self, spot: PublicState) -> Translation:
        """Map a decision to the abstract game.

        Args: spot: a decision of the tree's game.
        """
        node = 0
        for place, action in enumerate(spot.actions):
            child = self.child(node, action)
            if child < 0:
                return self._beyond(spot, place, node)
            node = child
        return Translation(((node, 1.0),), True)

    def child(self, node: int, action: Action) -> int:
        """Return the node after an action, -1 if the tree does not have it.

        Args:
            action: with its amount in the abstract game.
        """
        first, count, kinds, raise_to = self._links
        kind, to = int(action.kind), action.raise_to
        for child in range(first[node], first[node] + count[node]):
            if kinds[child] == kind and raise_to[child] == to:
                return child
        return -1

    def _beyond(self, spot: PublicState, place: int, node: int) -> Translation:
        """Continue after the last real action that is in the tree, with several lines."""
        actions, known = spot.actions, self._known  # another thread may replace it concurrently
        end = len(actions)
        while end > place and actions[:end] not in known:
            end -= 1
        here = PublicState(spot.game, actions[:place], ())
        lines = {(node, False): 1.0}
        if end > place:
            here, lines = known[actions[:end]]
        for action in actions[max(end, place) :]:
            following: dict[_AbstractLine, float] = {}
            for line, weight in self._step(here, lines, action):
                if self._links.first[line[0]] >= 0:  # drop terminals: the real hand continues
                    following[line] = following.get(line, 0.0) + weight
            lines = _heaviest(following)
            here = here.after(action)
        if len(self._known) >= _MOST_KNOWN:
            self._known = {}
        self._known[actions] = here, lines
        plain, called = (
            tuple((node, weight) for (node, kind), weight in lines.items() if kind is taken)
            for taken in (False, True)
        )
        return Translation(plain, False, called)

    def _step(
        self, here: PublicState, lines: dict[_AbstractLine, float], action: Action
    ) -> Iterator[tuple[_AbstractLine, float]]:
        """Return all abstract lines after a real action, with their weights."""
        if action.kind is not ActionKind.RAISE:
            for (node, called), weight in lines.items():
                after = self._both_called(node) if called else self.child(node, action)
                yield (after, False), weight
            return
        raises = self.raises(here)
        shares = raises.shares(action.raise_to)
        for (node, called), weight in lines.items():
            children, _ = ([], []) if called else raises.joined(node)
            if children:
                for place, share in shares:
                    line = (node, True) if place == CALLED else (children[place], False)
                    yield line, weight * share

    def _both_called(self, node: int) -> int:
        """Return where betting continues after a call or check, and a check behind if due."""
        street, after = self._tree.street, self.child(node, CALL)
        if self._links.first[after] >= 0 and street[after] == street[node]:
            return self.child(after, CALL)
        return after

    def raises(self, here: PublicState) -> Raises:
        """The menu's raises at a real decision."""
        return Raises(self._menu, self._tree, self._links, here)


class Raises:
    """The menu's raises at a real decision, and the matching abstract ones.

    Args:
        here: the real decision.

    Attributes:
        totals: street totals in chips, ascending.
    """

    def __init__(self, menu: Menu, tree: BettingTree, links: _Links, here: PublicState) -> None:
        self.totals = list(menu.raises(here))
        self._tree = tree
        self._links = links
        self._here = here
        self._menu = menu

    @property
    def _bet(self) -> tuple[int, int]:
        """The bet faced, and the pot after calling it."""
        return self._here.max_bet, self._here.pot + self._here.legal.call

    @cached_property
    def _places(self) -> tuple[Sizes, list[int]]:
        """The sizes of the menu's list here, and the index of each among the totals."""
        sizes = self._menu.sizes(self._here.street, self._here.num_raises)
        return sizes, _places(sizes.targets(*self._bet), self.totals)

    def shares(self, raise_to: int) -> list[tuple[int, float]]:
        """Return indices of the totals to which a real raise is mapped, with probabilities.

        The index is ``CALLED`` for a call, to which a raise below the minimum is partly mapped.
        """
        faced, pot = self._bet
        least = self.totals[0]
        if raise_to >= least:
            return nearest(self.totals, raise_to, faced, pot)
        called = pseudo_harmonic(0.0, (least - faced) / pot, (raise_to - faced) / pot)
        return [(0, 1.0 - called), (CALLED, called)]

    def joined(self, node: int) -> tuple[list[int], list[int]]:
        """Match these raises with those of an abstract decision.

        Args:
            node: abstract decision that represents the real one.

        Returns:
            the child of the node for each of the totals, and for each raise of the node its index
            among the totals; both empty where either has none.
        """
        first, count, kinds, raise_to = self._links
        last = first[node] + count[node]
        begin = next((c for c in range(first[node], last) if kinds[c] == _RAISE), last)
        abstract, real = raise_to[begin:last], self.totals
        if not abstract or not real:
            return [], []
        children = range(begin, last)
        if abstract == real:
            return list(children), list(range(len(real)))
        spent, seat = self._tree.spent[node].tolist(), int(self._tree.actor[node])
        most = max(spent)
        before = int(self._tree.spent[begin, seat]) - abstract[0]
        pot = self._here.game.opening_pot + sum(spent) + most - spent[seat]
        sizes, theirs = self._places
        ours = _places(sizes.targets(most - before, pot), abstract)
        to_abstract = _joined(theirs, ours, len(real), len(abstract))
        return [children[place] for place in to_abstract], _joined(
            ours, theirs, len(abstract), len(real)
        )


def _places(targets: Sequence[int], totals: Sequence[int]) -> list[int]:
    """Return the legal total of each size: itself, or clamped to the minimum or maximum."""
    return [min(bisect_left(totals, target), len(totals) - 1) for target in targets]


def _joined(
    places: Sequence[int], others: Sequence[int], count: int, others_count: int
) -> list[int]:
    """Match each total of one list to one of the other by the largest size that gave it.

    The last is all-in in both.
    """
    by_place = dict(zip(places, others, strict=True))
    by_place[count - 1] = others_count - 1
    return [by_place[place] for place in range(count)]


def _heaviest(lines: dict[_AbstractLine, float]) -> dict[_AbstractLine, float]:
    """The likeliest lines, their weights scaled to sum to 1."""
    kept = sorted(lines.items(), key=lambda line: (-line[1], line[0]))[:MAX_LINES]
    whole = sum(weight for _, weight in kept)
    return {line: weight / whole for line, weight in kept}
