"""The table of many as events build it up: side pots, who can win them, who won them."""

from __future__ import annotations

import random

import pytest

from engine.hand import HandState
from engine.player import CALL, Action, raise_to
from pokergui.felt.frames import frames_of
from pokergui.felt.table_scene import TableSceneBuilder
from pokergui.viewmodel import DealCard, PayPot, PotPart, TableScene
from tests.pokergui.gallery.many_scenes import frames_until, game_of, run_out, sides
from tests.uneven import some_action, uneven


def words(parts: tuple[PotPart, ...]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(part.name, part.text, tuple(one.name for one in part.rivals)) for part in parts]


def test_side_pots_name_who_can_win_them_and_seats_name_their_pots() -> None:
    scene = frames_until(*sides(6))[-1].scene
    assert words(scene.pot.parts) == [
        ("Main pot", "9,250", ("Granite", "Tidewater", "Slate", "Basalt", "Odds counter")),
        ("Side pot 1", "11,000", ("Tidewater", "Slate", "Basalt", "Odds counter")),
        ("Side pot 2", "3,000", ("Slate", "Basalt", "Odds counter")),
    ]
    assert [seat.pots for seat in scene.seats] == [
        ("Main",),
        ("Main", "Side 1"),
        *(("Main", "Side 1", "Side 2"),) * 3,
        (),
    ]
    assert scene.seats[0].action == "calls 1,800, all-in"
    assert [seat.folded for seat in scene.seats] == [False] * 5 + [True]
    # The bet in front of a seat is in no pot yet.
    assert scene.pot.text == "Pot 24,750"
    assert scene.bets[2].text == "1,500"


def test_the_end_says_who_won_which_pot() -> None:
    scene = frames_until(*run_out(6))[-1].scene
    assert words(scene.pot.parts) == [
        ("Main pot", "7,400", ("Tidewater",)),
        ("Side pot 1", "8,250", ("Tidewater",)),
        ("Side pot 2", "9,200", ("Odds counter",)),
    ]
    assert all(part.won for part in scene.pot.parts)
    assert scene.seats[1].action == "takes 15,650"
    assert scene.seats[4].action == "takes 9,200"
    assert scene.result is not None
    assert scene.result.text == "Tidewater wins 11,050 (110.5 bb)"
    assert scene.result.note == "main pot and side pot 1: Tidewater, side pot 2: Odds counter"


@pytest.mark.parametrize(
    ("hero", "text", "tone"),
    [
        (4, "You break even", "even"),
        (1, "You win 11,050 (110.5 bb)", "won"),
        (2, "You lose 9,200 (92 bb)", "lost"),
    ],
)
def test_a_person_reads_the_own_result_first(hero: int, text: str, tone: str) -> None:
    scene = frames_until(*run_out(6), hero=hero)[-1].scene
    assert scene.result is not None
    assert scene.result.text.startswith(text)
    assert scene.result.tone == tone
    assert ("You" in scene.result.note) == (hero in (1, 4))
    assert scene.seats[0].name == "You"


def played(seed: int) -> tuple[HandState, list[Action]]:
    rng = random.Random(seed)
    game = uneven(rng.randint(3, 6), rng)
    deck = list(game.deck)
    rng.shuffle(deck)
    hand, actions = HandState.deal(game, deck), []
    while not hand.finished:
        actions.append(some_action(hand, rng))
        hand.apply(actions[-1])
    return HandState.deal(game, deck), actions


@pytest.mark.parametrize("seed", range(12))
def test_chips_are_conserved_and_pots_hold_what_lies_in_the_middle(seed: int) -> None:
    hand, actions = played(seed)
    game, seats = hand.game, hand.game.num_players
    names = tuple(f"Engine {seat}" for seat in range(seats))
    picture = TableSceneBuilder(game, names, frozenset(), frozenset(range(seats)), seed % seats)
    total = sum(game.stacks)

    def scene() -> TableScene:
        if picture.payoffs is None:
            assert sum(picture.stacks) + picture.pot == total
            assert not picture.pots or sum(p.amount for p in picture.pots) == picture.collected
        seen = tuple(picture.seat_scene(seat) for seat in picture.order)
        return TableScene(seen, picture.bet_scenes(), pot=picture.pot_scene())

    frames = frames_of(picture, hand.opening_events, scene)
    deals = [step for frame in frames for step in frame.steps if isinstance(step, DealCard)]
    assert {(deal.seat, deal.index) for deal in deals} == {
        (seat, index) for seat in range(seats) for index in range(2)
    }
    for action in actions:
        frames += frames_of(picture, hand.apply(action), scene)
    assert sum(picture.stacks) == total
    assert hand.payoffs is not None
    net = [a - b for a, b in zip(picture.stacks, game.stacks, strict=True)]
    assert net == list(hand.payoffs)
    paid = next(step for step in frames[-1].steps if isinstance(step, PayPot))
    assert {picture.order[seat] for seat in paid.seats} == {
        s for s in range(seats) if picture.won[s]
    }
    # Every pot that is shown at the end has somebody who won it, and all winners won one.
    parts = frames[-1].scene.pot.parts
    if parts:
        assert all(part.rivals for part in parts)
        assert {one.seat for part in parts for one in part.rivals} == set(paid.seats)


def test_more_than_four_pots_are_shown_as_four() -> None:
    game = game_of(6, (1_000, 2_000, 3_000, 4_000, 5_000, 6_000))
    raises = (raise_to(3_000), raise_to(4_000), raise_to(5_000))
    scene = frames_until(game, (*raises, CALL, CALL, CALL))[-1].scene
    assert [part.name for part in scene.pot.parts] == [
        "Main pot",
        "Side pot 1",
        "Side pot 2",
        "Side pots 3 to 4",
    ]
