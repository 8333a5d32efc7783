import random

import pytest

from engine.card_display import parse_shown
from engine.game import get_game
from engine.hand import HandState
from engine.player import CALL, raise_to
from engine.rake import Rake
from pokergui.felt.ending import ending
from pokergui.felt.table_scene import TableSceneBuilder, frames_of
from pokergui.viewmodel import ChipColumn, DealCard, PayPot, TableScene, chip_columns
from pokergui.widgets.felt.widget import table_words
from tests.naive.pokerkit_hands import random_action
from tests.naive.random_hands import uneven
from tests.pokergui.gallery.many_scenes import frames_until, game_of, run_out


def pots(scene):
    return [(one.name, one.text, [each.name for each in one.rivals]) for one in scene.pot.parts]


def test_final_scene_says_who_won_which_pot():
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
    for hero, tone in ((4, "even"), (1, "won"), (2, "lost")):  # users see their own result
        assert frames_until(*run_out(6), hero=hero)[-1].scene.result.tone == tone


@pytest.mark.parametrize(
    ("rival", "text", "note"),
    [
        ("AcKh", "You lose 5 (0.05 bb)", "the pot is split: straight, ten to ace, rake 10"),
        ("2d2h", "You win 90 (0.9 bb)", "against three of a kind, deuces, rake 10"),
    ],
)
def test_results_are_after_the_rake(rival, text, note):
    game = get_game("holdem-nolimit")
    holes = [parse_shown(game, cards) for cards in ("AsKd", rival)]
    hand = HandState(game, holes, parse_shown(game, "QsJsTd2c7h"))
    picture = TableSceneBuilder(game, ("You", "Slate"), {0}, {0}, 0, rake=Rake(5, 1))
    events = [*hand.opening_events]
    while not hand.finished:
        events += hand.apply(CALL)
    picture.follow(events)
    result = ending(picture, hand.spot, holes, 0)
    assert (result.text, result.note) == (text, note)
    assert sum(picture.stacks) == sum(game.stacks) - 10


def test_seats_have_positions_from_three_players_on():
    for name, positions in (
        ("kuhn-3", ["", "", ""]),
        ("holdem-nolimit", ["", ""]),
        ("holdem-nolimit-4:straddle=utg", ["SB", "BB", "CO", "BTN"]),
        ("holdem-nolimit-9", ["SB", "BB", "UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN"]),
    ):
        game = get_game(name)
        names = tuple(map(str, range(game.num_players)))
        picture = TableSceneBuilder(game, names, frozenset(), frozenset(), 0)
        seats = [picture.seat_scene(seat) for seat in range(game.num_players)]
        assert [seat.position for seat in seats] == positions
        words = table_words(picture.scene(seats))
        assert all(f", {seat.position}, stack " in words for seat in seats if seat.position)
        assert not any(seat.position for seat in picture.empty_scene().seats)


@pytest.mark.parametrize("seed", range(12))
def test_chips_are_conserved_and_pots_match_the_middle(seed):
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


@pytest.mark.parametrize(
    ("amount", "columns"),
    [
        (0, ()),
        (1, ((1, 1),)),
        (830, ((500, 1), (100, 3), (25, 1))),
        (2022, ((1000, 2),)),
        (8, ((1, 4), (1, 4))),
        (18, ((1, 5), (1, 5), (1, 4), (1, 4))),
        (24, ((1, 8), (1, 8), (1, 8))),
        (40_000, ((1000, 8),) * 4),
    ],
)
def test_chip_columns(amount, columns):
    assert chip_columns(amount) == tuple(ChipColumn(*column) for column in columns)


def test_columns_never_exceed_the_amount():
    for amount in range(1, 3000, 7):
        columns = chip_columns(amount)
        assert len(columns) <= 4 and all(1 <= column.count <= 8 for column in columns)
        assert sum(column.denomination * column.count for column in columns) <= amount
