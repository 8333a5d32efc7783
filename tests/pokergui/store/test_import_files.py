"""Files of sites and of public bug reports: taken with their results and remarks, or refused."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.errors import NotPlayedError
from engine.records.phh import read_phh, write_phh
from pokergui.handtext import hand_text, remarks
from pokergui.pages.history.scenes.openhand import OpenHand
from pokergui.store import (
    IMPORTED,
    YOU,
    HandFilter,
    HandReader,
    Player,
    export,
    forget_people,
    import_hands,
    learn_people,
    verify,
)
from pokergui.store.facts import Facts
from tests.engine.test_records_not_played import CASES, HEAD
from tests.engine.test_records_pokerstars import MONEY
from tests.engine.test_records_settle import FOLDED
from tests.naive.site_files import HERO, SHAPES, Shape, SiteHand, site_hand
from tests.pokergui.store.random_hands import hands_in

SOLD = MONEY.replace("*** SUMMARY", "John (1) cashed out the hand for $1\n*** SUMMARY")
NONSENSE = f"{FOLDED}winnings = [0, 0]\nplayers = ['Ann', 'Bob']\n"
EACH = 10


def taken(store, name, text, encoding="utf-8"):
    file = store.path.with_name(name)
    file.write_bytes(text.encode(encoding))
    return import_hands(store, [file])


def hands_of(shape: Shape, seed: int) -> list[SiteHand]:
    rng = random.Random(seed)
    low, high = shape.players
    sizes = [low + i % (high - low + 1) for i in range(EACH)]
    return [site_hand(rng, shape, 1000 * seed + i, size) for i, size in enumerate(sizes)]


def text_of(hands: list[SiteHand]) -> str:
    return "".join(hand.text for hand in hands)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_hero_result_and_statistics_are_those_of_the_file(store, path, shape):
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
        statistics = reader.player_statistics(HandFilter(modes=(IMPORTED,)))
    assert verify(path).sound
    for stored, right in zip(found, hands, strict=True):
        assert stored.players[stored.hero] == HERO
        assert [*stored.players] == right.players
        assert [*stored.results] == right.net
        assert stored.result == right.net[right.players.index(HERO)]
        assert (stored.facts.rake, stored.stakes) == (right.rake, right.stakes)
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
            for name, (part, whole) in shares.items():
                told = getattr(stats, name)
                assert (told.part, told.whole) == (part, whole)


def test_names_are_learned_from_one_file_for_the_next_and_forgotten(store, path):
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


def test_a_result_that_cannot_be_is_told_with_the_hand(store, cli, home):
    assert taken(store, "a.phh", NONSENSE).imported == 1
    (hand,) = hands_in(store.path)
    assert (hand.results, hand.facts.rake, hand.facts.stated) == ((60, -60), 0, (-60, -60))
    told = "the result is by the rules; the file states what cannot be: Ann -60, Bob -60"
    assert remarks(hand) == (told,)
    assert hand_text(hand).endswith(told[1:])
    assert OpenHand.of(hand).stakes == f"10/20, {told}"
    assert verify(store.path).sound
    assert told in cli.json("hands show 1")["notes"]
    status, out, err = cli.run("replay", str(home / "a.phh"))
    assert (status, err) == (1, "") and out.startswith("1 hands, 1 mismatches")


def test_numbers_sales_dates_and_encodings_of_a_site_are_kept(store):
    assert taken(store, "a.txt", SOLD).imported == 1
    (hand,) = hands_in(store.path)
    assert hand.facts.cashed == (0, 0, 100)
    assert remarks(hand) == ("John (1) sold the hand to the house for $1",)
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
def test_hands_that_are_not_played_are_kept_as_text(name, store):
    rest, payoffs = CASES[name]
    done = taken(store, "a.txt", HEAD + rest)
    assert (done.imported, done.refusals) == (1, [])
    (hand,) = hands_in(store.path)
    assert hand.is_wide and hand.results == payoffs
    assert hand_text(hand) == (HEAD + rest).strip()
    assert hand.listed_game == "holdem-nolimit-$1/$2-4"
    assert OpenHand.of(hand).kept_as_text
    with pytest.raises(NotPlayedError, match="the rulebook does not play it"):
        assert hand.record
    assert verify(store.path).sound


@pytest.mark.parametrize(("form", "suffix"), [("pokerstars", "txt"), ("phh", "phhs")])
@pytest.mark.parametrize("text", [MONEY, SOLD], ids=["money", "sold"])
def test_what_was_exported_is_known_when_it_comes_back(form, suffix, text, store, tmp_path):
    names = text.replace("a: b", "ab").replace("John (1)", "John")
    assert taken(store, "a.txt", names).imported == 1
    back = tmp_path / f"back.{suffix}"
    export(hands_in(store.path), form, back)
    assert "200123456789" in back.read_text("utf-8")
    done = import_hands(store, [back])
    assert (done.imported, done.skipped, done.refusals) == (0, 1, [])


@pytest.mark.parametrize("key", ["taken", "stated", "cashed"])
def test_facts_of_other_kinds_are_no_facts(key):
    facts = Facts(rake=3, taken=(1, 2), stated=(-3, 2), cashed=(0, 5), text="a")
    assert Facts.of(facts.packed()) == facts
    for wrong in ('"x"', "[1.5]", "[true]", "3", "null"):
        with pytest.raises((ValueError, TypeError)):
            Facts.of(f'{{"{key}":{wrong}}}')


# Hands of public bug reports

REFUSED = {
    "real/format_1_gg.txt": "does not begin a hand of PokerStars",
    "real/format_2_888.txt": "does not begin a hand of PokerStars",
    "real/format_3_pokernow.csv": "not one of the file types",
    "real/game_1_omaha.txt": "'Omaha Pot Limit'",
    "real/game_2_limit.txt": "Hold'em Limit",
    "real/game_3_short_deck.phh": "FT or NT",
    "real/inf_1_allin.phh": "the stacks are not known",
    "real/variant_2_six_plus.txt": "6+ Hold'em",
    "real/variant_3_cap.txt": "Cap",
    "F26_collected_mismatch.txt": "collected $54, but the pot is $5.66 less $0.26 rake",
}
RESULTS = {
    "F01_mixed_sites_silent.txt": "Ana +0.35 Bert -0.05 Cleo -0.30",
    "F03_short_big_blind.txt": "Sb +160 Bb -60 Utg -100 Btn +0",
    "F05_cashout_winner.txt": "Cleo +9.15 Ana -10 Bert -0.05",
    "F06_small_and_big_blinds.txt": "Ana +0.47 Dora -0.35 Bert -0.05",
    "F06b_extra_big_blind.txt": "Ana +0.25 Bert -0.05 Cleo -0.10 Dora -0.10",
    "F07b_straddle.txt": "Ana +0.35 Dora -0.20 Cleo -0.10 Bert -0.05",
    "F07c_run_twice.txt": "Cleo -0.42 Ana -0.43 Bert -0.05",
    "F09_utf16.txt": "Ana +0.32",
    "F09b_cp1252.txt": "José +0.32",
    "F11_rupee.txt": "Ana +0.32",
    "F12_acpc_half_chips.log": "Ana -5 Bert +2.5 Cleo +2.5",
    "F21_upper_suffix.TXT": "Cleo +0.05",
    "F25_mucked_unknown.txt": "Cleo +2.57 Bert -2.83",
    "F29_time_zone_unknown.txt": "Cleo +2.57 Bert -2.83",
}
TIMES = {
    "F14_phh_dates.phhs": "2009-07-01T04:00:09.000Z",
    "F29_time_zone_unknown.txt": "2024-03-02T17:20:11.000Z",
}
REAL = (
    *("ante_1_tournament.txt", "ante_3.phh", "bytes_1_name_cp1252.txt", "bytes_3_utf16.txt"),
    *("cashout_1_winner.txt", "cashout_2_loser.txt", "freefold_1.txt", "freefold_3.txt"),
    *("inf_3_fold.phh", "muck_1.txt", "muck_3.phh", "odd_1.phh", "players7_1.txt"),
    *("players7_3.phh", "post_1_extra_big.txt", "post_2_small_and_big.txt", "rit_1_split.txt"),
    *("rit_3_turn.txt", "uncalled_1_old_stars.txt", "uncalled_3_wide.txt", "winnings_1_zero.phh"),
)


@pytest.mark.parametrize("name", [*RESULTS, *(f"real/{name}" for name in REAL)])
def test_results_of_reported_hands(conformance, store, name):
    path = conformance / "reports" / name
    rules = path.with_name("holdem.limit.3p.game") if name.endswith(".log") else None
    right = RESULTS.get(name) or path.with_name(f"{path.name}.expected.txt").read_text("utf-8")
    said = right.partition(";")[0].partition(" (")[0]
    wanted = {who: Fraction(won) for who, won in re.findall(r"(\w+) ([+-][0-9.]*[0-9])", said)}
    done = import_hands(store, [path], definition=rules)
    assert done.refused == (name == "F01_mixed_sites_silent.txt")
    hand = hands_in(store.path)[0]
    unit = hand.facts.money.unit
    won = {who: Fraction(one, unit) for who, one in zip(hand.players, hand.results, strict=True)}
    assert {who: won[who] for who in wanted} == wanted != {}
    if rake := re.search(r"rake ([0-9.]+)", right):
        assert Fraction(hand.facts.rake, unit) == Fraction(rake[1])
    assert any(hand.facts.cashed) or "real/cashout" not in name


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_read_is_refused_by_name(conformance, store, name):
    done = import_hands(store, [conformance / "reports" / name])
    assert (hands_in(store.path), done.refused) == ((), 1)
    assert REFUSED[name] in done.refusals[0].reason


@pytest.mark.parametrize("name", TIMES)
def test_times_of_reported_hands(conformance, store, name):
    assert import_hands(store, [conformance / "reports" / name]).refused == 0
    assert hands_in(store.path)[0].time == TIMES[name]
