"""Table 5 of the NFSP-PLT paper: matches in no-limit hold'em with three and six players.

A learner sits at a table where the same rival has every other seat, and each deal is played once
from every position. The paper does not describe its tables' other players. All learners of a seed
have the same processor time of one core and play on the same deals. The search is guided by the
plain networks of its seed; with more than two players its belief is uniform.
"""

from __future__ import annotations

from typing import Any

from ai.networks.nfsp.parameters import METHODS
from engine.agent import Agent
from engine.game import Game
from engine.match import play
from scripts.source_learners import RANDOM, SEARCH, SEVERAL_SOURCE
from scripts.source_matches import Found, cell, learners

RIVALS_OF_MANY = (RANDOM, SEARCH)
DEALS = {RANDOM: 6000, SEARCH: 120}
"""Hands of each position against each rival."""


def won_at_table(game: Game, learner: Agent, rival: Agent, seed: int) -> Found:
    """A learner's winnings where a rival has all other seats, in big blinds per hand."""
    agents = (learner, *(rival,) * (game.num_players - 1))
    deals = max(2, DEALS[rival.name] // game.num_players)
    found = play(game, agents, deals, seed, duplicate=True).mbb()
    return found.mean / 1000, found.half_width / 1000


def several_row(game: Game, seed: int, seconds: float) -> dict[str, Any]:
    """Return the figures of one seed: each learner's winnings from each rival."""
    found = learners(game, seed, seconds)
    won = {
        name: {
            rival: won_at_table(game, found[name], found[rival], seed) for rival in RIVALS_OF_MANY
        }
        for name in METHODS
    }
    return {"game": game.name, "seed": seed, "seconds": seconds, "won": won}


def several_lines(rows: list[dict[str, Any]]) -> list[str]:
    """Table of all seeds, big blinds per hand."""
    heads = [f"v. {rival}" for rival in RIVALS_OF_MANY]
    titles = ["learner", *heads, "the paper: " + ", ".join(heads)]
    lines = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    stated = SEVERAL_SOURCE[rows[0]["game"]]
    for name in rows[0]["won"]:
        cells = [cell([row["won"][name][rival] for row in rows]) for rival in RIVALS_OF_MANY]
        said = "; ".join(stated.get(name, ()))
        lines.append(f"| {' | '.join([f'`{name}`', *cells, said])} |")
    return lines
