"""AIVAT results of a match, hand by hand, for any engines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ai.agents.entry import LETTERS
from ai.cfr.agent import is_small, is_solvable
from ai.evaluation.aivat import Heuristic, Rival, aivat
from ai.evaluation.exact_values import Continued
from ai.evaluation.heuristics import StreetValue, ValueIdentity
from ai.reading.line import EventLines, HandEvent, PlayedLine, PlayerLine, decisions_of
from ai.reading.reach import Weights, answers_of
from ai.registry import reference
from engine.agent import Agent, PolicyTable
from engine.cards import Card
from engine.combos import combo_index, num_combos
from engine.errors import EngineError, GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.match_chunk import MatchChunk
from engine.player import Action, PublicState
from engine.wording import Wording

_MOST_KNOWN = 200_000
"""Most hands of small games that are cached."""


class Correction(ABC):
    """AIVAT of a match, hand by hand; a hand's estimate depends on its line, cards and seats alone.

    ``known``: places of the known players among the agents. Raises EngineError if a known player
    cannot answer for its whole range, or learns.
    """

    value: ValueIdentity

    def __init__(self, game: Game, agents: Sequence[Agent], known: Sequence[int]) -> None:
        self.game, self.known = game, tuple(known)
        know(agents, self.known)
        self._shape = () if game.is_heads_up else (game.num_players,)
        self._most = _MOST_KNOWN if is_solvable(game) else 0
        self._results: dict[tuple[object, ...], float | Weights] = {}

    def of(self, chunk: MatchChunk, control: JobControl | None = None) -> Weights:
        """AIVAT estimates of player 0's net chips (hands,); of all (hands, players) with several.

        Raises EngineError if a known player took an action that its row never takes, or any error
        of an engine.
        """
        estimates = np.empty((chunk.hands, *self._shape))
        for hand in range(chunk.hands):
            if control is not None:
                control.check()
            line, position = chunk.lines[chunk.line_of[hand]], int(chunk.positions[hand])
            key = line, position, chunk.dealt[hand].tobytes()
            known = self._results.get(key)
            if known is None:
                cards = tuple(chunk.dealt[hand].tolist())
                known = self._corrected(line, position, cards, chunk.first + hand)
                if len(self._results) < self._most:
                    self._results[key] = known
            estimates[hand] = known
        return estimates

    @abstractmethod
    def _corrected(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> float | Weights:
        """Return the estimate of one hand, of player 0 or of all (players,)."""


@dataclass(frozen=True)
class SeenHand:
    """A hand of a match, with the known players' strategies along it.

    ``holes``: (seats,) the cards of each, ascending. ``lines``: of the known players by seat.
    ``plays``: their strategies by seat.
    """

    spot: PublicState
    events: tuple[HandEvent, ...]
    holes: tuple[tuple[Card, ...], ...]
    lines: dict[int, PlayerLine]
    plays: dict[int, PlayedLine]

    def aivat(self, seat: int, heuristic: Heuristic) -> float:
        """Return a player's AIVAT estimate; an unknown one keeps its cards."""
        deck, others = self.spot.game.deck, range(len(self.holes))
        held = [combo_index(hole, deck) for hole in self.holes]
        line, plays = self.lines.get(seat), self.plays.get(seat)
        if line is None or plays is None:
            reach = np.zeros(num_combos(len(deck), self.spot.game.num_hole))
            reach[held[seat]] = 1.0
            line, plays = PlayerLine(self.spot, seat, ()), PlayedLine((), (reach,))
        cards = tuple(card for one in others if one != seat for card in self.holes[one])
        rivals = {one: Rival(held[one], own) for one, own in self.plays.items() if one != seat}
        return float(aivat(line, plays, heuristic, cards, rivals, self.events))


