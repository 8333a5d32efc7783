"""Sixty hands of six shapes of site files: hero, result and statistics are those of the files."""

from __future__ import annotations

import random
from contextlib import closing

import pytest

from pokergui.store import (
    IMPORTED,
    YOU,
    HandFilter,
    HandReader,
    Player,
    Store,
    forget_people,
    import_hands,
    learn_people,
    verify,
)
from tests.naive.site_files import HERO, SHAPES, Shape, SiteHand, site_hand

EACH = 10
COUNTED = HandFilter(modes=(IMPORTED,))


def hands_of(shape: Shape, seed: int) -> list[SiteHand]:
    rng = random.Random(seed)
    low, high = shape.players
    sizes = [low + i % (high - low + 1) for i in range(EACH)]
    return [site_hand(rng, shape, 1000 * seed + i, size) for i, size in enumerate(sizes)]


def share(stats, name):
    found = getattr(stats, name)
    return (found.part, found.whole)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_hero_result_and_statistics(tmp_path, path, shape):
    hands = hands_of(shape, 1)
    file = tmp_path / "site.txt"
    file.write_text("".join(hand.text for hand in hands), "utf-8")
    with closing(Store.open(path)) as store:
        done = import_hands(store, [file])
        assert (done.imported, done.refusals) == (EACH, [])
        if not shape.named:
            with HandReader(path) as reader:
                assert all(hand.hero == -1 for hand in reader.list().hands)
                assert reader.unclear()[HERO] == EACH
            assert learn_people(store, [HERO]).result() == EACH
        with HandReader(path) as reader:
            assert reader.unclear() == {}
            found = reader.list().hands
            totals = reader.summary(counted=(IMPORTED,)).totals
            statistics = reader.player_statistics(COUNTED)
        assert verify(path).sound
    for stored, right in zip(found, hands, strict=True):
        assert stored.players[stored.hero] == HERO
        assert [*stored.players] == right.players
        assert [*stored.results] == right.net
        assert stored.result == right.net[right.players.index(HERO)]
        assert stored.facts.rake == right.rake
        assert stored.stakes == right.stakes
        assert stored.big_blind == right.big_blind
        assert stored.facts.money.symbol == shape.symbol
        assert stored.is_wide == (len(right.players) > 6)
    groups: dict[str, list[SiteHand]] = {}
    for right in hands:
        seats = len(right.players)
        name = f"holdem-nolimit-{right.stakes}" + (f"-{seats}" if seats > 2 else "")
        groups.setdefault(name, []).append(right)
    assert {total.game for total in totals} == set(groups) == {one.game for one in statistics}
    for total in totals:
        of_game = groups[total.game]
        net = [hand.net[hand.players.index(HERO)] for hand in of_game]
        assert (total.hands, total.chips) == (len(of_game), sum(net))
        units = sum(won / hand.big_blind for won, hand in zip(net, of_game, strict=True))
        assert total.big_blinds == pytest.approx(units)
    for one in statistics:
        sums: dict[Player, list[int]] = {}
        for hand in groups[one.game]:
            for name, counts in zip(hand.players, hand.counts, strict=True):
                who = YOU if name == HERO else Player("other", name)
                before = sums.get(who, [0] * 10)
                sums[who] = [a + b for a, b in zip(before, counts, strict=True)]
        assert one.players.keys() == sums.keys()
        for who, stats in one.players.items():
            could, paid, raised, could3, three, bets, calls, saw, showed, won = sums[who]
            shares = {"vpip": (paid, could), "pfr": (raised, could), "three_bet": (three, could3)}
            shares |= {"af": (bets, calls), "wtsd": (showed, saw), "wsd": (won, showed)}
            assert {name: share(stats, name) for name in shares} == shares


def test_a_name_known_from_one_file_is_taken_in_the_next(tmp_path, path):
    named, unnamed = SHAPES[0], SHAPES[1]
    with closing(Store.open(path)) as store:
        for index, shape in enumerate((unnamed, named, unnamed)):
            file = tmp_path / f"{index}.txt"
            file.write_text("".join(hand.text for hand in hands_of(shape, index + 7)), "utf-8")
            import_hands(store, [file])
    with HandReader(path) as reader:
        hands = reader.list().hands
        assert len(hands) == 3 * EACH
        assert {hand.players[hand.hero] for hand in hands} == {HERO}
        assert reader.unclear() == {}
    assert verify(path).sound


def test_none_of_them_is_remembered_and_can_be_forgotten(tmp_path, path):
    file = tmp_path / "a.txt"
    file.write_text("".join(hand.text for hand in hands_of(SHAPES[1], 3)), "utf-8")
    with closing(Store.open(path)) as store:
        import_hands(store, [file])
        with HandReader(path) as reader:
            names = reader.unclear()
        assert learn_people(store, [], list(names)).result() == 0
        with HandReader(path) as reader:
            assert reader.unclear() == {}
            assert reader.summary(counted=(IMPORTED,)).totals == ()
        learn_people(store, ["x"]).result()
        with HandReader(path) as reader:
            assert all((hand.hero < 0) != ("x" in hand.players) for hand in reader.list().hands)
        forget_people(store).result()
        with HandReader(path) as reader:
            assert reader.unclear() == names
            assert all(hand.hero < 0 for hand in reader.list().hands)
        assert verify(path).sound
