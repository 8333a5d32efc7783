import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from ai.lbr.one_seat import one_seat
from ai.lbr.response import local_best_response
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.lbrjobs import LbrJob, share_out, share_out_seats
from pokergui.workers import workers

pytestmark = pytest.mark.slow


@pytest.mark.ci
def test_shared_deals_give_the_same_result(home):
    two, three = get_game("holdem-limit"), get_game("holdem-nolimit-3@20")
    with workers(None, 2) as many:
        jobs = [LbrJob.of(game, "call", 9, 3, "fcpa", (1, 4)) for game in (two, three)]
        shared = share_out(jobs[0], many, JobControl())
        seats = share_out_seats(jobs[1], many, JobControl())
    assert np.array_equal(shared.chips, local_best_response(two, CallAgent(two), 9, 3).chips)
    alone = one_seat(three, CallAgent(three), 9, 3)
    assert np.array_equal(seats.chips, alone.chips) and np.array_equal(seats.own, alone.own)
