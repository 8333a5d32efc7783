"""Search on hands of hold'em by plain recursion on ``HandState``, with dicts of states.

Deals and random numbers are those of the kernels, so that a search is the same tree. A state is
what its seat knows: the actions so far, its cards and the board. A prior and values are asked of
networks one by one.
"""

from bisect import bisect_right
from functools import partial
from itertools import accumulate

import numpy as np

from ai.networks.lines import actions_at, lines, slots_at
from ai.networks.parameters import AVERAGE
from ai.networks.play_modes import Player, decision_at
from engine.combos import combo_cards, combo_index
from engine.hand import HandState
from engine.player import SeatView
from engine.rng import named_float
from tests.naive.uct import selected


class PlainHandUct:
    """A search; ``states`` has (count, sum, squares) of each action by a seat's knowledge.

    ``slots`` has those of the actions after each betting line; ``exploration`` is in chips. The
    guide is ``networks``, or a blueprint's agent, ``model``.
    """

    def __init__(self, environment, spot, method, exploration, networks=None, model=None):
        self.environment, self.root, self.method = environment, spot, method
        self.exploration = method.exploration * exploration
        self.model = model
        self.player = None if networks is None else Player(environment, networks)
        seats = range(spot.game.num_players)
        self.learners = set(seats) if method.other_learns else {spot.to_act}
        self.states, self.slots, self.dropped = {}, {}, ()

    def run(self, hands):
        cards = combo_cards()
        for key, combos, board in zip(hands.keys, hands.combos, hands.boards, strict=True):
            holes = [cards[combo].tolist() for combo in combos]
            hand = HandState(self.root.game, holes, [int(card) for card in board])
            for action in self.root.actions:
                hand.apply(action)
            assert hand.spot.board[:3] == self.root.board[:3]
            self.learning, self.worth, self.names = set(self.learners), {}, 0
            self.key = np.uint64(key)
            self.simulate(hand)

    def simulate(self, hand):
        """Play out a hand and back up its results; net chips of each seat."""
        if hand.finished or len(self.worth) == len(self.learners):
            return hand.payoffs
        seat, spot = hand.to_act, hand.spot
        _, row = max(lines(self.environment, spot), key=lambda pair: pair[0])
        slots = [slot for slot, _ in slots_at(self.environment, row)]
        self.slots[spot.actions] = slots
        actions = actions_at(self.environment, row)
        self.names += 1
        point = named_float(self.key, np.uint64(self.names))
        learns = seat in self.learning
        state = (seat, spot.actions, frozenset(hand.holes[seat]), self.seen(spot.board))
        if learns and state in self.states:
            place = self.select(state, hand, row, point)
        else:
            place = self.beyond(hand, row, len(slots), point)
            if learns:
                self.states[state] = [[0.0, 0.0, 0.0] for _ in slots]
                self.learning.remove(seat)
                if self.method.beyond == "values":
                    self.worth[seat] = self.value(hand, row)[place]
        hand.apply(actions[place])
        payoffs = self.simulate(hand)
        if learns:
            own = self.worth[seat] if seat in self.worth else payoffs[seat]
            for column, more in enumerate((1.0, own, own * own)):
                self.states[state][place][column] += more
        return payoffs

    def seen(self, board):
        return frozenset(board[:3]), board[3:]

    def ask(self, hand, row):
        combo = np.array([combo_index(hand.holes[hand.to_act], hand.game.deck)])
        cards = self.environment.card_inputs(hand.spot.board, combo)
        return decision_at(self.environment, row), cards

    def prior(self, hand, row):
        if self.model is not None:
            view = SeatView(hand.spot, hand.to_act, tuple(hand.holes[hand.to_act]))
            return self.model.row(view).probabilities[0].tolist()
        decision, cards = self.ask(hand, row)
        assert self.player is not None
        return self.player.probabilities(AVERAGE, decision, cards)[0].tolist()

    def value(self, hand, row):
        decision, cards = self.ask(hand, row)
        assert self.player is not None
        return (self.player.values(decision, cards)[0] - decision.spent).tolist()

    def beyond(self, hand, row, actions, point):
        if hand.to_act in self.learners and self.method.beyond == "random":
            return int(point * actions)
        return bisect_right(list(accumulate(self.prior(hand, row))), point)

    def select(self, state, hand, row, point):
        dropped = self.dropped if state[1] == self.root.actions else ()
        prior = partial(self.prior, hand, row)
        return selected(self.method, self.exploration, self.states[state], dropped, point, prior)
