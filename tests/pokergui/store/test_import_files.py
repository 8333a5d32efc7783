import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from engine.errors import NotPlayedError
from engine.records.phh import read_phh, write_phh
from pokergui.handtext import hand_text, remarks
from pokergui.pages.history.scenes.replay import HandToReplay
from pokergui.store import (
    IMPORTED,
    YOU,
    HandReader,
    HandSelection,
    Player,
    export,
    forget_people,
    import_hands,
    learn_people,
    verify,
)
from tests.engine.test_records_not_played import CASES, HEAD, UNPLAYED
from tests.engine.test_records_pokerstars import FOLDED, MONEY, SOLD
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.store.random_hands import hands_in

NONSENSE = f"{FOLDED}winnings = [0, 0]\nplayers = ['Ann', 'Bob']\n"
EACH = 10


def taken(store, name, text, encoding="utf-8"):
    file = store.path.with_name(name)
    file.write_bytes(text.encode(encoding))
    return import_hands(store, [file])


def hands_of(shape, seed):
    rng = random.Random(seed)
    low, high = shape.players
    sizes = [low + i % (high - low + 1) for i in range(EACH)]
    return [site_hand(rng, shape, 1000 * seed + i, size) for i, size in enumerate(sizes)]


def text_of(hands):
    return "".join(hand.text for hand in hands)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_hero_result_and_statistics_match_the_file(store, path, shape):
    hands = hands_of(shape, 1)
    done = taken(store, "a.txt", text_of(hands))
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
        statistics = reader.player_statistics(HandSelection(modes=(IMPORTED,)))
    assert verify(path).sound
    for stored, right in zip(found, hands, strict=True):
        assert stored.players[stored.hero] == HERO
        assert [*stored.players] == right.players
        assert [*stored.results] == right.net
        assert stored.result == right.net[right.players.index(HERO)]
        assert (stored.facts.rake, stored.stakes) == (right.rake, right.stakes)
        assert stored.big_blind == right.big_blind
        assert stored.facts.money.symbol == shape.symbol
        assert not stored.is_wide
    groups = {}
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
        sums = {}
        for hand in groups[one.game]:
            for name, counts in zip(hand.players, hand.counts, strict=True):
                who = YOU if name == HERO else Player("other", name)
                sums[who] = [a + b for a, b in zip(sums.get(who, [0] * 10), counts, strict=True)]
        assert one.players.keys() == sums.keys()
        for who, stats in one.players.items():
            could, paid, raised, could3, three, bets, calls, saw, showed, won = sums[who]
            shares = {"vpip": (paid, could), "pfr": (raised, could), "three_bet": (three, could3)}
            shares |= {"af": (bets, calls), "wtsd": (showed, saw), "wsd": (won, showed)}
            for name, (part, whole) in shares.items():
                told = getattr(stats, name)
                assert (told.part, told.whole) == (part, whole)


def test_hero_names_carry_over_to_the_next_file_and_can_be_forgotten(store, path):
    def unclear():
        with HandReader(path) as reader:
            return reader.unclear()

    named, unnamed = SHAPES[0], SHAPES[1]
    taken(store, "a.txt", text_of(hands_of(unnamed, 3)))
    names = unclear()
    assert learn_people(store, [], list(names)).result() == 0  # none of them
    assert unclear() == {}
    with HandReader(path) as reader:
        assert reader.summary(counted=(IMPORTED,)).totals == ()
    learn_people(store, ["x"]).result()
    assert all((hand.hero < 0) != ("x" in hand.players) for hand in hands_in(path))
    forget_people(store).result()
    assert unclear() == names
    assert all(hand.hero < 0 for hand in hands_in(path))
    for seed, shape in ((4, named), (5, unnamed)):
        taken(store, "a.txt", text_of(hands_of(shape, seed)))
    assert {hand.players[hand.hero] for hand in hands_in(path)} == {HERO}
    assert unclear() == {}
    assert verify(path).sound


def test_an_impossible_result_is_reported_with_the_hand(store, cli, home):
    assert taken(store, "a.phh", NONSENSE).imported == 1
    (hand,) = hands_in(store.path)
    assert (hand.results, hand.facts.rake, hand.facts.stated) == ((60, -60), 0, (-60, -60))
    told = "the result follows the rules; the file states an impossible one: Ann -60, Bob -60"
    assert remarks(hand) == (told,)
    assert hand_text(hand).endswith(told[1:])
    assert HandToReplay.of(hand).stakes == f"10/20, {told}"
    assert verify(store.path).sound
    status, out, err = cli.run("replay", str(home / "a.phh"))
    assert (status, err) == (1, "") and out.startswith("1 hands, 1 mismatches")


