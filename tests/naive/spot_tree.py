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


def geometric(pot, stack, bets):
    """The fraction of the pot that, bet so many times, puts the stack in."""
    low, high = Fraction(0), Fraction(stack, pot)
    for _ in range(200):
        middle, now, left = (low + high) / 2, Fraction(pot), Fraction(stack)
        for _ in range(bets):
            left -= middle * now
            now += 2 * middle * now
        low, high = (low, middle) if left < 0 else (middle, high)
        middle = low.limit_denominator(10**60)
        low, high = middle, high.limit_denominator(10**60)
    return high


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

    def decide(line, street, before, bets, to_act, last_raise, checked, count=0, donk=False):
        """A decision: ``before`` was put in on earlier streets, ``bets`` on this one, by player.

        ``count`` bets and raises were made on this street; ``donk``: the opponent of the first to
        act was the last to bet on the street before.
        """
        node = Node(line, street, (before + bets[0], before + bets[1]), to_act)
        left = spot.stack - before  # each player's chips when the street began
        faced, own = bets[1 - to_act], bets[to_act]
        if faced > own:
            node.children[FOLD] = Node((*line, FOLD), street, node.put, folded=to_act)
        called = (faced, faced)
        if faced > own or checked:
            called_by_first = faced > own and to_act == 0
            ended = before + faced
            node.children[CALL] = close(
                (*line, CALL), street, ended, faced == left, called_by_first
            )
        else:
            node.children[CALL] = decide((*line, CALL), street, before, called, 1 - to_act, 0, True)
        for amount in amounts_of(street, before, bets, to_act, last_raise, count, donk):
            action = raise_to(amount)
            after = (amount, faced) if to_act == 0 else (faced, amount)
            node.children[action] = decide(
                (*line, action), street, before, after, 1 - to_act, amount - faced, False, count + 1
            )
        return node

    def amounts_of(street, before, bets, to_act, last_raise, count, donk):
        """Street totals of bets and raises, one rule of the spot after the other."""
        left, faced, own = spot.stack - before, bets[1 - to_act], bets[to_act]
        if faced == left:
            return []
        sizes = menu_of(spot.raises if faced else spot.bets, to_act, street)
        if donk and spot.donks is not None:
            sizes = spot.donks[min(street - 1, len(spot.donks) - 1)]
        if spot.max_raises is not None and count > spot.max_raises:
            return []
        pot = spot.pot + 2 * (before + faced)
        steps = [nearest(percent * pot / 100) for percent in sizes.percents]
        steps += [nearest(times * faced) - faced for times in sizes.multiples if faced]
        for number in sizes.equal:
            bet = geometric(pot, left - faced, number or streets - street) * pot
            close = round(bet) if abs(bet - round(bet)) < Fraction(1, 10**9) else bet
            steps.append(nearest(close))
        amounts = {min(faced + max(step, last_raise, 1), left) for step in steps}
        if sizes.all_in:
            amounts.add(left)
        if amounts and 100 * (left - faced) <= spot.all_in_below * pot:
            amounts.add(left)
        amounts = {
            left if 100 * (amount - own) >= spot.all_in_above * (left - own) else amount
            for amount in amounts
        }
        kept = []
        for amount in sorted(amounts, reverse=True):
            close = kept and Fraction(pot + kept[-1] - faced) < (pot + amount - faced) * (
                1 + Fraction(spot.merge, 100)
            )
            if not close:
                kept.append(amount)
        return sorted(kept)

    def close(line, street, before, all_in, called_by_first):
        """The betting of a street is over; once all-in, the rest is just dealt."""
        if all_in or street + 1 == streets:
            return Node(line, street, (before, before))
        return decide(line, street + 1, before, (0, 0), 0, 0, False, donk=called_by_first)

    return decide((), 0, 0, (0, 0), 0, 0, False)
