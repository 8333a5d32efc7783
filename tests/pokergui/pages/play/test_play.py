import pytest

from pokergui.felt.table_scene import TableSceneBuilder, net_text
from pokergui.formatting.words import Money

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_hands_of_each_game_are_played_shown_and_saved(played, name):
    table, tones = played(name, "random"), set()
    for number in range(12):
        table.finish_hand(("fold", "call", "raise")[number % 3])
        scene, last, net = table.scene, table.shown["last_hand"], table.saved()[-1].result
        assert scene.result.text == net_text(Money(table.play.game), net)
        tone = "won" if net > 0 else "lost" if net < 0 else "even"
        tones.add(tone)
        words = {"won": ("take ", ""), "lost": ("", "takes "), "even": ("split", "splits")}[tone]
        for seat, word in zip(scene.seats, words, strict=True):
            assert seat.action.startswith(word) and bool(seat.action) == bool(word or seat.folded)
        assert (last.title, scene.result.tone) == (f"Hand {number + 1}", tone)
        assert {card.name for card in last.cards} == {card.name for card in scene.seats[0].cards}
        assert table.shown["session"].hands.value == str(number + 1)
        table.next()
    hands = table.saved()
    assert len(hands) == 12 and len(tones) > 1
    assert all(hand.record.replay().payoffs == hand.record.payoffs for hand in hands)


def test_no_text_reveals_hidden_cards(played):
    def told():
        return table.shown["session"].hands.value, table.shown["last_hand"]

    table = played("holdem-nolimit")
    table.reach_decision()
    hidden = [frame.scene.seats[1].cards for frame in table.frames]
    before = table.shown["line"].crumbs
    table.hands.act("call", "")  # the line updates at once
    after = table.shown["line"].crumbs
    assert after[:-1] == before[:-1] and before[-1].kind == "present"
    assert after[-1].text in ("You call", "You check")
    table.settle()
    while table.bar.next_hand is None:
        before = told()
        table.hands.act("call", "")
        table.runner.run_all()
        assert table.bar.next_hand is None and told() == before
        table.hands.table_settled()
    assert told()[0] == "1" and before[1] is None
    assert not any(card.face_up or card.name for cards in hidden for card in cards)
    assert all(card.face_up for card in table.scene.seats[1].cards)  # only at a showdown


def test_each_changed_state_is_built_once_and_given_to_the_table(played, monkeypatch):
    build, built = TableSceneBuilder.scene, []

    def counted(picture, *parts, **more):
        built.append(build(picture, *parts, **more))
        return built[-1]

    table = played("leduc")
    table.reach_decision()
    monkeypatch.setattr(TableSceneBuilder, "scene", counted)
    shown = len(table.frames)
    table.hands.act("call", "")
    given = [frame.scene for frame in table.frames[shown:]]
    assert given == built and len(set(given)) == len(given)


def test_requesting_the_next_hand_twice_deals_one(played):
    table = played("kuhn")
    table.finish_hand()
    table.presenter.next_hand()
    deal = table.hands.writer.deal
    table.presenter.next_hand()
    assert table.hands.writer.deal is deal
    table.settle()
    table.finish_hand()
    table.store.close()
    table.next()  # hands that cannot be saved are played on
    assert table.notice.title == "Hands cannot be saved"
    table.reach_decision()


def test_sizes_by_preset_slider_steps_and_typing(played):
    def labels():
        return [preset.label for preset in table.bar.sizing.presets]

    table = played("holdem-nolimit")
    table.presenter.set_bets(("2.2x", "3bb"), ("25%", "pot", "all-in"))
    table.reach_decision()
    bar = table.hands.bar
    assert labels() == ["2.2x", "3bb"]
    bar.change("preset", 1)
    assert table.bar.sizing.presets[1].selected
    table.presenter.set_bets(("pot",), ())  # at once
    assert labels() == ["Pot"] and table.bar.sizing.amount == "300"
    bar.change("step", 1)
    assert table.bar.sizing.amount == "400"
    bar.change("position", 1000)
    assert (table.bar.sizing.amount, table.bar.slots[2].tone) == ("10,000", "allin")
    for text in ("7", "", "999999", "²"):
        bar.change("text", text)
        frames = len(table.frames)
        table.act("raise", text)
        assert table.bar.sizing.error and len(table.frames) == frames
        assert "raise" not in table.legal
    table.act("raise", "500")
    assert any(action.raise_to == 500 for action in table.actions)