def test_hand_numbers_cash_outs_dates_and_encodings_are_preserved(store):
    assert taken(store, "a.txt", SOLD).imported == 1
    (hand,) = hands_in(store.path)
    assert hand.facts.cashed == (0, 0, 100)
    assert remarks(hand) == ("John (1) cashed out for $1: -$2.05 as paid, -$3.05 by the cards",)
    assert (hand.number, hand.own_number) == (1, 200123456789)
    assert replace(hand, mode="play").own_number == 1  # it was not imported
    assert replace(hand, notes=("# 5",)).own_number == replace(hand, notes=()).own_number == 1
    text = MONEY.removeprefix("\ufeff").replace("#2001", "#2002")
    done = taken(store, "a.txt", text + text.replace("#2002", "#2003"), "cp1252")
    assert (done.imported, len(done.remarks)) == (2, 1)
    assert "read as Windows-1252" in done.remarks[0]
    done.add(done)
    assert len(done.remarks) == 2
    (record,) = read_phh(NONSENSE)
    text = write_phh(replace(record, time="2009-07-01T04:00:09.250Z"))
    assert taken(store, "a.phh", text).imported == 1
    assert hands_in(store.path)[-1].time == "2009-07-01T04:00:09.250Z"


@pytest.mark.parametrize("name", CASES)
def test_hands_are_replayed_or_kept_as_text(name, store):
    rest, payoffs = CASES[name]
    done = taken(store, "a.txt", HEAD + rest)
    assert (done.imported, done.refusals) == (1, [])
    (hand,) = hands_in(store.path)
    assert hand.results == payoffs
    assert hand.listed_game == "holdem-nolimit-$1/$2-4"
    assert hand.is_wide == HandToReplay.of(hand).kept_as_text == (name in UNPLAYED)
    twice = ("run 2 times: 2c 7d Kh 2d 9s, Kd Kc 3h 4h 5s",)
    assert remarks(hand) == (twice if name == "boards run twice" else ())
    if hand.is_wide:
        assert hand_text(hand) == (HEAD + rest).strip()
        with pytest.raises(NotPlayedError, match="the rulebook does not play it"):
            assert hand.record
    assert verify(store.path).sound


@pytest.mark.parametrize(("form", "suffix"), [("pokerstars", "txt"), ("phh", "phhs")])
@pytest.mark.parametrize("text", [MONEY, SOLD], ids=["money", "sold"])
def test_reimported_exports_are_recognised(form, suffix, text, store, tmp_path):
    names = text.replace("a: b", "ab").replace("John (1)", "John")
    assert taken(store, "a.txt", names).imported == 1
    back = tmp_path / f"back.{suffix}"
    export(hands_in(store.path), form, back)
    assert "200123456789" in back.read_text("utf-8")
    done = import_hands(store, [back])
    assert (done.imported, done.skipped, done.refusals) == (0, 1, [])


REPORTS = [
    line.split(" | ")
    for line in Path(__file__).with_name("reports.txt").read_text("utf-8").splitlines()
]
"""Hands of public bug reports: that they are refused or passed over, or what was won, or when."""


@pytest.mark.parametrize(("name", "kind", "right"), REPORTS)
def test_hands_from_bug_reports_import_correctly_or_are_rejected(
    conformance, store, name, kind, right
):
    path = conformance / "reports" / name
    rules = path.with_name("holdem.limit.3p.game") if name.endswith(".log") else None
    done = import_hands(store, [path], definition=rules)
    assert done.refused == (kind == "refused")
    if kind == "passed over":
        assert done.other_games == 1 and right in done.remarks[0]
        return
    if kind == "refused":
        assert hands_in(store.path) == () and right in done.refusals[0].reason
        return
    hand = hands_in(store.path)[0]
    if kind == "time":
        assert hand.time == right
        return
    if right == "as expected":
        right = path.with_name(f"{path.name}.expected.txt").read_text("utf-8")
    said = right.partition(";")[0].partition(" (")[0]
    wanted = {who: Fraction(won) for who, won in re.findall(r"(\w+) ([+-][0-9.]*[0-9])", said)}
    unit = hand.facts.money.unit
    won = {who: Fraction(one, unit) for who, one in zip(hand.players, hand.results, strict=True)}
    assert {who: won[who] for who in wanted} == wanted != {}
    if rake := re.search(r"rake ([0-9.]+)", right):
        assert Fraction(hand.facts.rake, unit) == Fraction(rake[1])
    assert any(hand.facts.cashed) or "real/cashout" not in name
