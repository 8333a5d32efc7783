import random
from contextlib import closing
from pathlib import Path

from engine.game import Game, get_game
from engine.hand import HandState
from engine.player import CALL, FOLD, Action, raise_to
from engine.records.record import HandRecord
from pokergui.store import Deal, HandReader, HandSelection, Store, StoredHand

GAMES = (
    "kuhn",
    "leduc",
    "holdem-limit",
    "holdem-nolimit@100",
    "holdem-nolimit",
    "holdem-nolimit-3",
)


def random_action(hand: HandState, rng: random.Random) -> Action:
    legal = hand.spot.legal
    kinds = [CALL] + [FOLD] * legal.fold
    if legal.max_raise:
        kinds += [raise_to(rng.randint(legal.min_raise, legal.max_raise))] * 2
    return rng.choice(kinds)


def play_hand(game: Game, deal: Deal, rng: random.Random, store: Store | None = None) -> HandRecord:
    hand = HandState.deal(game, deal.deck)
    while not hand.finished:
        hand.apply(random_action(hand, rng))
        if store is not None and not hand.finished:
            store.keep_hand(deal, hand.spot.actions)
    names = tuple(f"Player {seat}" for seat in range(game.num_players))
    return HandRecord.of(hand, 0, names, deal.deck)


def play_into(
    store: Store, count: int, seed: int = 1, games: tuple[str, ...] = GAMES, mode: str = "play"
) -> list[int]:
    rng = random.Random(seed)
    numbers = []
    for index in range(count):
        game = get_game(games[index % len(games)])
        hero = index % game.num_players
        engines = tuple("" if seat == hero else "random" for seat in range(game.num_players))
        deck = tuple(rng.sample(game.deck, len(game.deck)))
        deal = store.begin_hand(game, deck, engines=engines, hero=hero)
        deal.committed.result()
        record = play_hand(game, deal, rng, store)
        notes = ("clock cut équité",) if index % 5 == 0 else ()
        done = store.finish_hand(deal, record, engines=engines, hero=hero, mode=mode, notes=notes)
        numbers.append(done.result())
    return numbers


def played(path: Path, hands: int, seed: int = 1, games: tuple[str, ...] = ("kuhn",)) -> Path:
    with closing(Store.open(path)) as store:
        play_into(store, hands, seed, games)
    return path


def hands_in(path: Path, wanted: HandSelection = HandSelection()) -> tuple[StoredHand, ...]:  # noqa: B008
    with HandReader(path) as reader:
        listing = reader.list(wanted)
    assert listing.damaged == ()
    return listing.hands
