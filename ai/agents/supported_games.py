"""Descriptions of the games that engines support."""

from __future__ import annotations

from engine.game import Game
from engine.wording import Wording

ANY = Wording("any game")
HOLDEM = Wording("hold'em")
SOLVABLE = Wording("two-player games small enough to solve, such as kuhn and leduc")
SOLVABLE_BY_MORE = Wording(
    "games of three or more that are small enough, such as kuhn-3 and leduc-3"
)
RANKED = Wording("hold'em, and two-player games with few deals, such as kuhn and leduc")
MODELLED = Wording("heads-up hold'em, and {solvable}", solvable=SOLVABLE)
MODELLED_BY_MORE = Wording(
    "hold'em, {solvable}, and {by_more}", solvable=SOLVABLE, by_more=SOLVABLE_BY_MORE
)
SEARCHED = Wording("hold'em, and {solvable}", solvable=SOLVABLE)
SHORT_STACKS = Wording(
    "no-limit hold'em for up to six, all but one of the stacks at most 25 big blinds"
)
LEAST_DEPTH, MOST_DEPTH = 0.5, 2.0
"""Stacks that a blueprint of three and more players plays, in its own."""


def blueprint_plays(own: Game, game: Game) -> bool:
    """Return whether a game's blueprint plays another game.

    That of three and more players also plays with fewer, down to three, as if the first seats had
    folded, and with stacks from half to twice its own in big blinds.
    """
    if own == game or not blueprint_answers(own, game):
        return own == game
    depth = own.stacks[0] / own.big_blind * game.big_blind
    return min(game.stacks) >= LEAST_DEPTH * depth and max(game.stacks) <= MOST_DEPTH * depth


def played_by(own: Game) -> str:
    """Return the games that the blueprint of one plays, as "holdem-nolimit-6@50…200"."""
    if own.is_heads_up:
        return own.name
    depth, name = own.stacks[0] / own.big_blind, own.name.partition("@")[0]
    return f"{name}@{LEAST_DEPTH * depth:g}…{MOST_DEPTH * depth:g}"


def blueprint_answers(own: Game, game: Game) -> bool:
    """Return whether a blueprint has answers in a game, at large tables with any stacks."""
    if own == game or own.is_heads_up or game.is_heads_up:
        return own == game
    if not game.is_holdem or game.is_limit or game.num_players > own.num_players:
        return False
    small, big, *others = game.blinds
    return 0 < small <= big == game.big_blind and not any(others)
