"""AIVAT results of a match, hand by hand, for any engines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.cfr.agent import is_small
from ai.evaluation.aivat import Heuristic, Rival, aivat
from ai.evaluation.continued import Continued
from ai.evaluation.heuristics import StreetValue, Value
from ai.external.agent import ProcessAgent
from ai.reading.answers import answers_of
from ai.reading.line import Answers, EventLines, Line, Played, decisions_of
from ai.reading.reach import RangeReader
from ai.registry import reference
from engine.agent import Agent, Learns, PolicyTable
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import EngineError, GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.match_chunk import MatchChunk
from engine.player import Action
from engine.wording import Wording

_MOST_KNOWN = 200_000
"""Most hands of small games that are cached."""
LETTERS = "ABCDEF"
"""The engines of a match, in order."""


class Aivat:
    """AIVAT for a match of two, where one strategy or both are known.

    With both, a hand is evaluated from both sides and averaged. Seats alternate, so the positional
    advantage by the value function is luck, too.

    Args:
        game: of two players: heads-up hold'em, or one that is small enough to solve.
        agents: the players.
        known: places of the known players among them, 0 and 1.
        control: to cancel while the value function is prepared.

    Attributes:
        known: as given.
        value: the value function.

    Raises:
        GameError: if the game is unsupported.
        EngineError: if a known player cannot answer for its whole range, or learns.
        CancelledError: if cancelled.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        known: Sequence[int],
        control: JobControl | None = None,
    ) -> None:
        self._game = game
        self.known = tuple(known)
        know(agents, self.known)
        self._readers = {player: RangeReader(agents[player]) for player in self.known}
        self._answers: dict[int, Answers] = {
            player: answers_of(agents[player], game, reader)
            for player, reader in self._readers.items()
        }
        self._lines = EventLines(game)
        self._results: dict[tuple[object, ...], float] = {}
        self._seats: dict[int, tuple[float, float]] = {}
        self._small = is_small(game)
        self._values: dict[int, Heuristic]
        if self._small:
            self.value, self._values = self._exact(control)
        elif game.is_heads_up_holdem:
            self.value, self._values = self._by_street(agents, control)
        else:
            raise GameError(
                "AIVAT plays heads-up hold'em and games small enough to solve, not {title}",
                title=Wording(game.title),
            )

    def _exact(self, control: JobControl | None) -> tuple[Value, dict[int, Heuristic]]:
        """Return a small game's value function; an unknown player is modelled as the known one."""
        first = self._readers[self.known[0]]
        found: dict[int, Heuristic] = {}
        tables = []
        for player in self.known:
            own, rival = self._readers[player], self._readers.get(1 - player, first)
            found[player] = Continued(self._game, own, rival)
            tables.append(own.table(self._game, control))
        return Value.of("played-out", {"game": self._game.name}, *tables), found

    def _by_street(
        self, agents: Sequence[Agent], control: JobControl | None
    ) -> tuple[Value, dict[int, Heuristic]]:
        """Return hold'em's value function; known tables or the blueprint finish each street."""
        tables = {player: table for player in self.known if (table := agents[player].table())}
        model = next(iter(tables.values()), None) or self._blueprint(control)
        found: dict[int, Heuristic] = {}
        used: list[PolicyTable] = []
        for player in self.known:
            pair = None
            if model is not None:
                own, rival = (tables.get(one, model) for one in (player, 1 - player))
                pair = (own, rival if rival.tree.same_as(own.tree) else own)
                used += pair
            found[player] = StreetValue(self._game, pair)
        heuristic = next(iter(found.values()))
        assert isinstance(heuristic, StreetValue)
        return heuristic.named(list({id(one): one for one in used}.values())), found

    def _blueprint(self, control: JobControl | None) -> PolicyTable | None:
        """The game's shipped blueprint, if there is one."""
        row = reference(self._game)
        return row.make(self._game, None, control or JobControl()).table() if row else None

    def of(self, chunk: MatchChunk, control: JobControl | None = None) -> NDArray[np.float64]:
        """AIVAT estimates (hands,) of player 0's net chips.

        Raises:
            CancelledError: if cancelled.
            EngineError: if a known player took an action that its row never takes.
            PokerError: any error of an engine.
        """
        found = np.empty(chunk.hands)
        for hand in range(chunk.hands):
            if control is not None:
                control.check()
            line = chunk.lines[chunk.line_of[hand]]
            cards = tuple(chunk.dealt[hand].tolist())
            found[hand] = self._hand(line, int(chunk.positions[hand]), cards, chunk.first + hand)
        return found

    def _hand(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> float:
        if not self._small:
            return self._corrected(actions, position, cards, number)
        key = (actions, position, cards)
        found = self._results.get(key)
        if found is None:
            found = self._corrected(actions, position, cards, number)
            if len(self._results) < _MOST_KNOWN:
                self._results[key] = found
        return found

    def _corrected(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> float:
        game = self._game
        end, events = self._lines.of(actions)
        size = game.num_hole
        holes = [tuple(sorted(cards[size * seat : size * (seat + 1)])) for seat in range(2)]
        board = cards[2 * size : 2 * size + max(end.boards, default=0)]
        spot = end.on(board)
        lines, plays = {}, {}
        for player in self.known:
            seat = (position + player) % 2
            lines[player] = Line(spot, seat, decisions_of(events, seat, board))
            plays[player] = lines[player].played(self._answers[player])
            check_played(plays[player], holes[seat], game, number, player)
        total = 0.0
        for player in self.known:
            value, seat = self._values[player], lines[player].seat
            other, rivals = holes[1 - seat], {}
            if 1 - player in plays:
                rivals = {1 - seat: Rival(combo_index(other, game.deck), plays[1 - player])}
            corrected = float(aivat(lines[player], plays[player], value, other, rivals, events))
            corrected += self._seat_luck(player, seat)
            total += corrected if player == 0 else -corrected
        return total / len(self.known)

    def _seat_luck(self, player: int, seat: int) -> float:
        """Return a player's positional advantage: its mean over seats less that in one."""
        starts = self._seats.get(player)
        if starts is None:
            value = self._values[player]
            starts = self._seats[player] = float(value.start(0)), float(value.start(1))
        return (starts[0] + starts[1]) / 2 - starts[seat]


def check_played(
    played: Played, hole: tuple[Card, ...], game: Game, number: int, player: int
) -> None:
    """Raise if a known player's strategy cannot have played a hand.

    Raises:
        EngineError: naming the hand and the player.
    """
    if not played.reach[-1][combo_index(hole, game.deck)] > 0.0:
        raise EngineError(
            "hand {number} was not played by the strategy of engine {letters}, which never"
            " takes that action with these cards",
            number=number,
            letters=LETTERS[player],
        )


def know(agents: Sequence[Agent], known: Sequence[int]) -> None:
    """Raise if a known player's rows are unknown; external engines now play by their ranges.

    Raises:
        EngineError: naming the first such player, and why.
    """
    for player in known:
        agent = agents[player]
        if problem := unknowable(agent):
            raise EngineError("{problem}", problem=problem)
        if isinstance(agent, ProcessAgent):
            agent.play_by_ranges()


def unknowable(agent: Agent) -> Wording | None:
    """Return why a player's rows cannot be known; None where they can."""
    if not agent.has_ranges:
        return Wording("'{name}' can only act and has no answer for a whole range", name=agent.name)
    if isinstance(agent, ProcessAgent):
        if agent.hello.observes:
            return Wording(
                "'{name}' observes finished hands, so its ranges may change: AIVAT needs a"
                " fixed strategy",
                name=agent.name,
            )
    elif isinstance(agent, Learns):
        return Wording(
            "'{name}' learns while it plays: AIVAT needs a fixed strategy",
            name=agent.name,
        )
    return None
