import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, parse_combo
from engine.errors import RangeError
from engine.game import get_game
from engine.ranges import held_text, parse_held, parse_range, range_text

LEDUC = get_game("leduc")
weight_values = st.one_of(
    st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(0.0, 1.0, allow_subnormal=True)
)


@pytest.mark.parametrize(
    ("text", "classes", "combos"),
    [
        *(("AA", "AA", 6), ("AKs", "AKs", 4), ("AKo", "AKo", 12), ("AsQd", "AQo", 1)),
        *(("", "", 0), ("random", " ".join(CLASS_NAMES), 1326)),
    ],
)
def test_range_items_expand_to_combos(text, classes, combos):
    weights = parse_range(text)
    assert {CLASS_NAMES[index] for index in CLASS_OF_COMBO[weights > 0]} == set(classes.split())
    assert np.count_nonzero(weights) == combos


def test_range_weights():
    weights = parse_range("QQ+, A5s-A2s:0.5, AsKd:.25")
    assert weights.sum() == 18 + 16 * 0.5 + 0.25
    assert weights[parse_combo("AsKd")] == 0.25
    assert (parse_range("random:0.5") == 0.5).all()


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("tt+", "TT, JJ, QQ, KK, AA"),
        ("JJ-88", "JJ, TT, 99, 88"),
        ("AK", "AKs, AKo"),
        ("A5s-A2s", "A5s, A4s, A3s, A2s"),
        ("QT-Q9", "QTs, Q9s, QTo, Q9o"),
        ("AA, KK AKs,", "AA, KK, AKs"),
        ("22+, QQ+", "22+"),
        ("AA, AsAd", "AA"),
        ("random, AA", "random"),
        ("AK:0.5, AKs:.50", "AK:0.5"),
        ("[50]AA,KK[/50],AKs", "AA:0.5, KK:0.5, AKs"),
        ("AQ, [12.5]\nAA KK\n[/12.5][100]QQ[/100]", "AQ, AA:0.125, KK:0.125, QQ"),
        ("T9s-54s", "T9s, 98s, 87s, 76s, 65s, 54s"),
        ("AK-QJ", "AK, KQ, QJ"),
        ("J9o-86o:0.25", "J9o:0.25, T8o:0.25, 97o:0.25, 86o:0.25"),
        ("AA: 0.5, KK", "AA:0.5, KK"),
        ("AA :0.5,KK : 1", "AA:0.5, KK"),
        ("AA@50 KK@100", "AA:0.5, KK"),
        ("AA:50%, KK@12.5%, QQ:100%", "AA:0.5, KK:0.125, QQ"),
        ("[50.0]AA,AhKh[/50.0], 2d2c: 0.25", "AA:0.5, AhKh:0.5, 2d2c:0.25"),
    ],
)
def test_equivalent_range_notations_agree(text, same):
    assert (parse_range(text) == parse_range(same)).all()


def test_numbers_of_all_combos_are_in_piosolvers_order():
    # Its show_hand_order begins with 2d2c 2h2c 2h2d 2s2c and ends with AsAh.
    numbers = np.zeros(1326)
    numbers[[0, 1, 2, 3, 1325]] = (0.1, 0.2, 0.3, 0.4, 1)
    same = "2d2c:0.1, 2h2c:0.2, 2h2d:0.3, 2s2c:0.4, AsAh"
    for separator in (" ", ", ", "\n"):
        assert (parse_range(separator.join(f"{n:g}" for n in numbers)) == parse_range(same)).all()


