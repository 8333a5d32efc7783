import itertools
import random
from dataclasses import replace

import pytest

from ai.sit_and_go.plan import Level, SitAndGo, TournamentStage
from engine.errors import PokerError
from engine.hand import HandState
from tests.naive.pokerkit_hands import random_action

LEVELS = (Level(10, 20), Level(25, 50, 5))
PLAN = SitAndGo((1500, 1500, 1500), LEVELS, 4, (50.0, 30.0))
FOUR = SitAndGo((600, 200, 100, 100), LEVELS, 10, (65.0, 35.0))


def test_levels_rise_by_hands_and_the_last_has_no_end():
    stages = [replace(PLAN.start(), hand=hand) for hand in (0, 3, 4, 7, 8, 900)]
    assert [stage.level for stage in stages] == [LEVELS[0]] * 2 + [LEVELS[1]] * 4
    assert [stage.hands_to_next for stage in stages] == [4, 1, None, None, None, None]


@pytest.mark.parametrize(
    ("stacks", "blind", "seats", "blinds"),
    [
        ((500, 500, 500, 500), 1, (0, 1, 2, 3), (10, 20, 0, 0)),
        ((500, 500, 500, 500), 0, (3, 0, 1, 2), (10, 20, 0, 0)),
        ((500, 0, 1000, 500), 0, (3, 0, 2), (10, 20, 0)),
        ((0, 900, 1100, 0), 2, (2, 1), (20, 10)),  # the button is the small blind
    ],
)
def test_seats_go_clockwise_from_the_small_blind(stacks, blind, seats, blinds):
    plan = SitAndGo((500,) * 4, LEVELS, 10, (1.0,))
    stage = TournamentStage(plan, 0, stacks, blind, tuple(0 if chips else 4 for chips in stacks))
    assert stage.seats == seats
    assert stage.game.blinds == blinds
    assert stage.game.stacks == tuple(stacks[player] for player in seats)
    assert stage.game.dealer == len(seats) - 1


def test_big_blind_moves_to_the_next_player_left():
    stage = FOUR.start(big_blind=1)
    stage = stage.after(_payoffs(stage, {0: 100, 2: -100}))
    assert stage.left == (0, 1, 3) and stage.big_blind == 3  # player 2 is out
    stage = stage.after(_payoffs(stage, {3: -100, 0: 100}))
    assert stage.left == (0, 1) and stage.big_blind == 0
    assert stage.after(_payoffs(stage, {})).big_blind == 1


def _payoffs(stage, won):
    return tuple(won.get(player, 0) for player in stage.seats)


def test_places_of_one_hand_are_by_the_stacks_before_it():
    stage = FOUR.start()
    end = stage.after(_payoffs(stage, {0: 300, 1: -200, 2: -100}))
    assert end.places == (0, 3, 4, 0) and not end.over
    shared = stage.after(_payoffs(stage, {0: 200, 2: -100, 3: -100}))
    assert shared.places == (0, 0, 3, 3)
    final = stage.after(_payoffs(stage, {0: 400, 1: -200, 2: -100, 3: -100}))
    assert final.over and final.places == (1, 2, 3, 3)
    assert [final.prize(player) for player in range(4)] == [65.0, 35.0, 0.0, 0.0]


def test_equal_places_share_their_prizes():
    plan = replace(FOUR, payouts=(50.0, 30.0, 15.0, 5.0))
    stage = plan.start()
    shared = stage.after(_payoffs(stage, {0: 200, 2: -100, 3: -100}))
    assert [shared.prize(player) for player in range(4)] == [0.0, 0.0, 10.0, 10.0]
    assert sum(shared.worth) == pytest.approx(100.0)
    assert shared.worth[2:] == (10.0, 10.0)
    # With two left the chances to win are the shares of the chips.
    assert shared.worth[0] == pytest.approx(30 + 20 * 0.8)


