from contextlib import nullcontext

import pytest

from ai.agents.baselines import CallAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import SeatRecord
from pokergui.warm import rehearse
from pokergui.workers import WorkersError, check_network, workers


@pytest.mark.parametrize(
    ("address", "trusted"),
    [
        ("tcp://127.0.0.1:8786", True),
        ("127.1.2.3:8786", True),
        ("localhost:1", True),
        ("tcp://[::1]:8786", True),
        ("tls://10.0.0.1:1", True),
        ("tcp://10.0.0.1:8786", False),
        ("10.0.0.1:8786", False),
        ("tcp://[fe80::1]:1", False),
        ("localhost.evil:1", False),
        ("ws://x:1", False),
        ("", False),
    ],
)
def test_local_and_tls_schedulers_are_trusted(address, trusted):
    refusal = nullcontext() if trusted else pytest.raises(WorkersError, match="is on the network")
    with refusal:
        check_network(address)


@pytest.mark.slow
def test_scheduler_that_does_not_answer_is_named(cli, monkeypatch):
    monkeypatch.setattr("pokergui.workers.CONNECT_S", 0.01)
    words = "match kuhn call call --trust-network --scheduler tcp://192.0.2.1:8786"
    assert "no scheduler answers" in cli.refused(words)


@pytest.mark.slow
def test_tls_needs_certificates():
    pytest.importorskip("distributed")
    with pytest.raises(WorkersError, match="certificates"), workers("tls://192.0.2.1:1"):
        pass


def test_rehearsal_covers_learning():
    game, seen = get_game("kuhn"), list[SeatRecord]()

    class Learner(CallAgent):
        def observe(self, record):
            seen.append(record)

    rehearse(game, Learner(game), JobControl())
    assert {record.seat for record in seen} == {0, 1}
    assert all(record.spot.finished for record in seen)
