"""CFR on a small game in the lecture's five steps, with every table in exact fractions.

At every information set: (1) the strategy, (2) the posterior of the opponent's hands, (3) the value
of each action given that posterior, (4) the value of the strategy, (5) the regrets. The lecture
shows the positive parts of the regrets; CFR sums all of them, times the counterfactual reach, which
the lecture calls an extra factor on its last page.

Source: Zinkevich et al., "Regret minimization in games with incomplete information", NIPS 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ai.cfr.exact_game import (
    ExactGame,
    ExactProfile,
    Infoset,
    nash_conv,
    profile_value,
    values_of,
)
from ai.cfr.matrix import Number, Vector, at_least, bits_of, dot, normalise

MAX_BITS = 2_000
"""Most bits of a numerator or denominator at which an exact iteration starts."""


@dataclass(frozen=True)
class InfosetTable:
    """The five steps at one information set; vectors have one number for each action.

    Where the opponent's reach is 0 the posterior is empty, and values, mixed and regrets are None.

    Attributes:
        strategy: step 1.
        posterior: step 2: the posterior of the opponent's cards.
        values: step 3: chips that each action wins from here on average, given what is known.
        mixed: step 4: the same for the strategy.
        regrets: step 5: values minus mixed.
        gains: step 5 as the lecture shows it: their positive parts.
        weight: counterfactual reach: probability that chance and the other player lead here.
        cf_regrets: regrets times weight: what CFR sums.
        own_reach: probability that the player's own actions lead here: its weight in the average.
    """

    infoset: Infoset
    strategy: Vector
    posterior: tuple[tuple[str, Number], ...]
    values: Vector | None
    mixed: Number | None
    regrets: Vector | None
    gains: Vector | None
    weight: Number
    cf_regrets: Vector
    own_reach: Number


@dataclass(frozen=True)
class LectureState:
    """The state of a run.

    ``regrets``: summed counterfactual regrets. ``totals``: strategies summed by own reach.
    """

    iteration: int
    profile: ExactProfile
    regrets: Mapping[Infoset, Vector]
    totals: Mapping[Infoset, Vector]

    @property
    def exact(self) -> bool:
        """True if its values are fractions."""
        return all(isinstance(x, Fraction) for row in self.profile.values() for x in row)

    @property
    def bits(self) -> int:
        """Bits of the longest numerator or denominator, 0 for floats."""
        every = (self.profile, self.regrets, self.totals)
        return max(bits_of(x) for rows in every for row in rows.values() for x in row)

    @property
    def average(self) -> ExactProfile:
        """The average strategies; uniform where the player's reach is 0."""
        return {infoset: normalise(total) for infoset, total in self.totals.items()}

    def as_floats(self) -> LectureState:
        """The same in float64."""
        profile, regrets, totals = (
            {infoset: tuple(map(float, row)) for infoset, row in rows.items()}
            for rows in (self.profile, self.regrets, self.totals)
        )
        return LectureState(self.iteration, profile, regrets, totals)


@dataclass(frozen=True)
class LectureIteration:
    """One iteration of both players.

    Attributes:
        played: for each position, the profile that its tables are of. Where updates alternate,
            position 1 answers position 0's new strategy.
        tables: of position 0 and of position 1, in the order of ``ExactGame.of_player``.
        value: position 0's EV in chips per hand under the profile.
        nash_conv: sum of best-response EVs against the profile.
        average_nash_conv: the same against the averages, this iteration's strategies included.
    """

    iteration: int
    before: LectureState
    played: tuple[ExactProfile, ExactProfile]
    tables: tuple[tuple[InfosetTable, ...], tuple[InfosetTable, ...]]
    value: Number
    nash_conv: Number
    average_nash_conv: Number
    after: LectureState


def initial_state(profile: ExactProfile) -> LectureState:
    """Return the state before the first iteration: zero regrets and the given profile."""
    nothing = {infoset: (Fraction(0),) * len(row) for infoset, row in profile.items()}
    return LectureState(0, profile, nothing, nothing)


def tables_of(game: ExactGame, profile: ExactProfile, player: int) -> tuple[InfosetTable, ...]:
    """The five steps at all information sets of a player, against the other's strategy."""
    solved, reach = values_of(game, profile, player), _own_reach(game, profile, player)
    tables = []
    for infoset in game.of_player(player):
        values, held, strategy = solved.values[infoset], solved.hands[infoset], profile[infoset]
        weight = sum(held.values(), Fraction(0))
        mixed = dot(strategy, values)
        cf_regrets = tuple(x - mixed for x in values)
        rest = weight, cf_regrets, reach[infoset]
        if not weight:
            tables.append(InfosetTable(infoset, strategy, (), None, None, None, None, *rest))
            continue
        by_hand = sorted(held.items(), reverse=True)
        posterior = tuple((game.hand_names[hand], x / weight) for hand, x in by_hand)
        regrets = tuple(x / weight for x in cf_regrets)
        gains = tuple(at_least(x, 0.0) for x in regrets)
        steps = posterior, tuple(x / weight for x in values), mixed / weight, regrets, gains
        tables.append(InfosetTable(infoset, strategy, *steps, *rest))
    return tuple(tables)


