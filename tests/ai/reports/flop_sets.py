"""A set of two flops that is solved in an instant."""

from ai.reports.boardsets import named_boards
from ai.reports.flop_set import FlopSet, begin_set, solve_flop
from ai.solver.locks import parse_locks
from ai.solver.spot import Spot
from engine.ranges import parse_range

RANGES = "AA,QJs,55", "KK,T9s"
BOARDS = named_boards("Qs7s2s As9s4s", 3)


def tiny(target=0.2, boards=BOARDS, ranges=RANGES, bets="50;;", **more):
    both = parse_range(ranges[0]), parse_range(ranges[1])
    spot = Spot.parse("Qs7s2s", ranges[0], ranges[1], 100, 100, bets, "")
    return FlopSet.of(spot, both, boards, target, **more)


LOCKS = '{"locks": [{"line": "", "hands": {"AA,QJs": {"c": 1}}}]}'


def locked(text=LOCKS, **more):
    return tiny(locks=parse_locks(text, tiny().spot, anywhere=True), **more)


def solved_in(folder, flops=None):
    flops = flops or tiny()
    begin_set(folder, flops)
    assert all(solve_flop(flops, board, folder) for board in flops.boards)
    return flops
