"""The shipped blueprint at full speed: the hands that the engine itself plays."""

from dataclasses import replace

import numpy as np
import pytest

from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.blueprint import ONE
from ai.registry import build
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk
from engine.match_chunk import joined
from engine.policy import row_widths

pytestmark = pytest.mark.slow


class Asked(BlueprintAgent):
    """A blueprint that matches ask hand by hand."""

    def table(self):  # type: ignore[override]
        return None


def pure(blueprint):
    """Return the blueprint that always takes its most frequent action, the first of equals."""
    widths = row_widths(blueprint.tree, blueprint.cards.num_rows)
    starts = np.cumsum(widths) - widths
    row = np.repeat(np.arange(len(widths)), widths)
    most = np.maximum.reduceat(blueprint.probabilities, starts)
    first = np.full(len(widths), len(row))
    chosen = np.flatnonzero(blueprint.probabilities == most[row])
    np.minimum.at(first, row[chosen], chosen)
    probabilities = np.zeros_like(blueprint.probabilities)
    probabilities[first] = ONE
    return replace(blueprint, probabilities=probabilities)


@pytest.mark.parametrize("duplicate", [False, True])
def test_the_shipped_blueprint_plays_the_same_hands_at_any_speed(duplicate):
    game = get_game("holdem-limit")
    agent = build("cfr", game)
    assert isinstance(agent, BlueprintAgent)
    blueprint = pure(agent.blueprint)
    found = []
    for kind in (BlueprintAgent, Asked):
        chunks: list[MatchChunk] = []
        match = Match(game, [kind("a", blueprint), kind("b", blueprint)], 3, duplicate)
        match.run(100, JobControl(), chunks.append)
        found.append(joined(chunks))
    fast, slow = found
    assert np.array_equal(fast.dealt, slow.dealt)
    assert np.array_equal(fast.payoffs, slow.payoffs)
    assert [fast.lines[i] for i in fast.line_of] == [slow.lines[i] for i in slow.line_of]
