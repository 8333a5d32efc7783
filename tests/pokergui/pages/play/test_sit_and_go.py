from dataclasses import replace
from itertools import pairwise

import pytest

from ai.sit_and_go.plan import Level, SitAndGo, TournamentEntry
from pokergui.formatting.choices import PlayChoice
from pokergui.links import SitAndGoLink
from pokergui.pages.play.work.play_on import stage_plan

pytestmark = pytest.mark.slow

PLAN = SitAndGo((200, 200, 200), (Level(10, 20), Level(50, 100, 10)), 2, (50.0, 30.0, 20.0))
CHOICE = replace(PlayChoice("holdem-nolimit-3").against("call"), plan=PLAN.text)


@pytest.fixture
def table(seated):
    return seated(CHOICE)


def all_in(table):
    """Play on, all-in whenever there is a raise, until the user is out or has won."""
    for _ in range(80):
        if table.play.over:
            return
        if "call" in table.legal:
            kind = "raise" if "raise" in table.legal else "call"
            table.act(kind, "all-in")
        else:
            table.next()
    raise AssertionError("the sit-and-go did not end")


def test_sit_and_go_is_played_to_the_end_with_its_hands_in_the_store(table):
    assert table.scene.subtitle == "Level 1 of 2: 10/20"
    all_in(table)
    stage = table.play.last_stage
    assert sum(stage.stacks) == 600 and stage.places[0] > 0
    assert "sit-and-go" in table.notice.title or "place" in table.notice.title
    found = [(hand, hand.entry) for hand in table.saved() if hand.entry is not None]
    assert [entry.stage.hand for _, entry in found] == list(range(stage.hand))
    assert len({entry.began for _, entry in found}) == 1
    for (hand, entry), (_, following) in pairwise(found):
        assert entry.after(hand.payoffs) == following
    last, entry = found[-1]
    assert entry.after(last.payoffs).stage == stage
    assert table.play.next_entry is None
    table.next()  # another one begins
    assert table.play.last_stage.hand == 0 and table.play.last_stage.stacks == PLAN.stacks


def test_players_without_chips_leave_the_table_and_blinds_rise(seated):
    table = seated(replace(CHOICE.against("raise"), plan=PLAN.text))
    for _ in range(12):
        if len(table.play.players) == 2 and table.play.game.big_blind == 100:
            break
        table.finish_hand("fold")  # the others raise each other all-in
        table.next()
    assert len(table.play.players) == 2 and len(table.scene.seats) == 2
    assert table.play.table.game.blinds == (100, 50)
    assert table.scene.subtitle == "Level 2 of 2: 50/100, ante 10"
    strip = table.shown["session"]
    assert (strip.hands.value, strip.verdict) == ("2 of 3", "Prizes 50/30/20")


def test_killed_sit_and_go_goes_on_at_the_same_decision_and_between_hands(table):
    table.reach_decision()
    entry, deck = table.play.entry, table.play.table.deck
    table.again()
    assert (table.play.entry, table.play.table.deck) == (entry, deck)
    table.finish_hand("fold")
    following = table.play.next_entry
    assert following.stage.hand == entry.stage.hand + 1
    table.again()
    assert table.play.entry == following


def test_sit_and_go_that_was_left_goes_on_when_its_table_is_chosen_again(table):
    table.reach_decision()
    table.finish_hand("fold")
    following = table.play.next_entry
    table.do(table.presenter.choose, "depth", "50")
    assert table.play.entry is None and table.play.game.big_blind == 100
    table.do(table.presenter.choose, "depth", PLAN.text)
    assert table.play.entry == following
    table.do(table.presenter.choose, "opponent", "random")
    assert table.play.entry.began != following.began


def test_no_decision_of_a_sit_and_go_is_taken_back(table):
    table.reach_decision()
    table.act("call")
    assert not table.bar.can_undo
    table.undo()
    table.do(table.hands.play_from_crumb, 0)
    assert not table.play.training


def test_plan_is_typed_or_refused_in_words(table):
    stakes, scenes = table.presenter.stakes, []
    stakes.scene.connect(scenes.append)
    stakes.edit("3", "30 50 20")
    assert "may not rise" in scenes[-1].problem
    stakes.enter()
    assert table.presenter.stakes is stakes and table.play.last_stage.plan == PLAN
    stakes.edit("3", "100")
    stakes.edit("0", "300 400 500")
    assert scenes[-1].problem == "" and not scenes[-1].of_seats
    table.do(stakes.enter)
    assert table.play.last_stage.plan.stacks == (300, 400, 500)
    depth = table.shown["top"].depth
    assert depth.current in [choice.key for choice in depth.choices]


def test_stage_of_a_link_is_played_on_the_button(table):
    link = SitAndGoLink((900, 500), (25, 50), 50, (65.0, 35.0), big_blind_ante=True)
    table.do(table.presenter.play_stage, link)
    play = table.play
    assert play.game.stacks == (500, 900) and play.hero == 1
    assert play.table.game.stacks == (900, 500) and play.table.game.antes == (50, 0)
    assert table.shown["top"].opponent.current == "tournament:payouts=65/35"
    table.do(table.presenter.play_stage, SitAndGoLink((900, 500), (25, 50)))
    assert table.shown["top"].opponent.current == "jam-fold"
    begun = table.play.next_entry.began
    table.do(table.presenter.play_stage, SitAndGoLink((900, 500), (25, 50)))
    assert table.play.last_stage.hand == 0 and table.play.next_entry.began != begun
    table.do(table.presenter.play_stage, SitAndGoLink((500, 0), (25, 50)))
    assert "seat 1 has no chips" in table.notice.text.lower()


def test_players_of_a_link_are_numbered_from_the_button():
    plan, big_blind = stage_plan(SitAndGoLink((500, 900, 300, 700), (25, 50), 5))
    assert (plan.stacks, plan.payouts) == ((700, 500, 900, 300), (1.0,))
    assert plan.start(big_blind).game.stacks == (500, 900, 300, 700)


def test_damaged_or_wrong_plans_are_dropped(tmp_path):
    for plan in ("x", PLAN.text + " ", SitAndGo((9, 9), PLAN.levels, 2, (1.0,)).text):
        choice = replace(CHOICE, plan=plan).valid(tmp_path)
        assert not choice.plan
    assert CHOICE.valid(tmp_path).plan == PLAN.text
    assert not replace(PlayChoice("leduc"), plan=PLAN.text).valid(tmp_path).plan


def test_only_notes_of_sit_and_gos_are_read_as_such():
    entry = TournamentEntry("2026-01-02T03:04:05.678Z", PLAN.start())
    assert TournamentEntry.of_notes((entry.note, "another")) == entry
    for notes in ((), ("clock",), ("sit-and-go",), ("sit-and-go now 1 2 3",)):
        assert TournamentEntry.of_notes(notes) is None
