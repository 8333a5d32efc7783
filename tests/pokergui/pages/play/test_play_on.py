"""Taking back, playing on from a link: the table, saved hands, counted hands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game, get_game
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.background.engines import trust
from pokergui.formatting.choices import PlayChoice
from pokergui.formatting.line import actions_before
from pokergui.links import PlayLink, StudyLink
from pokergui.store import HandFilter, HandReader
from pokergui.store.hands import StoredHand

TAG = "Training hand, not counted"


def saved(table: Any) -> tuple[StoredHand, ...]:
    """All hands on disk, once everything is written."""
    table.settle()
    with HandReader(table.store.path) as reader:
        return tuple(reader.list().hands)


def actions_of(table: Any) -> tuple[Any, ...]:
    return tuple(table.presenter.hands.play.table.hand.spot.actions)


def undo(table: Any) -> None:
    table.presenter.hands.undo()
    table.settle()


def can_undo(table: Any) -> bool:
    return bool(table.page.shown["actions"].can_undo)


def to_second_decision(table: Any) -> None:
    """A hand in which the person has decided once and is to act again."""
    for _ in range(200):
        table.reach_decision()
        table.act("call")
        if table.presenter.hands.play.hero_to_act:
            return
    raise AssertionError("the person never got a second decision")


def test_nothing_to_take_back_before_the_first_decision(played: Any) -> None:
    table = played("holdem-nolimit")
    table.reach_decision()
    assert not can_undo(table)
    before = actions_of(table)
    undo(table)
    assert actions_of(table) == before
    assert table.page.scene.tag == ""


def test_undo_goes_back_decision_by_decision_with_the_same_cards(played: Any) -> None:
    table = played("holdem-nolimit")
    to_second_decision(table)
    table.act("call")
    play = table.presenter.hands.play
    deck, hero = play.table.deck, play.hero
    decisions = play.decisions()
    assert len(decisions) == 3
    for wanted in (decisions[1], decisions[0]):
        assert can_undo(table)
        undo(table)
        assert len(actions_of(table)) == wanted
        assert (play.table.deck, play.hero, play.hero_to_act) == (deck, hero, True)
        assert table.page.scene.tag == TAG
        assert TAG in table.page.scene.status
        assert table.page.shown["line"].crumbs[-1].kind == "present"
    assert not can_undo(table)


def test_a_hand_taken_back_is_saved_as_training_and_not_counted(played: Any) -> None:
    table = played("leduc")
    to_second_decision(table)
    undo(table)
    table.finish_hand()
    (hand,) = saved(table)
    assert hand.mode == "training"
    assert hand.record.replay().payoffs == hand.record.payoffs
    assert table.page.shown["session"].hands.value == "0"
    assert table.page.shown["actions"].next_hand.pause_ms == 0
    with HandReader(table.store.path) as reader:
        assert reader.player_statistics(HandFilter(modes=("play",))) == ()
    table.presenter.next_hand()
    table.settle()
    assert table.page.scene.tag == ""
    table.finish_hand()
    assert [hand.mode for hand in saved(table)] == ["training", "play"]
    assert table.page.shown["session"].hands.value == "1"


def test_back_into_a_finished_hand_leaves_that_hand_as_it_was(played: Any) -> None:
    table = played("leduc")
    table.finish_hand()
    (first,) = saved(table)
    undo(table)
    assert table.page.scene.tag == TAG
    assert table.page.scene.result is None
    assert table.presenter.hands.play.hero_to_act
    table.act("fold" if table.page.shown["actions"].slots[0].enabled else "call")
    table.finish_hand()
    kept, again = saved(table)
    assert kept == first
    assert (kept.mode, again.mode) == ("play", "training")
    assert (again.cards, again.hero) == (first.cards, first.hero)
    assert again.number == first.number + 1
    assert table.page.shown["session"].hands.value == "1"


def test_undo_interrupts_an_engine_that_thinks(played: Any) -> None:
    table = played("holdem-nolimit")
    table.reach_decision()
    before = actions_of(table)
    slot = table.page.shown["actions"].slots[1]
    table.presenter.hands.act("raise", "400")
    assert slot.enabled
    assert table.runner.waiting
    assert table.page.scene.seats[1].thinking
    undo(table)  # and whatever the engine answered is dropped
    assert actions_of(table) == before
    assert table.presenter.hands.play.hero_to_act


def test_the_position_after_training_goes_on_as_usual(played: Any) -> None:
    table = played("leduc")
    table.finish_hand()
    hero = table.presenter.hands.play.hero
    undo(table)
    table.finish_hand()
    table.presenter.next_hand()
    table.settle()
    assert table.presenter.hands.play.hero == 1 - hero


def test_a_crumb_goes_back_to_what_it_tells_of(played: Any) -> None:
    table = played("holdem-nolimit")
    to_second_decision(table)
    crumbs = table.page.shown["line"].crumbs
    before = actions_of(table)
    mine = next(i for i, crumb in enumerate(crumbs) if crumb.text.startswith("You "))
    table.presenter.hands.play_from_crumb(len(crumbs) - 1)  # here already
    assert table.page.scene.tag == ""
    table.presenter.hands.play_from_crumb(mine)
    table.settle()
    done = sum(crumb.kind == "action" for crumb in crumbs[:mine])
    assert actions_of(table) == before[:done]
    assert table.presenter.hands.play.hero_to_act
    assert table.page.shown["line"].crumbs[:mine] == crumbs[:mine]


def test_a_crumb_of_the_engine_lets_it_act_again(played: Any) -> None:
    table = played("leduc")
    table.finish_hand()
    crumbs = table.page.shown["line"].crumbs
    theirs = next(i for i, crumb in enumerate(crumbs) if crumb.text.startswith("Caller"))
    table.presenter.hands.play_from_crumb(theirs)
    table.settle()
    shown = table.page.shown["line"].crumbs
    assert shown[: theirs + 1] == crumbs[: theirs + 1]  # the caller calls again
    assert table.page.scene.tag == TAG


def link_to(
    game: str, *actions: Any, hero: int = 0, opponent: str = "call", seed: int = 5
) -> PlayLink:
    rules = get_game(game)
    return PlayLink(rules, shuffled_deck(rules, rng_state(seed)), actions, hero, opponent)


def play_from(table: Any, link: PlayLink) -> None:
    table.presenter.play_from(link)
    table.settle()


def test_a_link_is_played_on_and_what_was_chosen_stays_remembered(played: Any) -> None:
    table = played("leduc")
    table.reach_decision()
    chosen: list[PlayChoice] = []
    table.presenter.choice_made.connect(chosen.append)
    link = link_to("holdem-nolimit@50", raise_to(250), CALL, hero=0, opponent="raise")
    play_from(table, link)
    assert chosen == []
    assert table.page.shown["top"].game.current == "holdem-nolimit"
    assert table.page.shown["top"].depth.current == "50"
    assert table.page.shown["top"].opponent.current == "raise"
    play = table.presenter.hands.play
    assert (play.table.deck, play.hero, play.hero_to_act) == (link.deck, 0, True)
    assert actions_of(table) == link.actions
    assert table.page.scene.tag == TAG
    while not table.page.shown["actions"].next_hand:
        table.act("fold" if table.page.shown["actions"].slots[0].enabled else "call")
    (hand,) = saved(table)
    assert (hand.mode, hand.engines, hand.hero) == ("training", ("", "raise"), 0)
    table.presenter.next_hand()
    table.settle()
    assert table.page.scene.tag == ""
    assert table.presenter.hands.play.game == link.game
    assert chosen == []
    table.presenter.choose_game("leduc")
    table.settle()
    assert table.page.shown["top"].opponent.current == "call"


def test_the_engine_acts_first_where_it_is_to_act(played: Any) -> None:
    table = played("leduc")
    play_from(table, link_to("leduc", CALL, hero=0))
    assert actions_of(table)[:2] == (CALL, CALL)
    assert table.presenter.hands.play.hero_to_act


def test_a_link_against_the_present_opponent_keeps_the_session(played: Any) -> None:
    table = played("leduc")
    table.finish_hand()
    session = table.presenter.hands.play
    play_from(table, link_to("leduc", hero=session.hero))
    assert table.presenter.hands.play is session
    assert session.results.hands


def test_an_engine_of_ones_own_comes_along(played: Any, tmp_path: Path) -> None:
    engine = tmp_path / "caller.py"
    engine.write_text(
        "from engine.player import CALL\n\nclass Own:\n    def act(self, view, rng):\n"
        "        return CALL\n"
    )
    table = played("kuhn", "call")
    link = link_to("leduc", hero=0, opponent=f"python:{engine}")
    play_from(table, link)  # as from a hand that somebody else wrote
    assert table.page.notices[-1].title == "caller could not start"
    assert "is a program" in table.page.notices[-1].text
    trust(f"python:{engine}")  # as one that was chosen in a dialog
    play_from(table, link)
    assert table.page.notices[-1].kind == "plain"  # the hand that was left waits
    opponent = table.page.shown["top"].opponent
    assert (opponent.current, opponent.choices[-1].title) == (f"python:{engine}", "caller")
    assert table.presenter.hands.play.training
    table.presenter.choose_opponent("call")
    assert table.page.shown["top"].opponent.current == "call"


@pytest.mark.parametrize(
    ("opponent", "present", "wanted"),
    [("", "call", "call"), ("nobody", "call", "call"), ("", "cfr", "cfr")],
)
def test_an_unknown_opponent_gives_way(
    played: Any, opponent: str, present: str, wanted: str
) -> None:
    table = played("leduc", present)
    play_from(table, link_to("holdem-limit", hero=1, opponent=opponent))
    assert table.page.shown["top"].opponent.current == wanted


def test_depths_and_stakes_that_are_not_on_offer(played: Any) -> None:
    table = played("leduc")
    play_from(table, link_to("holdem-nolimit@37", hero=1))
    top = table.page.shown["top"]
    assert top.depth.current == "37"
    assert "37" in [choice.key for choice in top.depth.choices]
    from dataclasses import replace

    rules = replace(
        get_game("holdem-nolimit@50"), name="imported", blinds=(2, 1), stacks=(180, 205)
    )
    link = PlayLink(rules, shuffled_deck(rules, rng_state(2)), (), 1, "")
    play_from(table, link)
    assert table.page.scene.subtitle.startswith("Blinds 1/2")
    assert table.page.shown["top"].depth.current == "90"
    table.act("fold")
    assert [hand.mode for hand in saved(table)] == ["training"]
    table.presenter.next_hand()
    table.settle()
    table.reach_decision()
    assert table.presenter.hands.play.game == get_game("holdem-nolimit@90")


def other_rules(game: Game) -> Game:
    """A game that is on no list."""
    return replace(game, max_raises=(1, 1))


BAD = {
    "short deck": lambda link: PlayLink(link.game, link.deck[:-1], (), 0, "call"),
    "twice": lambda link: PlayLink(link.game, (link.deck[0], *link.deck[:-1]), (), 0, "call"),
    "no seat": lambda link: PlayLink(link.game, link.deck, (), -1, "call"),
    "illegal": lambda link: PlayLink(link.game, link.deck, (FOLD,), 0, "call"),
    "over": lambda link: PlayLink(link.game, link.deck, (raise_to(2), FOLD), 0, "call"),
    "rules": lambda link: PlayLink(other_rules(link.game), link.deck, (), 0, "call"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_link_that_cannot_be_is_told_and_loses_nothing(played: Any, bad: str) -> None:
    table = played("leduc")
    to_second_decision(table)
    before = actions_of(table)
    play_from(table, BAD[bad](link_to("leduc")))
    notice = table.page.notices[-1]
    assert notice.title == "This hand cannot be played from there"
    assert notice.text[0].isupper()
    assert actions_of(table) == before
    assert table.page.scene.tag == ""
    table.finish_hand()
    assert [hand.mode for hand in saved(table)] == ["play"]


def test_a_hand_left_for_a_link_stays_unfinished(played: Any) -> None:
    table = played("leduc")
    to_second_decision(table)
    play_from(table, link_to("leduc", hero=0))
    table.finish_hand()
    assert [hand.mode for hand in saved(table)] == ["training"]


def test_an_engine_learns_from_hands_that_count(played: Any, monkeypatch: Any) -> None:
    table = played("leduc")
    seen: list[object] = []
    monkeypatch.setattr(table.presenter.opponents.seats[0], "observe", seen.append)
    table.finish_hand()
    assert len(seen) == 1
    undo(table)
    table.finish_hand()
    assert len(seen) == 1


def test_the_present_or_last_decision_opens_in_study(played: Any) -> None:
    table = played("leduc")
    asked: list[StudyLink] = []
    table.presenter.study_requested.connect(asked.append)
    to_second_decision(table)
    table.presenter.study()
    play = table.presenter.hands.play
    spot, view = play.table.hand.spot, play.view_to_act()
    assert asked == [StudyLink(play.game, spot.actions, spot.board, view.hole)]
    table.finish_hand()
    asked.clear()
    table.presenter.study()
    (link,) = asked
    there = PublicState(link.game, link.actions, link.board)
    assert there.to_act == play.hero
    assert len(link.board) == link.game.board_sizes[there.street]


def test_every_decision_of_a_hand_that_is_over_opens_in_study(played: Any) -> None:
    table = played("leduc")
    asked: list[StudyLink] = []
    table.presenter.study_requested.connect(asked.append)
    to_second_decision(table)
    table.finish_hand()
    play = table.presenter.hands.play
    whole, decisions = actions_of(table), play.decisions()
    for count in reversed(decisions):
        index = actions_before(play.table.hand.spot).index(count)
        table.presenter.hands.play_from_crumb(index)
        table.settle()
        table.presenter.study()
        assert asked[-1].actions == whole[:count]
        assert asked[-1].hole == play.view_to_act().hole
    assert len(asked) == len(decisions) >= 2


def test_retry_keeps_the_link(played: Any, monkeypatch: Any, tmp_path: Path) -> None:
    from pokergui.pages.play.presenters import seat_engine as play_opponent

    table = played("leduc")

    def broken(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(play_opponent, "build", broken)
    link = link_to("leduc", CALL, hero=1, opponent="raise")
    play_from(table, link)
    assert table.page.notices[-1].title == "Raiser could not start"
    monkeypatch.undo()
    table.presenter.press_notice("retry")
    table.settle()
    assert table.presenter.hands.play.table.deck == link.deck
