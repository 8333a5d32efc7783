"""Hands of a sit-and-go of two, kept as the window keeps them."""

from dataclasses import replace

from ai.sit_and_go.plan import Level, SitAndGo, TournamentEntry
from engine.cards import parse_cards
from engine.hand import HandState
from engine.player import CALL, FOLD
from engine.records import HandRecord

PLAN = SitAndGo((1_000, 1_000), (Level(50, 100),), 10, (65.0, 35.0))


def keep_sit_and_go(store, hands, plan=PLAN):
    """Keep hands in which the user has the small blind and acts; then both only check or fold.

    Args:
        hands: the user's cards and action.
    """
    entry = TournamentEntry("2026-01-02T03:04:05.678+00:00", plan.start(big_blind=1))
    for cards, action in hands:
        game, hero = entry.stage.game, entry.stage.seats.index(0)
        own = parse_cards(cards)
        others = [card for card in game.deck if card not in own]
        front = (*others[:2], *own)
        deck = (*front, *(card for card in game.deck if card not in front))
        notes = (entry.note,)
        deal = store.begin_hand(game, deck, engines=("call", ""), hero=hero, notes=notes)
        hand = HandState.deal(game, deck)
        hand.apply(action)
        while not hand.finished:
            hand.apply(FOLD if hand.spot.legal.fold else CALL)
        record = HandRecord.of(hand, 1, ("Caller", "You"), deck)
        store.finish_hand(deal, record, engines=("call", ""), hero=hero, notes=notes).result()
        entry = entry.after(hand.payoffs)
        entry = replace(entry, stage=replace(entry.stage, big_blind=1))
