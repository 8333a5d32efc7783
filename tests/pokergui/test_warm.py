from ai.agents.baselines import CallAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import SeatRecord
from pokergui.warm import rehearse


def test_learning_is_rehearsed_too():
    game, seen = get_game("kuhn"), list[SeatRecord]()

    class Learner(CallAgent):
        def observe(self, record):
            seen.append(record)

    rehearse(game, Learner(game), JobControl())
    assert {record.seat for record in seen} == {0, 1}
    assert all(record.spot.finished for record in seen)
