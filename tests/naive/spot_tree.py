"""The betting tree of a spot by plain recursion, straight from the rules of its menus.

Shares nothing with the rulebook: two stacks of equal size, a pot, and one rule after the other.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from engine.player import CALL, FOLD, raise_to


@dataclass
class Node:
    """A betting line; ``put`` is what each player has put in since the spot began."""

    line: tuple
    street: int
    put: tuple[int, int]
    to_act: int | None = None
    folded: int | None = None
    children: dict = field(default_factory=dict)

    @property
    def actions(self):
        return tuple(self.children)

    def walk(self):
        yield self
        for child in self.children.values():
            yield from child.walk()

    def find(self, line):
        node = self
        for action in line:
            node = node.children[action]
        return node


def nearest(amount):
    """Halves round away from zero; amounts are not negative."""
    return floor(amount + Fraction(1, 2))


def menu_of(menus, player, street):
    """Sizes of a player on a street of the spot; the last ones repeat."""
    menu = menus[player]
    return menu[min(street, len(menu) - 1)]


def spot_tree(spot):
    """Root of a spot's tree: pot, stack, and each player's bets and raises by street."""
    streets = 6 - len(spot.board)

    def decide(line, street, before, bets, to_act, last_raise, checked):
        """A decision: ``before`` was put in on earlier streets, ``bets`` on this one, by player."""
        node = Node(line, street, (before + bets[0], before + bets[1]), to_act)
        left = spot.stack - before  # each player's chips when the street began
        faced, own = bets[1 - to_act], bets[to_act]
        if faced > own:
            node.children[FOLD] = Node((*line, FOLD), street, node.put, folded=to_act)
        called = (faced, faced)
        if faced > own or checked:
            node.children[CALL] = close((*line, CALL), street, before + faced, faced == left)
        else:
            node.children[CALL] = decide((*line, CALL), street, before, called, 1 - to_act, 0, True)
        sizes = menu_of(spot.raises if faced else spot.bets, to_act, street)
        pot = spot.pot + 2 * (before + faced)
        amounts = set()
        for percent in sizes.percents:
            amounts.add(faced + max(nearest(percent * pot / 100), last_raise, 1))
        if sizes.all_in:
            amounts.add(left)
        if faced < left:
            for amount in sorted({min(amount, left) for amount in amounts}):
                action = raise_to(amount)
                after = (amount, faced) if to_act == 0 else (faced, amount)
                node.children[action] = decide(
                    (*line, action), street, before, after, 1 - to_act, amount - faced, False
                )
        return node

    def close(line, street, before, all_in):
        """The betting of a street is over; once all-in, the rest is just dealt."""
        if all_in or street + 1 == streets:
            return Node(line, street, (before, before))
        return decide(line, street + 1, before, (0, 0), 0, 0, False)

    return decide((), 0, 0, (0, 0), 0, 0, False)
