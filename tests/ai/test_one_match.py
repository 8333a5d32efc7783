"""One seed, one match: decision by decision, in runs, or both, the hands are the same."""

from __future__ import annotations

import pytest

from ai.registry import build, engines
from ai.simple import RandomAgent
from engine.agent import Learns
from engine.game import Game, get_game
from engine.match import Match, MatchChunk
from engine.match_chunk import joined
from engine.player import CALL, FOLD
from tests.engine.test_match_stream import live_hand, played, same


def in_turns(match: Match, hands: int) -> MatchChunk:
    """Hands one by one, in runs, and begun decision by decision and finished in a run."""
    chunks, turn = [], 0
    while match.hands < hands:
        turn += 1
        if turn % 3 == 0:
            chunks.append(live_hand(match))
            continue
        if turn % 3 == 1:
            match.deal()
            if match.in_progress:
                match.apply(match.answer()[0])
        chunks.append(played(match, min(3, hands - match.hands)))
    return joined(chunks)


def check_one_match(game: Game, names: tuple[str, ...], hands: int) -> None:
    """However a match of engines is played, it has the same hands."""

    def match(duplicate: bool) -> Match:
        seats = [names[seat % len(names)] for seat in range(game.num_players)]
        return Match(game, [build(name, game) for name in seats], 5, duplicate)

    for duplicate in (False, True):
        whole, live = played(match(duplicate), hands), match(duplicate)
        assert same(joined([live_hand(live) for _ in range(hands)]), whole), names
        assert same(in_turns(match(duplicate), hands), whole), names


@pytest.mark.parametrize("name", ["kuhn", "leduc", "kuhn-3", "leduc-3"])
def test_a_seed_gives_every_engine_one_match(name: str) -> None:
    game = get_game(name)
    for engine in engines(game):
        hands = 2 if isinstance(build(engine.name, game), Learns) else 12
        check_one_match(game, (engine.name, "random"), hands)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("holdem-limit", ("cfr", "random")),
        ("holdem-limit", ("nfsp",)),
        ("holdem-limit", ("nfsp", "equity")),
        ("holdem-nolimit@20", ("cfr",)),
        ("holdem-nolimit@20", ("equity", "random")),
        ("holdem-nolimit-3", ("nfsp",)),
    ],
)
def test_a_seed_gives_engines_one_match_of_holdem(name: str, seats: tuple[str, ...]) -> None:
    check_one_match(get_game(name), seats, 12)


def test_an_engine_is_asked_once_somebody_acted_otherwise() -> None:
    game = get_game("leduc")
    match = Match(game, [build("cfr", game), RandomAgent(game)], 3)
    for _ in range(40):
        match.deal()
        while match.in_progress:
            view, (planned, _) = match.view(), match.answer()
            other = [one for one in (CALL, FOLD) if one != planned and view.spot.legal.fold]
            match.apply(other[0] if other else planned)
        match.take_chunk()
    assert match.hands == 40
