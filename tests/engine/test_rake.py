import pytest

from ai.registry import build
from engine.errors import GameError, PokerError
from engine.game import get_game
from engine.hand import HandState, PotWon
from engine.match import play
from engine.match_chunk import joined
from engine.rake import NO_RAKE, Rake

GAME = get_game("holdem-nolimit-3")


@pytest.mark.parametrize(
    ("rake", "won", "taken"),
    [
        (Rake(5, 3), (0, 1_000, 0), (0, 50, 0)),
        (Rake(5, 3), (0, 1_019, 0), (0, 50, 0)),  # rounded down
        (Rake(5, 3), (60_000, 0, 0), (300, 0, 0)),  # the cap
        (Rake(10, 5), (1_500, 500, 0), (150, 50, 0)),
        (Rake(5, 1), (1, 509, 509), (1, 25, 24)),  # odd chips from the first winners
        (Rake(5, 1), (19, 0, 0), (0, 0, 0)),
        (Rake(), (1_000, 0, 0), (0, 0, 0)),
    ],
)
def test_rake_is_a_part_of_the_winnings(rake, won, taken):
    assert tuple(rake.taken(GAME, won, flop=True)) == taken
    assert not rake.taken(GAME, won, flop=False).any()  # no flop, no drop
    both = rake.taken(GAME, (won, won), flop=(True, False))
    assert both.tolist() == [[*taken], [0, 0, 0]]


def test_rule_is_written_and_read():
    for rake in (NO_RAKE, Rake(5, 3), Rake(100, 1)):
        assert Rake.parse(rake.text) == rake
    for text in ("5", "5:", "101:1", "5:3:1", "-5:3", " 5:3"):
        with pytest.raises(GameError, match="is not a rake such as 5:3"):
            Rake.parse(text)


def taken_by_hand(record, rake):
    """The rake by the rules of one hand, from its events."""
    hand = HandState.deal(record.game, record.deck)
    events = [event for action in record.actions for event in hand.apply(action)]
    pots = [event for event in (*hand.opening_events, *events) if isinstance(event, PotWon)]
    won = [0] * len(record.players)
    for pot in pots:
        won[pot.seat] += pot.amount
    return tuple(rake.taken(record.game, won, flop=bool(hand.board)).tolist())


@pytest.mark.ci
@pytest.mark.parametrize(
    "name", ["holdem-nolimit-3@20", "holdem-nolimit-6:ante=0.1,straddle=utg@20"]
)
def test_results_of_a_match_are_after_the_rake(name):
    game, chunks, records = get_game(name), [], []
    agents = [build("random" if seat % 2 else "call", game) for seat in range(game.num_players)]
    rake = Rake(5, 3)
    played = play(game, agents, 60, 3, True, records.append, on_chunk=chunks.append, rake=rake)
    whole, free = joined(chunks), play(game, agents, 60, 3, True)
    assert any(record.taken for record in records)
    for record in records:
        assert (record.taken or (0,) * game.num_players) == taken_by_hand(record, rake)
    assert (whole.payoffs == free.payoffs).all()  # the engines play the same game
    assert (played.payoffs == whole.results).all()
    assert (whole.payoffs - whole.taken == whole.results).all() and whole.taken.sum() > 0
    for player in range(game.num_players):
        mean = whole.results[:, player].mean() * 1000 / game.big_blind
        assert played.mbb(player).mean == pytest.approx(mean)
    part = whole.part(10, 20)
    assert (part.taken == whole.taken[10:20]).all()


@pytest.mark.parametrize("name", ["holdem-nolimit@20", "kuhn-3"])
def test_rake_is_only_taken_at_tables_with_stacks(name):
    game = get_game(name)
    with pytest.raises(PokerError, match="tables for three players and more"):
        play(game, [build("call", game)] * game.num_players, 1, 0, rake=Rake(5, 3))
