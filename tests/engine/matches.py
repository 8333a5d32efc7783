import numpy as np

from ai.agents.baselines import CallAgent, RandomAgent
from engine.jobs import JobControl
from engine.match_chunk import joined


class Untabled(RandomAgent):
    def table(self):
        return None


class Caller(CallAgent):
    def table(self):
        return None


def played(match, hands):
    chunks = []
    assert match.run(hands, JobControl(), chunks.append) == hands
    return joined(chunks)


def live_hand(match):
    match.deal()
    while match.in_progress:
        match.apply(match.answer()[0])


def lines(chunk):
    return [chunk.lines[line] for line in chunk.line_of]


def same(one, two):
    arrays = ("payoffs", "positions", "dealt")
    equal = all(np.array_equal(getattr(one, name), getattr(two, name)) for name in arrays)
    return equal and one.first == two.first and lines(one) == lines(two)
