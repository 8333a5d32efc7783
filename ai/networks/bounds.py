"""Upper bounds on the betting of a game and on winnings, without enumeration."""

from __future__ import annotations

from typing import NamedTuple

from ai.betting.menus import ALL_IN_SHARE, Menu
from engine.game import Game


class Lengths(NamedTuple):
    """Upper bounds for a game with a menu.

    Attributes:
        raises: bets and raises on one street.
        actions: actions of a hand before its last decision.
    """

    raises: int
    actions: int


def lengths(game: Game, menu: Menu) -> Lengths:
    """Bound the betting.

    On a street without raises everybody acts once, and each raise asks all others once more. Where
    a player can go all-in, each stack is a possible raise; the other raises make the pot grow.
    """
    stacks = len(set(game.betting_stacks)) if game.has_stacks else 0
    on_street = []
    for street, cap in enumerate(game.max_raises):
        if game.is_limit:
            raises = max(game.betting_stacks) // game.raise_sizes[street]
        else:
            raises = _growing(game, menu, street)
        on_street.append(min(cap, raises + stacks))
    whole = sum(on_street)
    if not game.is_limit:
        whole = min(whole, _growing(game, menu, None) + stacks)
    players = game.num_players
    return Lengths(max(on_street), game.num_rounds * players + whole * (players - 1) - 1)


def _growing(game: Game, menu: Menu, street: int | None) -> int:
    """Return the maximum number of raises short of all-in, per street or hand.

    After calling the pot has at least the blinds; a raise of some fraction of the pot makes it
    larger by twice that.
    """
    stack = max(game.betting_stacks)
    pot = game.opening_pot + sum(map(min, game.blinds, game.betting_stacks))
    count = added = 0
    while True:
        if street is None:
            ratios = [r for lists in menu.lists for sizes in lists for r in sizes.ratios]
        else:
            ratios = list(menu.sizes(street, count).ratios)
        if not ratios:
            return count
        least = min((twice * pot + half) // (2 * half) for twice, half in ratios)
        least = max(least, game.least_bet or game.big_blind)
        added += least
        if added >= ALL_IN_SHARE * stack:
            return count
        pot += 2 * least
        count += 1


def most_lost(game: Game) -> int:
    """The most chips that a seat can lose in a hand."""
    most = _most_staked(game)
    return max(
        ante + min(own, max(other for place, other in enumerate(most) if place != seat))
        for seat, (own, ante) in enumerate(zip(most, game.antes_paid, strict=True))
    )


def most_won(game: Game) -> int:
    """The most chips that a seat can win or lose in a hand."""
    most = _most_staked(game)
    won = [
        sum(min(own, other) for place, other in enumerate(most) if place != seat)
        for seat, own in enumerate(most)
    ]
    return max(won) + game.opening_pot


def _most_staked(game: Game) -> list[int]:
    """The most chips that each position can put in."""
    if not game.is_limit:
        return list(game.betting_stacks)
    sizes = zip(game.max_raises, game.raise_sizes, strict=True)
    bound = game.big_blind + sum(count * size for count, size in sizes)
    return [min(stack, bound) for stack in game.betting_stacks]
