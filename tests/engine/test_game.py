from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card_names
from engine.errors import GameError
from engine.game import NO_CAP, UNLIMITED, Game, built_in_games, get_game
from engine.player import CALL, PublicState
from engine.positions import names_in_order, position_names


@st.composite
def games(draw):
    players, rounds = draw(st.integers(2, 6)), draw(st.integers(1, 4))
    limit = draw(st.booleans())

    def each(count, low, high):
        return tuple(draw(st.lists(st.integers(low, high), min_size=count, max_size=count)))

    blinds = each(players, 0, 200)
    return Game(
        name="custom",
        title="custom",
        betting="limit" if limit else "nolimit",
        num_players=players,
        stacks=draw(st.sampled_from([(UNLIMITED,) * players, each(players, 1, 30_000)])),
        blinds=blinds if any(blinds) else (1,) * players,
        raise_sizes=each(rounds, 1, 500) if limit else (),
        max_raises=draw(st.sampled_from([(NO_CAP,) * rounds, each(rounds, 0, 5)])),
        first_player=each(rounds, 0, players - 1),
        num_suits=4,
        num_ranks=13,
        num_hole=draw(st.integers(1, 2)),
        num_board=each(rounds, 0, 1),
    )


@given(games())
def test_definition_round_trip(game):
    assert Game.from_acpc(game.to_acpc()) == game


@given(st.text(max_size=300))
def test_definition_reader_survives_any_text(text):
    for candidate in (text, f"GAMEDEF\n{text}\nEND GAMEDEF"):
        with pytest.raises(GameError):
            Game.from_acpc(candidate)


@given(st.data())
def test_definition_reader_survives_damaged_files(data):
    lines = get_game("leduc").to_acpc().splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    number = data.draw(st.sampled_from(["", "0", "-1", "9999999999", "2 2", "1 1 1 1 1 1 1 1 1"]))
    lines[at] = f"{lines[at].split('=')[0]}= {number}" if data.draw(st.booleans()) else ""
    try:
        assert Game.from_acpc("\n".join(lines)).num_players == 2
    except GameError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("game", built_in_games(), ids=lambda game: game.name)
def test_built_in_games_are_recognised_by_definition(game):
    read = Game.from_acpc(game.to_acpc())
    assert (read, read.name) == (game, game.name)
    assert get_game(game.name) == game


def test_reduced_decks_keep_the_top_cards_and_depths_set_stacks():
    assert card_names(get_game("kuhn").deck) == "QsKsAs"
    assert card_names(get_game("leduc").deck) == "QhQsKhKsAhAs"
    game = get_game("holdem-nolimit@12.5")
    assert (game.stacks, game.name) == ((1250, 1250), "holdem-nolimit@12.5")
    assert game.dealer == 1 and game.has_stacks
    assert get_game("holdem-nolimit@200").name == "holdem-nolimit"
    for depth in ("0100", "100.0", "100.00"):
        assert get_game(f"holdem-nolimit@{depth}").name == "holdem-nolimit@100"


@pytest.mark.parametrize(
    "name",
    [
        *("", "holdem", "holdem-nolimit@", "holdem-nolimit@0", "kuhn@1.5", "leduc@-1", "kuhn@1e3"),
        *("kuhn@\u0661\u0662", "x@9"),  # digits, but not ASCII
    ],
)
def test_unknown_games_and_depths_are_rejected(name):
    with pytest.raises(GameError):
        get_game(name)


@pytest.mark.parametrize(
    "change",
    [
        {"betting": "pot"},
        {"num_players": 1},
        {"num_board": ()},
        {"stacks": (0, 5)},
        {"blinds": (1,)},
        {"blinds": (0, 0)},
        {"raise_sizes": (2, 0)},
        {"max_raises": (2, 256)},
        {"first_player": (0, 2)},
        {"num_suits": 5},
        {"num_hole": 3},
        {"num_board": (0, 6)},
        {"num_hole": 2, "num_board": (0, 3)},
        {"least_bet": 1},
        {"betting": "nolimit", "least_bet": -1},
        {"dead": -1},
        {"dead": 10**9 + 1},
    ],
    ids=str,
)
def test_unplayable_games_are_rejected(change):
    with pytest.raises(GameError, match="not playable"):
        replace(get_game("leduc"), **change)


def test_definitions_reject_what_they_cannot_express():
    game = replace(get_game("holdem-nolimit"), dead=1)
    assert game != get_game("holdem-nolimit")
    with pytest.raises(GameError, match="cannot express"):
        game.to_acpc()


@pytest.mark.nightly
def test_conformance_definitions(conformance):
    names = {
        "kuhn.limit.2p": "kuhn",
        "leduc.limit.2p": "leduc",
        "holdem.limit.2p.reverse_blinds": "holdem-limit",
        "holdem.nolimit.2p.reverse_blinds": "holdem-nolimit",
    }
    for path in sorted((conformance / "games").glob("*.game")):
        game = Game.from_acpc(path.read_text(), path.stem)
        assert game.name == names.get(path.stem, path.stem)
        assert game.to_acpc() == path.read_text()


def test_game_kinds_are_recognised():
    later = {"num_board": (3, 1, 1), "max_raises": (NO_CAP,) * 3, "first_player": (0,) * 3}
    changes = {"spot": later, "short": {"num_ranks": 9}, "odd": {"num_board": (0, 2, 1, 2)}}
    named = {game.name: game for game in built_in_games()}
    named |= {name: replace(named["holdem-nolimit"], **more) for name, more in changes.items()}
    named["two flops"] = replace(named["leduc"], num_board=(0, 2))
    heads_up = {"kuhn", "leduc", "holdem-limit", "holdem-nolimit", "spot", "short", "odd"}
    holdem = {"holdem-limit", "holdem-nolimit", "holdem-nolimit-3", "holdem-nolimit-6"}
    facts = {
        "is_heads_up": heads_up | {"two flops"},
        "is_holdem": holdem,
        "is_heads_up_holdem": holdem & heads_up,
        "is_part_of_holdem": holdem | {"spot"},
        "has_holdem_cards": holdem | {"spot", "odd"},
        "has_holdem_streets": holdem | {"spot", "short"},
        "begins_later": {"spot"},
        "has_single_cards": {"kuhn", "kuhn-3", "leduc", "leduc-3"},
    }
    for fact, having in facts.items():
        assert {name for name, game in named.items() if getattr(game, fact)} == having, fact


def order_of_play(players):
    return (1, 0) if players == 2 else (*range(2, players), 0, 1)


@pytest.mark.parametrize(
    "names",
    [
        *("BTN BB", "BTN SB BB", "CO BTN SB BB", "UTG CO BTN SB BB", "UTG HJ CO BTN SB BB"),
        "UTG UTG+1 UTG+2 LJ HJ CO BTN SB BB",
        "UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN SB BB",
    ],
)
def test_seats_are_named_in_acting_order(names):
    players = len(names.split())
    assert [position_names(players)[place] for place in order_of_play(players)] == names.split()
    assert names_in_order(players) == tuple(names.replace("BTN BB", "SB BB").split())


@pytest.mark.parametrize("game", [game for game in built_in_games() if not game.ante])
def test_acting_order_follows_the_rules(game):
    here, order = PublicState(game, (), ()), []
    for _ in range(game.num_players):
        order.append(here.to_act)
        here = here.after(CALL)
    assert tuple(order) == order_of_play(game.num_players)
    assert position_names(game.num_players)[game.dealer] == "BTN"