def _own_reach(game: ExactGame, profile: ExactProfile, player: int) -> dict[Infoset, Number]:
    first = game.tree.first_child.tolist()
    reach: dict[int, list[Number]] = {0: [Fraction(1)] * len(game.deals)}
    reaches: dict[Infoset, Number] = {}
    for node, infosets in game.infosets.items():
        mine = infosets[0].to_act == player
        if mine:
            reaches.update(zip(infosets, reach[node], strict=True))
        for action in range(int(game.tree.num_actions[node])):
            here = reach[node]
            if mine:
                pairs = zip(here, infosets, strict=True)
                here = [x * profile[infoset][action] for x, infoset in pairs]
            reach[first[node] + action] = here
    return reaches


def iterate(game: ExactGame, state: LectureState, simultaneous: bool = True) -> LectureIteration:
    """Do one iteration of CFR.

    ``simultaneous``: both players answer the same profile; else position 1 answers position 0's new
    strategy.
    """
    profile = dict(state.profile)
    regrets, totals = dict(state.regrets), dict(state.totals)
    tables, played = [], []
    for player in (0, 1):
        played.append(state.profile if simultaneous else dict(profile))
        table = tables_of(game, played[player], player)
        for row in table:
            here = row.infoset
            regrets[here] = _sum(regrets[here], row.cf_regrets)
            totals[here] = _sum(totals[here], tuple(row.own_reach * p for p in row.strategy))
            profile[here] = normalise(regrets[here])
        tables.append(table)
    after = LectureState(state.iteration + 1, profile, regrets, totals)
    value, conv = profile_value(game, state.profile), nash_conv(game, state.profile)
    both = (played[0], played[1]), (tables[0], tables[1])
    average = nash_conv(game, after.average)
    return LectureIteration(after.iteration, state, *both, value, conv, average, after)


def iterations(
    game: ExactGame, state: LectureState, simultaneous: bool = True
) -> Iterator[LectureIteration]:
    """Yield iterations endlessly, switching to floats once fractions are long."""
    while True:
        if state.bits > MAX_BITS:
            state = state.as_floats()
        done = iterate(game, state, simultaneous)
        yield done
        state = done.after


def _sum(x: Vector, y: Vector) -> Vector:
    return tuple(p + q for p, q in zip(x, y, strict=True))


@dataclass(frozen=True)
class WeightedSum:
    """An expectation: the sum of branch probabilities times results.

    ``branches``: (probability, result); a result is chips or another mixture.
    """

    branches: tuple[tuple[Number, Expectation], ...]

    @property
    def value(self) -> Number:
        """The sum in chips."""
        parts = ((p, x.value if isinstance(x, WeightedSum) else x) for p, x in self.branches)
        return sum((p * x for p, x in parts), Fraction(0))


Expectation: TypeAlias = WeightedSum | Number


def expectation(
    game: ExactGame, profile: ExactProfile, infoset: Infoset, action: int
) -> WeightedSum:
    """Return the EV of an action at an information set when both follow a profile.

    Branches are in the lecture's order: the opponent's higher cards first, a bet before a check and
    a call before a fold. ``infoset``: the information set, reachable by the opponent's strategy.
    """
    tree, node = game.tree, infoset.node
    child = int(tree.first_child[node]) + action
    here = [place for place, one in enumerate(game.infosets[node]) if one == infoset]
    here.sort(key=lambda place: game.deals[place].hands[1 - infoset.to_act], reverse=True)
    reach = [_counterfactual_reach(game, profile, infoset, place) for place in here]
    total = sum(reach, Fraction(0))
    return WeightedSum(
        tuple(
            (weight / total, _result(game, profile, infoset.to_act, child, place))
            for weight, place in zip(reach, here, strict=True)
        )
    )


def _counterfactual_reach(
    game: ExactGame, profile: ExactProfile, infoset: Infoset, place: int
) -> Number:
    tree, node = game.tree, infoset.node
    reach: Number = game.deals[place].probability
    while node:
        parent = int(tree.parent[node])
        there = game.infosets[parent][place]
        if there.to_act != infoset.to_act:
            reach *= profile[there][node - int(tree.first_child[parent])]
        node = parent
    return reach


def _result(
    game: ExactGame, profile: ExactProfile, player: int, node: int, place: int
) -> Expectation:
    if node not in game.infosets:
        payoff = game.payoff(node, game.deals[place])
        return Fraction(-payoff if player else payoff)
    first = int(game.tree.first_child[node])
    strategy = profile[game.infosets[node][place]]
    return WeightedSum(
        tuple(
            (strategy[action], _result(game, profile, player, first + action, place))
            for action in reversed(range(len(strategy)))
        )
    )
