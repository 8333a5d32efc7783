"""The Play presenter: hands, choices, sizes, secrets."""

from __future__ import annotations

import re

import pytest

from engine.game import get_game

pytestmark = pytest.mark.slow


def net_of(text: str) -> tuple[int, float | None]:
    """The person's net chips in a sentence, and its big blinds where it names them."""
    if "even" in text:
        return 0, None
    found = re.fullmatch(r"You (win|won|lose|lost) ([\d,]+)(?: antes?| \(([\d,.]+) bb\))", text)
    assert found, text
    sign = 1 if found[1] in ("win", "won") else -1
    blinds = None if found[3] is None else sign * float(found[3].replace(",", ""))
    return sign * int(found[2].replace(",", "")), blinds


def chips(text: str) -> int:
    return int(text.replace(",", "").replace("−", "-"))


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_hands_of_each_game_are_played_shown_and_saved(played, name):
    table = played(name, "random")
    game, told = get_game("holdem-nolimit@100" if name == "holdem-nolimit" else name), []
    for number in range(12):
        table.finish_hand(("fold", "call", "raise")[number % 3])
        scene, last = table.scene, table.shown["last_hand"]
        net = net_of(scene.result.text)
        told.append(net)
        assert net == net_of(last.text) and last.title == f"Hand {number + 1}"
        tone = "won" if net[0] > 0 else "lost" if net[0] < 0 else "even"
        assert scene.result.tone == tone
        words = {"won": ("take ", ""), "lost": ("", "takes "), "even": ("split", "splits")}[tone]
        for seat, word in zip(scene.seats, words, strict=True):
            assert seat.action.startswith(word) and bool(seat.action) == bool(word or seat.folded)
        assert {card.name for card in last.cards} == {card.name for card in scene.seats[0].cards}
        assert table.shown["session"].hands.value == str(number + 1)
        table.next()
    totals = set()
    for frame in table.frames:
        pot = frame.scene.pot.text.split()
        stacks = sum(chips(seat.stack) for seat in frame.scene.seats)
        totals.add(stacks + chips(pot[-1] if pot else "0"))
    assert totals in ({0}, {sum(game.stacks)})  # in games of antes a plate shows what is won
    hands = table.saved()
    assert [hand.result for hand in hands] == [net for net, _ in told]
    assert all(hand.record.replay().payoffs == hand.record.payoffs for hand in hands)
    for net, blinds in told:
        assert blinds is None or blinds == pytest.approx(net / game.big_blind, abs=0.051)


def test_the_line_follows_the_person_at_once_and_tells_no_more(played):
    table = played("holdem-nolimit")
    table.reach_decision()
    before = table.shown["line"].crumbs
    table.hands.act("call", "")
    after = table.shown["line"].crumbs
    assert after[:-1] == before[:-1] and before[-1].kind == "present"
    assert after[-1].text in ("You call", "You check")


def test_asking_twice_for_the_next_hand_deals_one(played):
    table = played("kuhn")
    table.finish_hand()
    table.presenter.next_hand()
    deal = table.hands.writer.deal
    table.presenter.next_hand()
    assert table.hands.writer.deal is deal
    table.settle()
    assert table.play.in_hand


def test_the_opponents_cards_are_shown_at_a_showdown_only(played):
    table = played("holdem-nolimit")
    table.reach_decision()
    hidden = [frame.scene.seats[1].cards for frame in table.frames]
    table.finish_hand()
    assert not any(card.face_up or card.name for cards in hidden for card in cards)
    assert all(card.face_up for card in table.scene.seats[1].cards)


def test_nothing_tells_the_end_before_the_table_has_shown_it(played):
    table = played("kuhn")
    table.reach_decision()
    while table.bar.next_hand is None:
        before = table.shown["session"].hands.value, table.shown["last_hand"]
        table.hands.act("call", "")
        table.runner.run_all()
        assert table.bar.next_hand is None
        assert (table.shown["session"].hands.value, table.shown["last_hand"]) == before
        table.hands.table_settled()
    assert table.shown["session"].hands.value == "1" and before[1] is None
    first = table.shown["last_hand"]
    table.next()
    table.reach_decision()
    assert table.shown["last_hand"] is first
    table.presenter.choose_opponent("raise")
    assert table.shown["last_hand"] is None


def test_presets_of_ones_own(played):
    table = played("holdem-nolimit")
    table.presenter.set_bets(("2.2x", "3bb"), ("25%", "pot", "all-in"))
    table.reach_decision()
    assert [preset.label for preset in table.bar.sizing.presets] == ["2.2x", "3bb"]
    table.hands.bar.choose_preset(1)
    table.presenter.set_bets(("pot",), ())  # at once
    assert [preset.label for preset in table.bar.sizing.presets] == ["Pot"]
    assert table.bar.sizing.amount == "300"


def test_sizes_by_preset_slider_steps_and_typing(played):
    table = played("holdem-nolimit")
    table.reach_decision()
    bar = table.hands.bar
    bar.choose_preset(3)
    pot = table.bar.sizing.amount
    assert table.bar.sizing.presets[3].selected
    bar.step_amount(1)
    assert int(table.bar.sizing.amount) == int(pot) + 100
    bar.move_slider(1000)
    assert (table.bar.sizing.amount, table.bar.slots[2].tone) == ("10,000", "allin")
    bar.move_slider(0)
    assert table.bar.sizing.least.endswith(table.bar.sizing.amount)
    for text in ("7", "x", "", "999999", "-3", "1e3", "²"):
        bar.edit_amount(text)
        assert table.bar.sizing.amount == text and table.bar.sizing.error
        frames = len(table.frames)
        table.act("raise", text)
        assert len(table.frames) == frames and "raise" not in table.legal
    bar.edit_amount("500")
    assert not table.bar.sizing.error
    table.act("raise", "500")
    assert any(action.raise_to == 500 for action in table.actions)


def test_illegal_actions_of_a_limit_game_say_why(played):
    table = played("leduc", "raise")
    for _ in range(40):
        table.reach_decision()
        if "raise" not in table.legal:
            assert table.bar.slots[2].detail == "cap reached"
            return
        table.act("raise")
    raise AssertionError("the cap was never reached")


def test_changing_game_or_opponent_leaves_the_hand_and_asks_nothing(played):
    table = played("holdem-nolimit")
    table.reach_decision()
    table.do(table.presenter.choose_game, "kuhn")
    assert table.shown["choice_made"].game == "kuhn" and table.shown["top"].depth is None
    assert table.shown["explainer"] is not None and table.scene.board == ()
    table.do(table.presenter.choose_opponent, "raise")
    assert table.scene.seats[1].name == "Raiser"
    table.do(table.presenter.choose_game, "holdem-nolimit")
    table.do(table.presenter.choose_depth, "20")
    assert table.shown["top"].depth.current == "20"
    assert table.saved() == ()


def test_hands_are_played_on_when_they_cannot_be_saved(played):
    table = played("kuhn")
    table.finish_hand()
    table.store.close()
    table.next()
    assert table.notice.title == "Hands cannot be saved"
    table.reach_decision()
