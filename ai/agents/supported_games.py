"""Descriptions of the games that engines support."""

from __future__ import annotations

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