MALFORMED = {
    "both ends": ("T9s-54o", "T9s-53s", "A5s-A2o", "A5s-K2s", "A5s-AA", "JJ-A5"),
    "weight '{0}'": ("AA:", "AA:1.5", "AA:-1", "AA:nan", "AA:1:1", "AA@", "AA@50:1"),
    "weight '150' is not a number from 0 to 100": ("[150]AA[/150]", "AA@150", "AA:150%"),
    "1,326 of them, not 1,325": (" ".join(["0.5"] * 1325),),
    "weight '2' is not a number from 0 to 1": (" ".join(["0.5", "2"] * 663),),
    "weight '' is not a number": ("AA:%",),
    "'{0}' is not a range item": ("[50", "AKx"),
    "'5' is not a range item": ("AA:0,5",),
    "'-' is not a range item": ("A5s - A2s",),
    "'[50]' is not closed": ("[50]AA",),
    "'[/50]': weighted items": ("AA[/50]",),
    "'[/40]': weighted items": ("[50]AA[/40]",),
    "'[25]': weighted items": ("[50]AA[25]KK[/25][/50]",),
    "'AA:0.5' has two weights": ("[50]AA:0.5[/50]",),
    "higher rank first": ("KA",),
    "neither suited nor offsuit": ("AAs",),
    "twice": ("AsAs",),
    "'AA' and 'AsAd:0.5' give AsAd different weights": ("AA, AsAd:0.5",),
    "'22+:0.5' and 'KK' give KdKc different weights": ("22+:0.5, KK, QQ+",),
}
"""For each message, in which {0} is what stands behind the hand, the texts that get it."""


@pytest.mark.parametrize(
    ("text", "message"), [(text, said) for said, texts in MALFORMED.items() for text in texts]
)
def test_malformed_ranges_are_rejected_in_one_line(text, message):
    with pytest.raises(RangeError) as caught:
        parse_range(text)
    message = message.format(re.split("^AA[:@]", text)[-1])
    assert message in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("KK,AA,QQ", "QQ+"),
        ("88-JJ", "JJ-88"),
        ("AKs,AKo", "AK"),
        ("ATs+,ATo+", "AT+"),
        ("A2s+,ATo+", "A2s+, ATo+"),
        ("A5s-A2s:0.5, QQ+", "QQ+, A5s-A2s:0.5"),
        ("32s", "32s"),
        ("AsAd, AsAh", "AsAh, AsAd"),
        ("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32", "random"),
        ("random:0.5", "random:0.5"),
        ("", ""),
    ],
)
def test_text_is_compact_and_canonical(text, canonical):
    assert range_text(parse_range(text)) == canonical


@settings(max_examples=25)
@given(st.lists(weight_values, min_size=169, max_size=169))
def test_class_weights_round_trip(class_weights):
    weights = np.array(class_weights)[CLASS_OF_COMBO]
    assert np.array_equal(parse_range(range_text(weights)), weights)


@pytest.mark.ci
@given(st.dictionaries(st.integers(0, 1325), weight_values, max_size=60), weight_values)
def test_combo_weights_round_trip(changes, base):
    weights = np.full(1326, base)
    weights[list(changes)] = list(changes.values())
    text = range_text(weights)
    assert np.array_equal(parse_range(text), weights)
    assert range_text(parse_range(text)) == text


@given(st.text(alphabet="AKQT952akshcdo+-:.,1 \nerandom", max_size=30))
def test_any_text_is_parsed_or_rejected(text):
    try:
        weights = parse_range(text)
    except RangeError as error:
        assert "\n" not in str(error)
    else:
        assert np.array_equal(parse_range(range_text(weights)), weights)


def test_impossible_weights_are_rejected():
    for weights in (np.ones(1325), *(np.full(1326, odd) for odd in (1.5, -1.0, np.nan))):
        with pytest.raises(RangeError):
            range_text(weights)


@given(st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=3, max_size=3))
def test_ranks_of_small_games_round_trip(by_rank):
    weights = np.repeat(by_rank, 2)
    assert (parse_held(LEDUC, held_text(LEDUC, weights)) == weights).all()


def test_small_game_ranks_match_displayed_ranks():
    assert held_text(LEDUC, parse_held(LEDUC, "q:.5, K")) == "K, Q:0.5"
    assert (parse_held(LEDUC, "random:0.5") == 0.5).all()
    assert (parse_held(LEDUC, "[50]K[/50] Q@25") == parse_held(LEDUC, "K:0.5, Q:0.25")).all()
    holdem = get_game("holdem-nolimit")
    assert (parse_held(holdem, "QQ+") == parse_range("QQ+")).all()
    assert held_text(holdem, parse_range("QQ+")) == "QQ+"
    for text, words in (("A", "K Q J"), ("K:2", "weight"), ("K K:0.5", "different weight")):
        with pytest.raises(RangeError, match=words):
            parse_held(LEDUC, text)
