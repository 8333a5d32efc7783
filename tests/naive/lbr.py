"""Local best response by loops over single hands: games with one hole card, boards of one card.

It shares nothing with the vectors: a strategy ``policy(spot, card)`` like those of small_games, to
be put in a seat of ``small_games.expected``.
"""

from itertools import combinations, product
from math import floor, prod

from engine.player import CALL, FOLD, PublicState, raise_to
from tests.naive.small_games import payoff, steps, strength

CLEARLY = 1e-9


def local_best_response(game, policy, seat, menu, rounds):
    """The LBR strategy against ``policy`` in the other seat; rounds from 1."""
    known = {}

    def reached(spot, other):
        theirs = [(at, action) for at, action in steps(spot) if at.to_act != seat]
        return prod(policy(at, other).get(action, 0.0) for at, action in theirs)

    def chance(own, other, board):
        """Wins plus half of ties over all possible boards."""
        if len(board) == game.board_sizes[-1]:
            showdown = PublicState(game, (), ())
            while not showdown.finished:
                showdown = showdown.after(CALL)
            sign = payoff(showdown, (own, other), board)
            return 0.5 * (1 + (sign > 0) - (sign < 0))
        left = [card for card in game.deck if card not in (own, other, *board)]
        return sum(chance(own, other, (*board, card)) for card in left) / len(left)

    def average_chance(own, weights, board):
        total = sum(weights.values())
        return sum(w * chance(own, other, board) for other, w in weights.items()) / total

    def decide(spot, own):
        low, high = rounds
        if not low <= spot.street + 1 <= high:
            return CALL
        legal, other_seat = spot.legal, 1 - seat
        mine, pot = spot.spent(seat), spot.spent(0) + spot.spent(1)
        others = [other for other in game.deck if other != own and other not in spot.board]
        weights = {other: reached(spot, other) for other in others if reached(spot, other) > 0.0}
        asked = min(legal.call, spot.spent(other_seat) - mine)
        wins = average_chance(own, weights, spot.board)
        pot_now = mine + min(spot.spent(other_seat), mine + asked)
        values = {CALL: wins * pot_now - (1.0 - wins) * asked}
        raises = set()
        percents = {"fc": [], "fcpa": [100]}.get(menu, [25, 50, 100])
        if percents and legal.max_raise and game.is_limit:
            raises = {legal.min_raise}
        elif percents and legal.max_raise:
            # A raise by a fraction of the pot: call, then add that fraction of the pot.
            middle, faced = pot + legal.call, spot.street_bet(other_seat)
            raises = {faced + floor(percent * middle / 100 + 0.5) for percent in percents}
            raises = {min(max(to, legal.min_raise), legal.max_raise) for to in raises}
            raises |= {legal.max_raise}
        for to in sorted(raises):
            after = spot.after(raise_to(to))
            cost = min(after.spent(seat), game.stacks[other_seat]) - mine
            against = cost - asked  # chips the opponent must add
            folded, stays = 0.0, {}
            for other, weight in weights.items():
                fold = 0.0 if after.finished else policy(after, other).get(FOLD, 0.0)
                folded += weight * fold
                if weight * (1.0 - fold) > 0.0:
                    stays[other] = weight * (1.0 - fold)
            share = folded / sum(weights.values())
            value = share * pot
            if stays:
                wins = average_chance(own, stays, spot.board)
                value += (1.0 - share) * (wins * (pot + against) - (1.0 - wins) * cost)
            values[raise_to(to)] = value
        best = CALL
        for action, value in values.items():
            if value > values[best] + CLEARLY * pot:
                best = action
        return FOLD if legal.fold and values[best] < -CLEARLY * pot else best

    def strategy(spot, own):
        key = (spot.actions, spot.board, own)
        if key not in known:
            known[key] = decide(spot, own)
        return {known[key]: 1.0}

    return strategy


def one_of_several(game, policy, seat, raises_of):
    """The LBR strategy in a seat if all others play ``policy``; ``raises_of(spot)`` its raises.

    The others' cards are independent but for its own card and the board.
    """
    seats = range(game.num_players)
    known = {}

    def reached(spot, other, card):
        theirs = [(at, action) for at, action in steps(spot) if at.to_act == other]
        return prod(policy(at, card).get(action, 0.0) for at, action in theirs)

    def behind(spot, board):
        """(seat, its spot) of those who may fold, each if those before folded."""
        street, asked = spot.street, []
        while not spot.finished and spot.street == street and spot.to_act != seat:
            if spot.legal.fold:
                asked.append((spot.to_act, PublicState(game, spot.actions, board)))
            spot = spot.after(FOLD if spot.legal.fold else CALL)
        return asked

    def won(spot, after, own, cards, board):
        """Chips relative to a fold now if those with ``cards`` call and all others fold."""
        put = [after.spent(one) for one in seats]
        for one in cards:
            put[one] = min(max(put), game.stacks[one])
        matched = min(put[seat], max(put[one] for one in seats if one != seat))
        pot = sum(min(one, matched) for one in put)
        ranked = [strength(card, board) for card in cards.values()]
        mine = strength(own, board)
        split = 0.0 if any(one > mine for one in ranked) else 1.0 / (1 + ranked.count(mine))
        return split * pot - (matched - spot.spent(seat))

    def value(spot, own, action, board):
        after = spot.after(action)
        asked = dict(behind(after, spot.board))
        live = [one for one in seats if one != seat and not spot.folded(one)]
        total = whole = 0.0
        cards = [card for card in game.deck if card not in (own, *board)]
        for held in product(cards, repeat=len(live)):
            weight = prod(reached(spot, one, card) for one, card in zip(live, held, strict=True))
            for stays in product((True, False), repeat=len(live)):
                share = weight
                for one, card, stay in zip(live, held, stays, strict=True):
                    fold = policy(asked[one], card).get(FOLD, 0.0) if one in asked else 0.0
                    share *= 1.0 - fold if stay else fold
                if share:
                    kept = zip(live, held, stays, strict=True)
                    called = {one: card for one, card, stay in kept if stay}
                    total += share * won(spot, after, own, called, board)
            whole += weight
        return total, whole

    def decide(spot, own):
        raises = raises_of(spot)
        left = [card for card in game.deck if card not in (own, *spot.board)]
        missing = game.board_sizes[-1] - len(spot.board)
        boards = [(*spot.board, *more) for more in combinations(left, missing)]
        best, most = CALL, None
        for action in (CALL, *map(raise_to, sorted(raises))):
            sums = [value(spot, own, action, board) for board in boards]
            mean = sum(total for total, _ in sums) / sum(whole for _, whole in sums)
            if most is None or mean > most + CLEARLY * spot.pot:
                best, most = action, mean
        return FOLD if spot.legal.fold and most < -CLEARLY * spot.pot else best

    def strategy(spot, own):
        key = spot.actions, spot.board, own
        if key not in known:
            known[key] = decide(spot, own)
        return {known[key]: 1.0}

    return strategy
