import random
from contextlib import closing
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.card_display import shown_cards
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import ActionKind, PublicState
from engine.positions import position_names
from engine.stats import NUM_COUNTS, PlayerStats, count_line
from engine.table import live_deck
from pokergui.store import (
    POTS,
    STREETS,
    YOU,
    HandNote,
    HandReader,
    HandSelection,
    Player,
    Store,
    StoreError,
    keep_note,
    verify,
)
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import GAMES, hands_in, play_hand

HANDS = 180
ENGINES = ("call", "equity", "cfr")
RESULTS = {-1: "lost", 0: "even", 1: "won"}
MODES = ("play", "play", "training")
hands_of = cache(hands_in)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("list") / "hands.db"
    rng = random.Random(5)
    for _ in range(2):
        with closing(Store.open(path)) as store:
            for index in range(HANDS // 2):
                game = get_game(GAMES[index % len(GAMES)])
                hero, seats = rng.randrange(-1, game.num_players), range(game.num_players)
                engines = ["" if seat == hero else rng.choice(ENGINES) for seat in seats]
                deal = store.begin_hand(game, live_deck(game))
                names = tuple(engine or "Me" for engine in engines)
                record = replace(play_hand(game, deal, rng), players=names)
                notes = ("Ça va",) if index % 7 == 0 else ()
                more = {"hero": hero, "mode": rng.choice(MODES), "notes": notes}
                store.finish_hand(deal, record, engines=engines, **more).result()
    return path


@pytest.fixture(scope="module")
def hands(path):
    return hands_of(path)


@pytest.fixture
def reader(path):
    with HandReader(path) as reader:
        yield reader


@pytest.fixture
def copy(path, tmp_path):
    (tmp_path / "hands.db").write_bytes(path.read_bytes())
    return tmp_path / "hands.db"


def seen_cards(hand):
    spot = hand.record.spot
    holes = [
        hole
        for seat, hole in enumerate(hand.record.holes)
        if hand.hero in (-1, seat) or (spot.showdown and not spot.folded(seat))
    ]
    cards = [card for hole in (*holes, hand.record.board) for card in hole]
    return {shown_cards(hand.game, (card,)).lower() for card in cards}


def traits_match(hand, wanted):
    """Each trait found by replaying the hand."""
    record, own = hand.record, hand.hero >= 0
    spot, raises, callers, folded = PublicState(record.game, (), ()), 0, 0, 0
    for action in record.actions:
        if spot.street == 0:
            raises += action.kind is ActionKind.RAISE
            callers += action.kind is ActionKind.CALL
            folded += action.kind is ActionKind.FOLD
        spot = spot.after(action)
    holdem, cards = record.game.has_holdem_cards, record.holes[hand.hero] if own else ()
    ranks, suits = sorted(card // 4 for card in cards), {card % 4 for card in cards}
    held = {"22+": len(set(ranks)) == 1, "A2s+": ranks[1:] == [12] and len(suits) == 1}
    kind = ("limped" if callers else "", "single-raised", "3-bet", "4-bet+")[min(raises, 3)]
    seen = len(hand.players) - folded if record.board else 0
    sizes = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
    if not holdem:
        sizes = {"preflop": 0, "flop": 1}
    yield not wanted.hole or (holdem and own and held[wanted.hole])
    named = own and holdem and position_names(len(hand.players))[hand.hero]
    yield not wanted.position or named == wanted.position
    multiway = wanted.pot == "multiway"
    yield not wanted.pot or (holdem and (seen > 2 if multiway else kind == wanted.pot))
    yield not wanted.street or len(record.board) >= sizes.get(wanted.street, 9)


def matches(hand, wanted):
    names = (*hand.players, *hand.engines, *hand.notes)
    words = {*seen_cards(hand), *(name.casefold() for name in names)}
    own = hand.hero >= 0
    least = wanted.least_bb * hand.game.big_blind
    return all(
        (
            wanted.game in ("", hand.game_name),
            not wanted.opponent or wanted.opponent in hand.opponents,
            wanted.session in ("", hand.session),
            not wanted.modes or hand.mode in wanted.modes,
            hand.time >= wanted.since,
            not wanted.until or hand.time < wanted.until,
            not wanted.result or (own and RESULTS[np.sign(hand.result)] == wanted.result),
            not wanted.least_bb or (own and abs(hand.result) >= least),
            wanted.with_hero in (None, own),
            *traits_match(hand, wanted),
            all(any(word.casefold() in text for text in words) for word in wanted.text.split()),
        )
    )


CHOICES = {
    "game": st.sampled_from(GAMES),
    "opponent": st.sampled_from((*ENGINES, "Me", "cf")),
    "session": st.integers(0, HANDS - 1),
    "modes": st.sampled_from((("play",), ("training",), ("play", "training"), ("x",))),
    "since": st.integers(0, HANDS - 1),
    "until": st.integers(0, HANDS - 1),
    "result": st.sampled_from(("won", "lost", "even")),
    "least_bb": st.sampled_from((1.0, 2.5, 50.0)),
    "text": st.sampled_from(("Kh", "cfr", "As Kd", "ÇA", "jh me", "%", "zz", "é")),
    "hole": st.sampled_from(("22+", "A2s+")),
    "position": st.sampled_from(("BTN", "BB", "UTG", "SB")),
    "pot": st.sampled_from(POTS),
    "street": st.sampled_from(STREETS),
    "with_hero": st.booleans(),
}


@pytest.mark.ci
@settings(max_examples=100, deadline=None)
@given(chosen=st.fixed_dictionaries({}, optional=CHOICES), limit=st.sampled_from((1, 7, 100)))
def test_pages_and_figures_follow_the_filter(path, chosen, limit):
    hands = hands_of(path)
    for name, column in (("session", "session"), ("since", "time"), ("until", "time")):
        if name in chosen:
            chosen = {**chosen, name: getattr(hands[chosen[name]], column)}
    wanted = HandSelection(**chosen)
    right = [hand for hand in reversed(hands) if matches(hand, wanted)]
    with HandReader(path) as reader:
        found, before = [], None
        while True:
            page = reader.page(wanted, before, limit)
            assert len(page.hands) <= limit
            assert page.damaged == ()
            found += page.hands
            before = page.before
            if before is None:
                break
        assert found == right
        assert list(reader.list(wanted).hands) == right[::-1]
        figures = reader.summary(wanted)
    assert figures.hands == len(right)
    counting = [hand for hand in right if hand.hero >= 0 and hand.mode == "play"]
    assert figures.left_out == (sum(hand.hero >= 0 for hand in right) - len(counting))
    assert {total.game for total in figures.totals} == {hand.game_name for hand in counting}
    for total in figures.totals:
        those = [hand for hand in counting if hand.game_name == total.game]
        assert total.hands == len(those)
        assert total.chips == sum(hand.result for hand in those)
        units = sum(hand.result / hand.game.big_blind for hand in those)
        assert total.big_blinds == pytest.approx(units)


def test_card_search_uses_the_cards_seen(reader, hands):
    wanted = [hand for hand in reversed(hands) if {"as", "kd"} <= seen_cards(hand)]
    assert list(reader.page(HandSelection(text="AsKd")).hands) == wanted
    hidden = 0
    for hand in hands[:30]:
        for hole in hand.record.holes if hand.hero >= 0 else ():
            for name in (shown_cards(hand.game, (card,)) for card in hole):
                if name.lower() not in seen_cards(hand):
                    hidden += 1
                    assert hand not in reader.list(HandSelection(text=name)).hands
    assert hidden > 5


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("22+", {"hole": "22+"}),
        ("BTN", {"position": "BTN"}),
        ("3-Bet", {"pot": "3-bet"}),
        ("4-bet", {"pot": "4-bet+"}),
        ("river cfr", {"street": "river", "text": "cfr"}),
        ("#Bluff", {"tag": "bluff"}),
    ],
)
def test_words_of_a_search_name_traits(reader, words, fields):
    assert reader.list(HandSelection(text=words)) == reader.list(HandSelection(**fields))


