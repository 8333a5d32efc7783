"""Tables 3 and 4 of the NFSP-PLT paper in heads-up hold'em, at equal training time.

All learners of a seed have the same processor time of one core and play on the same deals, each
from both positions. AIVAT is used wherever an engine's full-range answer is fast enough: not
against the random player, which has hundreds of raises at each decision. The search is guided by
the plain networks of its seed. Deep CFR has two bets in no-limit, pot and all-in: it traverses all
of its own actions, and with more the first iterations alone would take the time.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from ai.agents.baselines import RandomAgent
from ai.agents.entry import AIVAT, DUPLICATE
from ai.lbr.response import local_best_response
from ai.networks.agent import NetworkAgent
from ai.networks.learners import DeepRecipe, NfspRecipe
from ai.networks.nfsp.parameters import METHODS, NfspParameters
from ai.search.belief import ranges_by
from ai.search.engine import EFFORT
from ai.search.holdem import HandAgent
from ai.search.incremental import HoldemSearchGame
from ai.search.methods import get_method
from ai.strength.measurement import measure_match
from engine.agent import Agent
from engine.game import Game
from pokergui.paths import strategies_dir
from scripts.source_learners import DEEP, HOLDEM_SOURCE, RANDOM, RIVALS, SEARCH, learned

DEEP_MENU = "100,a"
DEALS = {RANDOM: 2500, SEARCH: 50, DEEP: 200}
"""Duplicate deals of a match against each rival: 15 to 50 seconds of one core."""
LBR_DEALS = 150

Found = tuple[float, float]
"""A mean with the half width of its 95% interval, in big blinds per hand."""


def learners(game: Game, seed: int, seconds: float) -> dict[str, Agent]:
    """The random player, the NFSP and Deep CFR learners, and the search guided by the first."""
    home = strategies_dir()
    found: dict[str, Agent] = {RANDOM: RandomAgent(game)}
    for method in METHODS:
        recipe = NfspRecipe(game, NfspParameters(method=method), seed=seed)
        place, networks = learned(recipe, seconds, home)
        found[method] = agent = NetworkAgent(method, place, networks)
        if method == METHODS[0]:
            ground, ranges = HoldemSearchGame(place, networks), ranges_by(agent)
            found[SEARCH] = HandAgent(SEARCH, ground, get_method(SEARCH), EFFORT, ranges)
    return found


def players(game: Game, seed: int, seconds: float) -> dict[str, Agent]:
    """All learners and rivals of a seed."""
    found, home = learners(game, seed, seconds), strategies_dir()
    menu = "" if game.is_limit else DEEP_MENU
    found[DEEP] = NetworkAgent(
        DEEP, *learned(DeepRecipe(game, menu=menu, seed=seed), seconds, home)
    )
    return found


def won(game: Game, learner: Agent, rival: Agent, seed: int) -> Found:
    """A learner's winnings from a rival, in big blinds per hand."""
    method = DUPLICATE if rival.name == RANDOM else AIVAT
    found = measure_match(game, (learner, rival), DEALS[rival.name], seed, method=method)
    assert found.mbb is not None and found.ci95 is not None
    return found.mbb / 1000, found.ci95 / 1000


def lost(game: Game, learner: Agent, seed: int) -> Found:
    """Local best response's winnings from a learner, in big blinds per hand."""
    found = local_best_response(game, learner, LBR_DEALS, seed)
    return found.mean / game.big_blind, found.ci95 / game.big_blind


def holdem_row(game: Game, seed: int, seconds: float) -> dict[str, Any]:
    """Return a seed's figures: each learner's winnings from each rival, and LBR's from it."""
    found = players(game, seed, seconds)
    rivals = {**dict.fromkeys(METHODS, RIVALS), DEEP: (RANDOM,)}
    pairs = {
        name: {rival: won(game, found[name], found[rival], seed) for rival in against}
        for name, against in rivals.items()
    }
    lbr = {name: lost(game, found[name], seed) for name in rivals}
    return {"game": game.name, "seed": seed, "seconds": seconds, "won": pairs, "lbr": lbr}


def holdem_lines(rows: list[dict[str, Any]]) -> list[str]:
    """Table of all seeds, big blinds per hand."""
    heads = [f"v. {rival}" for rival in RIVALS]
    titles = ["learner", *heads, "LBR wins from it", "the paper: " + ", ".join(heads)]
    lines = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    for name, against in rows[0]["won"].items():
        cells = [
            cell([row["won"][name][rival] for row in rows]) if rival in against else ""
            for rival in RIVALS
        ]
        lbr, stated = cell([row["lbr"][name] for row in rows]), HOLDEM_SOURCE.get(name, ())
        lines.append(f"| {' | '.join([f'`{name}`', *cells, lbr, '; '.join(stated)])} |")
    return lines


def cell(found: list[Found]) -> str:
    """Median and range over seeds, and the widest interval."""
    means, widths = zip(*found, strict=True)
    text = f"{median(means):.2f}"
    if len(found) > 1:
        text += f" ({min(means):.2f} to {max(means):.2f})"
    return f"{text} ± {max(widths):.2f}"