class RangeCorrection(Correction):
    """AIVAT with each known player averaged over its own range."""

    def __init__(self, game: Game, agents: Sequence[Agent], known: Sequence[int]) -> None:
        super().__init__(game, agents, known)
        self._readers = {player: answers_of(agents[player], game) for player in self.known}
        self._lines = EventLines(game)

    def seen(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> SeenHand:
        """Return a hand, whose known players must have played it.

        Raises EngineError naming the hand and a player that cannot have played it.
        """
        game, (end, events) = self.game, self._lines.of(actions)
        size, seats = game.num_hole, game.num_players
        holes = tuple(tuple(sorted(cards[size * at : size * (at + 1)])) for at in range(seats))
        board = cards[size * seats :][: max(end.boards, default=0)]
        hand = SeenHand(end.on(board), events, holes, {}, {})
        for player in self.known:
            seat = (position + player) % seats
            line = hand.lines[seat] = PlayerLine(hand.spot, seat, decisions_of(events, seat, board))
            plays = hand.plays[seat] = line.played(self._readers[player])
            if not plays.reach[-1][combo_index(holes[seat], game.deck)] > 0.0:
                raise not_played(number, player)
        return hand


class Aivat(RangeCorrection):
    """AIVAT for a match of two, where one strategy or both are known.

    With both, a hand is evaluated from both sides and averaged. Seats alternate, so the positional
    advantage by the value function is luck, too. ``game``: of two players: heads-up hold'em, or one
    that is small enough to solve. ``known``: places of the known players among them, 0 and 1.
    Raises GameError if the game is unsupported, or EngineError if a known player cannot answer for
    its whole range, or learns.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        known: Sequence[int],
        control: JobControl | None = None,
    ) -> None:
        super().__init__(game, agents, known)
        self._seats: dict[int, tuple[float, float]] = {}
        self._values: dict[int, Heuristic] = {}
        if is_small(game):  # an unknown player is modelled as the known one
            first, readers = self._readers[self.known[0]], self._readers
            for player, own in readers.items():
                self._values[player] = Continued(game, own, readers.get(1 - player, first))
            tables = [reader.table(game, control) for reader in readers.values()]
            self.value = ValueIdentity.of("played-out", {"game": game.name}, *tables)
        elif game.is_heads_up_holdem:  # known tables or the blueprint finish each street
            own_tables = {one: table for one in self.known if (table := agents[one].table())}
            model = next(iter(own_tables.values()), None) or blueprint_table(game, control)
            used: dict[int, PolicyTable] = {}
            for player in self.known:
                pair = None
                if model is not None:
                    pair = street_tables(
                        *(own_tables.get(at, model) for at in (player, 1 - player))
                    )
                    used |= {id(table): table for table in pair}
                street = self._values[player] = StreetValue(game, pair)
            self.value = street.named(list(used.values()))
        else:
            raise GameError(
                "AIVAT is for heads-up hold'em and games small enough to solve, not {title}",
                title=Wording(game.title),
            )

    def _corrected(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> float:
        hand, total = self.seen(actions, position, cards, number), 0.0
        for player in self.known:
            value, seat = self._values[player], (position + player) % 2
            starts = self._seats.get(player)
            if starts is None:
                starts = self._seats[player] = float(value.start(0)), float(value.start(1))
            corrected = hand.aivat(seat, value) + ((starts[0] + starts[1]) / 2 - starts[seat])
            total += corrected if player == 0 else -corrected
        return total / len(self.known)


def blueprint_table(game: Game, control: JobControl | None = None) -> PolicyTable | None:
    """The game's shipped blueprint, if there is one."""
    row = reference(game)
    return row.make(game, None, control or JobControl()).table() if row else None


def street_tables(own: PolicyTable, other: PolicyTable) -> tuple[PolicyTable, PolicyTable]:
    """Return tables on one tree that finish a street; the player's twice if the trees differ."""
    return own, other if other.tree.same_as(own.tree) else own


def not_played(number: int, player: int) -> EngineError:
    """Return the error that a known player's strategy cannot have played a hand."""
    return EngineError(
        "hand {number} was not played by the strategy of engine {letters}, which never"
        " takes that action with these cards",
        number=number,
        letters=LETTERS[player],
    )


def know(agents: Sequence[Agent], known: Sequence[int]) -> None:
    """Raise if a known player's rows are unknown; external engines now play by their ranges.

    Raises EngineError naming the first such player, and why.
    """
    for player in known:
        agent = agents[player]
        if problem := unknowable(agent):
            raise EngineError("{problem}", problem=problem)
        agent.play_by_ranges()


def unknowable(agent: Agent) -> Wording | None:
    """Return why a player's rows cannot be known; None where they can."""
    if not agent.has_ranges:
        return Wording("'{name}' can only act and has no answer for a whole range", name=agent.name)
    if agent.learns:
        return Wording(
            "'{name}' learns while it plays: AIVAT needs a fixed strategy", name=agent.name
        )
    return None
