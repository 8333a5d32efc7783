from dataclasses import replace

import pytest

from engine.cards import parse_cards
from engine.errors import IllegalActionError
from engine.evaluator import describe
from engine.game import get_game
from engine.lines import spot_of
from engine.player import PublicState
from pokergui.formatting.handname import best_cards, hand_name
from pokergui.formatting.sizing import Amount, OwnSizes, own_offers, parse_size
from pokergui.pages.play.scenes.decision import action_bar

GAME = get_game("holdem-nolimit@100")
BOARD = parse_cards("Ks7d2c9s")
SPOT = spot_of(GAME, "r250c/cr415c/cr965", BOARD)


@pytest.mark.parametrize(
    ("spot", "own", "amounts"),
    [
        (SPOT, OwnSizes(), [1_187, 1_515, 1_843, 2_480, 9_585]),
        (spot_of(GAME, "", ()), OwnSizes(), [200, 250, 300, 400, 10_000]),
        (SPOT, OwnSizes(after=("2.5x", "12bb", "1,300")), [1_375, 1_200, 1_300]),
    ],
)
def test_preset_sizes_use_typed_notation(spot, own, amounts):
    assert [offer.amount for offer in own_offers(spot, own)] == amounts


def test_inapplicable_preset_selects_nothing():
    amount = Amount(spot_of(GAME, "r250c/cc/", BOARD))  # there is no bet to multiply
    amount.offer((), OwnSizes(after=("2.5x",)))
    (preset,), before = amount.scene().presets, amount.text
    assert (preset.amount, preset.enabled) == ("–", False)
    amount.choose_preset(0)
    assert amount.text == before


@pytest.mark.parametrize(
    ("text", "amount", "told"),
    [
        *(("12bb", 1_200, ""), ("12.5 BB", 1_250, ""), ("75%", 1_998, ""), ("2.5x", 1_375, "")),
        *(("pot", 2_480, ""), ("100%", 2_480, ""), ("all-in", 9_585, ""), ("1,837", 1_837, "")),
        *((" 1 837 ", 1_837, ""), ("All in", 9_585, ""), ("2.5X", 1_375, "")),
        ("½", 0, "3bb, 75%"),
        *((text, 0, "3bb, 75%, 2.5x, pot or all-in") for text in ("", "x", "many", "2.5", "bb")),
        ("980", 0, "The minimum raise is to 1,100."),
        ("20000", 0, "The maximum is all-in, a raise to 9,585."),
    ],
)
def test_typed_sizes_are_accepted_or_explained(text, amount, told):
    typed = Amount(SPOT)
    typed.edit(text)
    assert told in typed.error and bool(typed.error) == bool(told)
    if amount:
        assert typed.value == parse_size(SPOT, text) == amount
        assert typed.text == text  # text being typed is not touched


def test_big_blind_sizes_need_a_big_blind():
    rounds = {"num_board": (3, 1, 1), "max_raises": GAME.max_raises[1:], "first_player": (0, 0, 0)}
    flop = replace(GAME, **rounds)
    with pytest.raises(IllegalActionError, match="big blind is not known"):
        parse_size(PublicState(flop, (), BOARD[:3]), "3bb")
    assert parse_size(PublicState(replace(flop, shown_blind=50), (), BOARD[:3]), "3bb") == 150


def test_the_misclick_guard_marks_costly_decisions_only():
    amount, deep = Amount(SPOT), spot_of(GAME, "r2000c/cr9000", parse_cards("Ks7d2c"))
    amount.choose_preset(4)
    for bar, guarded in (
        (action_bar(SPOT, amount, guard=True), [False, False, True]),
        (action_bar(deep, None, guard=True), [True, False, True]),
        (action_bar(deep, None, guard=False), [False, False, False]),
    ):
        assert [slot.guarded for slot in bar.slots] == guarded


def test_hand_names_match_the_evaluator_and_small_games_name_ranks():
    for cards in ("AhKd9s5c2d", "KhKd7s7c2d", "5h4d3s2cAd", "KhKdKs7c7d", "AhKhQhJhTh"):
        assert hand_name(GAME, parse_cards(cards)) == describe(parse_cards(cards)).text
    for cards, name in (("KsKh", "Pair of queens"), ("AsKh", "King high")):
        assert hand_name(get_game("leduc"), parse_cards(cards)) == name
    assert best_cards(parse_cards("KsKh")) == set(parse_cards("KsKh"))
