from dataclasses import replace

import pytest

from engine.game import get_game
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.background.engines import trust
from pokergui.links import HandLink, PlayLink, StudyLink
from pokergui.store import HandReader, HandSelection
from tests.pokergui.heard import heard
from tests.pokergui.makers import caller_file

pytestmark = pytest.mark.slow
TAG = "Training hand, not counted"


def link_to(game, *actions, hero=0, opponent="call"):
    rules = get_game(game) if isinstance(game, str) else game
    return PlayLink(rules, shuffled_deck(rules, rng_state(5)), actions, hero, opponent)


def play_from(table, *place, **more):
    link = place[0] if isinstance(place[0], PlayLink) else link_to(*place, **more)
    table.do(table.presenter.play_from, link)
    return link


def test_undo_goes_back_decision_by_decision_with_the_same_cards(played):
    table = played("holdem-nolimit")
    table.reach_decision()
    before = table.actions
    table.undo()  # there is nothing to undo
    assert (table.actions, table.scene.tag, table.bar.can_undo) == (before, "", False)
    table.hands.act("raise", "400")
    assert table.runner.waiting and table.scene.seats[1].thinking
    table.undo()  # and any engine answer is dropped
    assert table.actions == before and table.play.hero_to_act
    table.reach_decision(2)
    play = table.play
    deck, hero, decisions = play.table.deck, play.hero, play.decisions()
    for wanted in (decisions[1], decisions[0]):
        table.undo()
        assert (len(table.actions), table.scene.tag) == (wanted, TAG)
        assert (play.table.deck, play.hero, play.hero_to_act) == (deck, hero, True)
    assert not table.bar.can_undo


def test_undone_hand_is_saved_as_training_and_not_counted(played):
    table, seen = played("leduc"), []
    table.presenter.opponents.seats[0].observe = seen.append
    table.reach_decision(1)
    table.undo()
    table.finish_hand()
    assert table.modes == ["training"] and table.shown["session"].hands.value == "0"
    assert table.shown["last_hand"].note.endswith("training hand, not counted")
    assert table.bar.next_hand.pause_ms == 0
    with HandReader(table.store.path) as reader:
        assert reader.player_statistics(HandSelection(modes=("play",))) == ()
    assert seen == []  # engines learn from hands that count
    table.next()
    assert table.scene.tag == ""
    table.finish_hand()
    assert table.modes == ["training", "play"] and len(seen) == 1
    first = table.saved()[-1]
    table.undo()  # going back into a finished hand leaves that hand unchanged
    assert (table.scene.tag, table.scene.result) == (TAG, None)
    table.finish_hand("fold")
    _, kept, again = table.saved()
    assert kept == first and again.mode == "training" and again.cards == first.cards
    assert table.shown["session"].hands.value == "1"


def test_crumb_returns_to_its_decision(played):
    table = played("holdem-nolimit")
    table.reach_decision(1)
    crumbs, before = table.shown["line"].crumbs, table.actions
    mine = next(i for i, crumb in enumerate(crumbs) if crumb.text.startswith("You "))
    table.do(table.hands.play_from_crumb, mine)
    done = sum(crumb.kind == "action" for crumb in crumbs[:mine])
    assert table.actions == before[:done] and table.play.hero_to_act
    table.finish_hand()
    crumbs = table.shown["line"].crumbs
    theirs = next(i for i, crumb in enumerate(crumbs) if crumb.text.startswith("Caller"))
    table.do(table.hands.play_from_crumb, theirs)
    assert table.shown["line"].crumbs[: theirs + 1] == crumbs[: theirs + 1]  # it calls again


def test_link_is_played_on_without_changing_remembered_choices(played):
    table = played("leduc")
    table.reach_decision(1)
    link = play_from(table, "holdem-nolimit@50", raise_to(250), CALL, opponent="raise")
    top, play = table.shown["top"], table.play
    assert (top.game.current, top.depth.current) == ("holdem-nolimit", "50")
    assert top.opponent.current == "raise" and table.scene.tag == TAG
    assert (play.table.deck, play.hero, table.actions) == (link.deck, 0, link.actions)
    table.finish_hand("fold")
    (hand,) = table.saved()  # the abandoned hand is unfinished
    assert (hand.mode, hand.engines, hand.hero) == ("training", ("", "raise"), 0)
    table.next()
    assert table.scene.tag == "" and table.play.game == link.game
    assert "choice_made" not in table.shown
    table.do(table.presenter.choose, "game", "leduc")
    assert table.shown["top"].opponent.current == "call"
    table.finish_hand()
    table.next()
    table.reach_decision(1)
    session = table.play  # against the current opponent the session continues
    play_from(table, "leduc", CALL)
    assert table.play is session and table.actions[:2] == (CALL, CALL)  # the engine was to act
    assert "waits" in table.notice.title


