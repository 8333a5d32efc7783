"""Hands of public bug reports, each with what is right beside it: taken so, or refused by name."""

from __future__ import annotations

import re
from contextlib import closing
from fractions import Fraction

import pytest

from pokergui.store import HandFilter, HandReader, Store, import_hands

REFUSED = {
    "format_1_gg.txt": "does not begin a hand of PokerStars",
    "format_2_888.txt": "does not begin a hand of PokerStars",
    "format_3_pokernow.csv": "not one of the file types",
    "game_1_omaha.txt": "'Omaha Pot Limit'",
    "game_2_limit.txt": "Hold'em Limit",
    "game_3_short_deck.phh": "FT or NT",
    "inf_1_allin.phh": "the stacks are not known",
    "variant_2_six_plus.txt": "6+ Hold'em",
    "variant_3_cap.txt": "Cap",
}
RESULTS = {
    "F01_mixed_sites_silent.txt": {"Ana": "0.35", "Bert": "-0.05", "Cleo": "-0.30"},
    "F03_short_big_blind.txt": {"Sb": "160", "Bb": "-60", "Utg": "-100", "Btn": "0"},
    "F05_cashout_winner.txt": {"Cleo": "9.15", "Ana": "-10", "Bert": "-0.05"},
    "F06_small_and_big_blinds.txt": {"Ana": "0.47", "Dora": "-0.35", "Bert": "-0.05"},
    "F06b_extra_big_blind.txt": {"Ana": "0.25", "Bert": "-0.05", "Cleo": "-0.10", "Dora": "-0.10"},
    "F07b_straddle.txt": {"Ana": "0.35", "Dora": "-0.20", "Cleo": "-0.10", "Bert": "-0.05"},
    "F07c_run_twice.txt": {"Cleo": "-0.42", "Ana": "-0.43", "Bert": "-0.05"},
    "F09_utf16.txt": {"Ana": "0.32"},
    "F09b_cp1252.txt": {"José": "0.32"},
    "F11_rupee.txt": {"Ana": "0.32"},
    "F21_upper_suffix.TXT": {"Cleo": "0.05"},
    "F25_mucked_unknown.txt": {"Cleo": "2.57", "Bert": "-2.83"},
    "F29_time_zone_unknown.txt": {"Cleo": "2.57", "Bert": "-2.83"},
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


def came(tmp_path, path, definition=None):
    database = tmp_path / "hands.db"
    with closing(Store.open(database)) as store:
        done = import_hands(store, [path], definition=definition)
    with HandReader(database) as reader:
        return done, reader.list(HandFilter()).hands


def net(hand):
    unit = hand.facts.money.unit
    return {name: Fraction(won, unit) for name, won in zip(hand.players, hand.results, strict=True)}


@pytest.mark.parametrize("name", REAL)
def test_results_of_real_shapes(conformance, tmp_path, name):
    path = conformance / "reports" / "real" / name
    right = path.with_name(f"{name}.expected.txt").read_text("utf-8")
    said = right.partition(";")[0].partition(" (")[0]
    found = re.findall(r"(\w+) ([+-][0-9.]*[0-9])", said)
    assert found
    done, (hand,) = came(tmp_path, path)
    assert done.refusals == []
    won = net(hand)
    assert {one: won[one] for one, _ in found} == {one: Fraction(much) for one, much in found}
    if rake := re.search(r"rake ([0-9.]+)", right):
        assert Fraction(hand.facts.rake, hand.facts.money.unit) == Fraction(rake[1])
    if "cashout" in name:
        assert any(hand.facts.cashed)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_read_is_refused_by_name(conformance, tmp_path, name):
    done, hands = came(tmp_path, conformance / "reports" / "real" / name)
    assert (hands, done.refused) == ((), 1)
    assert REFUSED[name] in done.refusals[0].reason


@pytest.mark.parametrize("name", RESULTS)
def test_results(conformance, tmp_path, name):
    done, (hand,) = came(tmp_path, conformance / "reports" / name)
    assert done.refused == (name == "F01_mixed_sites_silent.txt")
    won = net(hand)
    assert {one: won[one] for one in RESULTS[name]} == {
        one: Fraction(much) for one, much in RESULTS[name].items()
    }
    if name in TIMES:
        assert hand.time == TIMES[name]


def test_the_others(conformance, tmp_path):
    reports = conformance / "reports"
    done, hands = came(tmp_path, reports / "F26_collected_mismatch.txt")
    assert not hands
    assert "collected $54, but the pot is $5.66 less $0.26 rake" in done.refusals[0].reason
    done, hands = came(tmp_path, reports / "F14_phh_dates.phhs")
    assert (done.refused, hands[0].time) == (0, TIMES["F14_phh_dates.phhs"])
    definition = reports / "holdem.limit.3p.game"
    done, hands = came(tmp_path, reports / "F12_acpc_half_chips.log", definition)
    assert (done.imported, done.refused) == (2, 0)
    halves = {"Ana": Fraction(-5), "Bert": Fraction(5, 2), "Cleo": Fraction(5, 2)}
    assert net(hands[-2]) == halves