@pytest.mark.parametrize("players", range(2, 7))
def test_random_play_ends_with_all_chips_at_one_player(players):
    rng = random.Random(players)
    for _ in range(6):
        stacks = tuple(rng.choice((1, 37, 150, 400, 1500)) for _ in range(players))
        levels = (Level(1, 2), Level(5, 10, 1), Level(50, 100, rng.choice((10, 100))))
        plan = SitAndGo(stacks, levels, 5, (3.0, 2.0, 1.0)[: rng.randint(1, min(3, players))])
        stage, blinds = plan.start(rng.randrange(players)), []
        while not stage.over:
            assert TournamentStage.parse(stage.text) == stage
            blinds.append(stage.big_blind)
            hand = HandState.deal(stage.game, rng.sample(stage.game.deck, 52))
            while not hand.finished:
                hand.apply(random_action(rng, hand))
            stage = stage.after(hand.payoffs)
            assert sum(stage.stacks) == sum(stacks)
            assert sum(stage.worth) == pytest.approx(sum(plan.payouts))
        assert not any(one == two for one, two in itertools.pairwise(blinds))
        assert sorted(stage.places)[0] == 1 and stage.worth[stage.left[0]] == plan.payouts[0]


def test_short_big_blind_does_not_make_calls_cheaper():
    stage = TournamentStage(PLAN, 0, (2245, 5, 2250), 1, (0, 0, 0))
    hand = HandState.deal(stage.game, range(52))
    assert hand.spot.legal.call == 20


@pytest.mark.parametrize(
    ("stacks", "levels", "hands", "prizes", "words"),
    [
        ("1500", "10/20", "10", "50 30 20", ""),
        ("1500, 2000, 900", "10/20, 25/50/5", "10", "50/30/20", ""),
        ("1,5x", "10/20", "10", "50", "'5x' is not a stack in chips"),
        ("1,500", "10/20", "10", "50", "may be one stack or several"),
        ("1500 0 1500", "10/20", "10", "50", "seat 2 has no chips"),
        ("1500 1500", "10/20", "10", "50", "2 stacks for 3 players"),
        ("900000000", "10/20", "10", "50", "at most 1,000,000,000 chips"),
        ("1500", "", "10", "50", "1 to 100 levels"),
        ("1500", "10-20", "10", "50", "'10-20' is not a level"),
        ("1500", "20/10", "10", "50", "small blind from 1 up to the big blind"),
        ("1500", "10/20/21", "10", "50", "ante above the big blind"),
        ("1500", "25/50 10/20", "10", "50", r"level 2 \(10/20\) is below the one before"),
        ("1500", "25/50/5 25/50", "10", "50", "blinds and antes never fall"),
        ("1500", "10/20", "many", "50", "'many' is not a number of hands"),
        ("1500", "10/20", "0", "50", "a level has 1 to 10,000 hands"),
        ("1500", "10/20", "10", "x", "'x' is not a prize"),
        ("1500", "10/20", "10", "4 3 2 1", "4 payouts for only 3 players"),
    ],
)
def test_plans_are_read_or_refused_in_words(stacks, levels, hands, prizes, words):
    if words:
        with pytest.raises(PokerError, match=words):
            SitAndGo.of_texts(3, stacks, levels, hands, prizes)
        return
    plan = SitAndGo.of_texts(3, stacks, levels, hands, prizes)
    assert SitAndGo.of_texts(3, *plan.texts) == SitAndGo.parse(plan.text) == plan


def test_number_of_players_is_bounded():
    for players in (1, 7):
        with pytest.raises(PokerError, match="2 to 6 players"):
            SitAndGo.of_texts(players, "1500", "10/20", "10", "50")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" 2250,0,2250 ", " 2250,0,2251 "),  # chips from nowhere
        (" 2250,0,2250 ", " 0,0,4500 "),  # it is over
        (" 0,3,0", " 0,0,0"),  # a player without chips and place
        (" 0,3,0", " 0,4,0"),
        (" 0 0,3,0", " 1 0,3,0"),  # the big blind is out
        ("10/20", "30/20"),
        ("50/30", "50/+30"),
        (" 7 ", " 07 "),
        (" 7 ", " "),
    ],
)
def test_damaged_stages_are_refused(old, new):
    text = TournamentStage(PLAN, 7, (2250, 0, 2250), 0, (0, 3, 0)).text
    assert TournamentStage.parse(text).text == text and old in text
    with pytest.raises(PokerError):
        TournamentStage.parse(text.replace(old, new))