def test_traits_of_older_hands_are_found_when_a_search_needs_them(path, copy):
    wanted = HandSelection(pot="3-bet", street="turn")
    change(copy, "UPDATE hand_index SET hole = '', position = '', pot = '', street = -1, seen = 0")
    assert verify(copy).sound
    with HandReader(copy) as reader, HandReader(path) as whole:
        found = reader.list(wanted)
        assert found == whole.list(wanted) and found.hands
    assert verify(copy).sound


def test_tags_and_notes_are_kept_beside_the_hand_and_searched(copy):
    def found(text):
        with HandReader(copy) as reader:
            return [hand.number for hand in reader.list(HandSelection(text=text)).hands]

    with closing(Store.open(copy)) as store:
        for number in (3, 5):
            keep_note(store, number, lambda _: HandNote(("Bluff", "#bluff", "big pot"))).result()
        kept = keep_note(store, 3, lambda note: replace(note, text="Too large\n")).result()
        assert kept == HandNote(("Bluff", "big-pot"), "Too large")
        for number, note in (
            (999, kept),
            (3, HandNote(("x" * 41,))),
            (3, HandNote((), "x" * 10_001)),
        ):
            with pytest.raises(StoreError):
                keep_note(store, number, lambda _, note=note: note).result()
        assert (found("#bluff"), found("too LARGE"), found("#big-pot nobody")) == ([3, 5], [3], [])
        assert verify(copy).sound
        store.reindex().result()
        assert found("#bluff") == [3, 5]
        keep_note(store, 5, lambda _: HandNote()).result()
        assert found("#bluff") == [3]
    with HandReader(copy) as reader:
        assert reader.notes() == {3: kept} == reader.notes((3, 4))
    change(copy, "UPDATE hand_notes SET note = 'other'")
    found = next(problem.text for problem in verify(copy).problems)
    assert found == "the note on hand 3 is damaged: its checksum does not match"


