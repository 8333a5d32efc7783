import random

import pytest

from engine.hand import HandState
from engine.player import CALL, raise_to
from pokergui.felt.frames import frames_of
from pokergui.felt.table_scene import TableSceneBuilder
from pokergui.viewmodel import DealCard, PayPot, TableScene
from tests.naive.pokerkit_hands import random_action
from tests.naive.random_hands import uneven
from tests.pokergui.gallery.many_scenes import frames_until, game_of, run_out, sides


def pots(scene):
    return [(one.name, one.text, [each.name for each in one.rivals]) for one in scene.pot.parts]


def test_side_pots_name_who_can_win_them_and_seats_name_their_pots():
    scene, rivals = frames_until(*sides(6))[-1].scene, ["Slate", "Basalt", "Odds counter"]
    assert pots(scene) == [
        ("Main pot", "9,250", ["Granite", "Tidewater", *rivals]),
        ("Side pot 1", "11,000", ["Tidewater", *rivals]),
        ("Side pot 2", "3,000", rivals),
    ]
    every = ("Main", "Side 1", "Side 2")
    assert [seat.pots for seat in scene.seats] == [every[:1], every[:2], *[every] * 3, ()]
    assert scene.seats[0].action == "calls 1,800, all-in"
    assert [seat.folded for seat in scene.seats] == [False] * 5 + [True]
    # The bet in front of a seat is in no pot yet.
    assert (scene.pot.text, scene.bets[2].text) == ("Pot 24,750", "1,500")


def test_the_end_says_who_won_which_pot():
    scene = frames_until(*run_out(6))[-1].scene
    assert pots(scene) == [
        ("Main pot", "7,400", ["Tidewater"]),
        ("Side pot 1", "8,250", ["Tidewater"]),
        ("Side pot 2", "9,200", ["Odds counter"]),
    ]
    assert all(part.won for part in scene.pot.parts)
    assert [scene.seats[at].action for at in (1, 4)] == ["takes 15,650", "takes 9,200"]
    assert scene.result.text == "Tidewater wins 11,050 (110.5 bb)"
    assert scene.result.note == "main pot and side pot 1: Tidewater, side pot 2: Odds counter"
    for hero, text, tone in (  # a person reads the own result first
        (4, "You break even", "even"),
        (1, "You win 11,050 (110.5 bb)", "won"),
        (2, "You lose 9,200 (92 bb)", "lost"),
    ):
        scene = frames_until(*run_out(6), hero=hero)[-1].scene
        assert scene.result.text.startswith(text) and scene.result.tone == tone
        assert ("You" in scene.result.note) == (hero in (1, 4))
        assert scene.seats[0].name == "You"


@pytest.mark.parametrize("seed", range(12))
def test_chips_are_conserved_and_pots_hold_what_lies_in_the_middle(seed):
    rng = random.Random(seed)
    game = uneven(rng.randint(3, 6), rng)
    hand = HandState.deal(game, rng.sample(game.deck, len(game.deck)))
    seats, total = game.num_players, sum(game.stacks)
    names = tuple(f"Engine {seat}" for seat in range(seats))
    picture = TableSceneBuilder(game, names, frozenset(), frozenset(range(seats)), seed % seats)

    def scene():
        if picture.payoffs is None:
            assert sum(picture.stacks) + picture.pot == total
            assert not picture.pots or sum(p.amount for p in picture.pots) == picture.collected
        seen = tuple(picture.seat_scene(seat) for seat in picture.order)
        return TableScene(seen, picture.bet_scenes(), pot=picture.pot_scene())

    frames = frames_of(picture, hand.opening_events, scene)
    deals = [step for frame in frames for step in frame.steps if isinstance(step, DealCard)]
    every = {(seat, index) for seat in range(seats) for index in range(2)}
    assert {(deal.seat, deal.index) for deal in deals} == every
    while not hand.finished:
        frames += frames_of(picture, hand.apply(random_action(rng, hand)), scene)
    net = [a - b for a, b in zip(picture.stacks, game.stacks, strict=True)]
    assert sum(net) == 0 and net == list(hand.payoffs)
    paid = next(step for step in frames[-1].steps if isinstance(step, PayPot))
    winners = {seat for seat in range(seats) if picture.won[seat]}
    assert {picture.order[seat] for seat in paid.seats} == winners
    # Every pot shown at the end has a winner, and every winner a pot.
    parts = frames[-1].scene.pot.parts
    if parts:
        assert all(part.rivals for part in parts)
        assert {one.seat for part in parts for one in part.rivals} == set(paid.seats)


def test_more_than_four_pots_are_shown_as_four():
    game = game_of(6, (1_000, 2_000, 3_000, 4_000, 5_000, 6_000))
    raises = (raise_to(3_000), raise_to(4_000), raise_to(5_000))
    scene = frames_until(game, (*raises, CALL, CALL, CALL))[-1].scene
    names = ["Main pot", "Side pot 1", "Side pot 2", "Side pots 3 to 4"]
    assert [part.name for part in scene.pot.parts] == names
