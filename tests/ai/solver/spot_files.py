from typing import Any

import numpy as np

from ai.files.arrays import write_tensors
from ai.solver.locks import parse_locks
from ai.solver.record import lock_arrays, record_of
from ai.solver.spot import Spot
from ai.training.run import CurvePoint

SPOT = Spot.parse("QsJh2h8c5d", "AA,KQs:0.5,T9s", "random", 100, 95, "50,a", "100")
FLOP = Spot.parse("9s6s3s", "AA", "KK,T9s", 100, 95, "50,a;a;", "")
TURN = Spot.parse("QsJh2h8c", "AA,KQs,T9s", "KK,AJ", 100, 95, "50,a", "")
LOCKS = """{"locks": [
  {"line": "c", "hands": {"random": {"c": 0.25, "r50": 0.75}}},
  {"line": "r50", "hands": {"AA": {"f": 1}}}
]}"""
CURVE = (CurvePoint(1, 0.001, 40.0, 100), CurvePoint(7, 0.004, 3.0, 700))


def write_spot(path, spot=SPOT, locks="", **changes):
    found = parse_locks(locks, spot) if locks else ()
    facts: dict[str, Any] = {"algorithm": "dcfr", "half": False, "iterations": 7}
    facts |= {"seconds": 0.004, "target": 0.5, "exploitability": 3.0, **changes}
    arrays = {"curve": np.array(CURVE, np.float64), **lock_arrays(found)}
    write_tensors(path, record_of(spot, found, **facts), arrays)


def same_bits(one, other):
    first, second = one.trainer.save_state(), other.trainer.save_state()
    assert first.keys() == second.keys()
    for name, array in first.items():
        assert array.dtype == second[name].dtype
        assert array.tobytes() == second[name].tobytes()
    assert one.trainer.best_responses() == other.trainer.best_responses()