def test_player_statistics_by_game(reader, hands):
    found = reader.player_statistics()
    assert {one.game for one in found} == set(GAMES)
    for one in found:
        of_game = [h for h in hands if h.game_name == one.game and h.mode == "play"]
        assert one.hands == len(of_game)
        assert one.total.chips == sum(h.result for h in of_game if h.hero >= 0)
        totals = dict.fromkeys(one.players, np.zeros(NUM_COUNTS, np.int64))
        for hand in of_game:
            line = count_line(hand.game, hand.record.actions)
            for seat, counts in enumerate(line.with_result(np.array(hand.payoffs))):
                who = YOU if seat == hand.hero else Player("engine", hand.engines[seat])
                totals[who] = totals[who] + counts
        assert one.players == {who: PlayerStats.of(total) for who, total in totals.items()}
    training = reader.player_statistics(HandSelection(modes=("training",)))
    counted = sum(one.players[YOU].hands for one in (*found, *training) if YOU in one.players)
    assert counted == sum(hand.hero >= 0 for hand in hands)
    assert reader.player_statistics(HandSelection(game="nothing")) == ()
    control = JobControl()
    control.cancel()
    for use in (reader.player_statistics, reader.list):
        with pytest.raises(CancelledError):
            use(control=control)


def test_damaged_hands_are_named_on_their_page(copy, hands):
    change(copy, "UPDATE hands SET payoffs = '[1,-1]' WHERE number = 12")
    change(copy, "DELETE FROM hands WHERE number = 14")
    with HandReader(copy) as reader:
        page = reader.page(before=20, limit=10)
        assert page.damaged == (14, 12)
        assert page.before == 10
        assert [hand.number for hand in page.hands] == [19, 18, 17, 16, 15, 13, 11, 10]
        assert page.hands[-1] == hands[9]
        assert len(reader.list(HandSelection(newest=3)).hands) == 3


def test_lost_index_is_rebuilt(copy, hands):
    change(copy, "DELETE FROM hand_index WHERE number > 5")
    with HandReader(copy) as reader:
        assert len(reader.list().hands) == 5
    Store.open(copy).close()
    assert hands_in(copy) == hands
    assert verify(copy).sound
