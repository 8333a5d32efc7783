"""Sit-and-go tournaments between engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ai.sit_and_go.plan import SitAndGo, TournamentStage
from engine.agent import Agent
from engine.errors import PokerError
from engine.game import Game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.match import Draws
from engine.rng import rng_state
from engine.running_result import Interval
from engine.table import shuffled_deck

BuildAgent = Callable[[str, Game], Agent]
MOST_HANDS = 100_000
"""Most hands of one tournament: blinds that stop rising may never end one."""


def play_out(
    plan: SitAndGo, names: Sequence[str], build: BuildAgent, seed: int, control: JobControl
) -> TournamentStage:
    """Return the end of a tournament.

    Args:
        names: of the engines by player.
        build: builds an engine for the game of a hand: engines forget what they learned.
        seed: of cards and engines.

    Raises:
        PokerError: from an engine, or if the tournament does not end.
        CancelledError: if stopped.
    """
    stage = plan.start()
    cards, draws, known = rng_state(seed), Draws(seed), dict[tuple[str, Game], Agent]()
    silent = control.silent()
    while not stage.over:
        if stage.hand == MOST_HANDS:
            raise PokerError("the tournament is not over after {hands:,} hands", hands=MOST_HANDS)
        game = stage.game
        if all(key[1] != game for key in known):
            known = {}
        hand = HandState.deal(game, shuffled_deck(game, cards))
        while not hand.finished:
            control.check()
            name = names[stage.seats[hand.to_act]]
            agent = known.get((name, game)) or known.setdefault((name, game), build(name, game))
            done = len(hand.spot.actions)
            hand.apply(agent.act(hand.view(hand.to_act), draws.at(stage.hand, done), silent))
        assert hand.payoffs is not None, "the hand is over"
        stage = stage.after(hand.payoffs)
    return stage


@dataclass
class Placings:
    """How often an engine took each place, and what it won.

    Attributes:
        worth: its chips at the start by the Independent Chip Model, in the unit of the prizes.
        places: tournaments by place; a shared place counts as that place.
        prizes: of each tournament.
    """

    engine: str
    worth: float
    places: list[int]
    prizes: list[float] = field(default_factory=list)

    @property
    def prize(self) -> Interval:
        """The mean prize, and its interval."""
        return Interval.of(np.array(self.prizes))


@dataclass
class Series:
    """Many tournaments of the same engines, with seats drawn anew for each.

    Attributes:
        stages: tournaments played.
        hands: hands of all of them.
    """

    plan: SitAndGo
    names: tuple[str, ...]
    build: BuildAgent
    seed: int
    count: int = 0
    hands: int = 0
    results: tuple[Placings, ...] = ()

    def __post_init__(self) -> None:
        """Check that there is an engine for each seat.

        Raises:
            PokerError: if not.
        """
        seats = len(self.plan.stacks)
        if len(self.names) != seats:
            raise PokerError(
                "the sit-and-go has {seats} seats for {count} engines",
                seats=seats,
                count=len(self.names),
            )
        worth = self.plan.start().worth
        self.results = tuple(
            Placings(name, value, [0] * seats)
            for name, value in zip(self.names, worth, strict=True)
        )

    def play(self, control: JobControl) -> None:
        """Play one more tournament.

        Raises:
            PokerError: from an engine, or if the tournament does not end.
            CancelledError: if stopped; the tournament does not count then.
        """
        sequence = np.random.SeedSequence(self.seed, spawn_key=(self.count,))
        order = np.random.default_rng(sequence).permutation(len(self.names)).tolist()
        stacks = tuple(self.plan.stacks[engine] for engine in order)
        plan = SitAndGo(stacks, self.plan.levels, self.plan.level_hands, self.plan.payouts)
        names = [self.names[engine] for engine in order]
        seed = int(sequence.generate_state(2, np.uint64)[1])
        end = play_out(plan, names, self.build, seed, control)
        for player, engine in enumerate(order):
            self.results[engine].places[end.places[player] - 1] += 1
            self.results[engine].prizes.append(end.prize(player))
        self.count += 1
        self.hands += end.hand