@pytest.mark.ci
def test_links_carry_added_engines(played, tmp_path):
    table, name = played("kuhn"), caller_file(tmp_path / "caller.py")
    play_from(table, "leduc", opponent=name)  # as from a hand someone else wrote
    assert table.notice.title == "caller could not start" and "is a program" in table.notice.text
    trust(name)  # as one chosen in a dialog
    play_from(table, "leduc", opponent=name)
    opponent = table.shown["top"].opponent
    assert (opponent.current, opponent.choices[-1].title) == (name, "caller")


def test_links_with_unlisted_opponents_depths_and_stakes(played):
    table = played("leduc", "raise")
    for opponent in ("", "nobody"):
        play_from(table, "holdem-limit", hero=1, opponent=opponent)
        assert table.shown["top"].opponent.current == "raise"  # the current one
    play_from(table, "holdem-nolimit@37", hero=1)
    depth = table.shown["top"].depth
    assert depth.current == "37" in [choice.key for choice in depth.choices]
    rules = replace(get_game("holdem-nolimit@50"), name="own", blinds=(2, 1), stacks=(180, 205))
    play_from(table, rules, hero=1)
    assert table.scene.subtitle.startswith("Blinds 1/2")
    table.act("fold")
    table.next()
    table.reach_decision()
    assert table.play.game == get_game("holdem-nolimit@90")


BAD = {
    "short deck": lambda link: replace(link, deck=link.deck[:-1]),
    "twice": lambda link: replace(link, deck=(link.deck[0], *link.deck[:-1])),
    "no seat": lambda link: replace(link, hero=-1),
    "illegal": lambda link: replace(link, actions=(FOLD,)),
    "over": lambda link: replace(link, actions=(raise_to(2), FOLD)),
    "rules": lambda link: replace(link, game=replace(link.game, max_raises=(1, 1))),
}


def test_impossible_link_is_reported_and_loses_nothing(played):
    table = played("leduc")
    table.reach_decision(1)
    before = table.actions
    for kind, spoilt in BAD.items():
        table.notices.clear()
        play_from(table, spoilt(link_to("leduc")))
        assert table.notice.title == "This hand cannot be played from there", kind
        assert (table.actions, table.scene.tag) == (before, ""), kind
    table.finish_hand()
    assert table.modes == ["play"]


def test_decisions_of_a_hand_open_in_study(played):
    table = played("leduc")
    asked = heard(table.presenter.study_requested)
    table.reach_decision(1)
    table.presenter.study()
    play = table.play
    spot, hole = play.table.hand.spot, play.view_to_act().hole
    assert asked == [StudyLink(play.game, spot.actions, spot.board, hole)]
    table.finish_hand()
    table.presenter.study()
    there = PublicState(asked[1].game, asked[1].actions, asked[1].board)
    assert there.to_act == play.hero
    assert len(there.board) == there.game.board_sizes[there.street]


def test_last_hand_is_solved_in_study_with_the_cards_that_were_shown(played):
    table = played("holdem-nolimit", "call")
    asked = heard(table.presenter.hand_requested)
    table.presenter.solve_hand()
    assert asked == [] and table.told == []  # there is no hand yet
    table.finish_hand()
    table.presenter.solve_hand()
    state, hero = table.play.table.hand, table.play.hero
    assert asked == [HandLink(state.spot, state.holes, asked[0].names, hero, "Hand 1")]
    assert asked[0].names[hero] == "You"
    table.next()
    table.finish_hand("raise")
    table.presenter.solve_hand()
    assert asked[-1].source == "Hand 2"
    table.next()
    table.presenter.solve_hand()  # while the next hand is played: the one before it
    assert asked[-1].source == "Hand 2"
    table.finish_hand("fold")
    table.presenter.solve_hand()
    assert table.notice.title == "This hand cannot be solved"
    assert len(asked) == 3


def test_cards_that_were_not_shown_are_not_in_the_hand_to_be_solved(played):
    table = played("holdem-nolimit", "raise")
    asked = heard(table.presenter.hand_requested)
    while not table.play.table.hand.spot.street or "fold" not in table.legal:
        table.act("call")
    table.act("fold")
    table.presenter.solve_hand()
    hero = table.play.hero
    assert [hole is None for hole in asked[0].holes] == [seat != hero for seat in range(2)]
