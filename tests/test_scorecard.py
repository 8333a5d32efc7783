import re
from pathlib import Path

import pytest

from tests import scorecard


def test_every_row_has_a_test():
    marked = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        marked.update(re.findall(r'mark\.scorecard\("(\w+)"\)', path.read_text("utf-8")))
    assert marked == set(scorecard.ROWS)


def report(row, outcome, when="call", **told):
    properties = [("scorecard", row), *told.items()]
    report = pytest.TestReport("name", ("file", 1, "name"), {}, outcome, None, when)
    report.user_properties, report.duration = properties, 2.0
    return report


def test_a_row_is_met_when_all_its_tests_pass():
    reports = [
        *(report("R1", "passed", "setup"), report("R1", "passed", measured="9 hands")),
        *(report("R2", "passed"), report("R2", "failed")),
        *(report("E1", "skipped", "setup"), report("E1", "passed")),
    ]
    table = list(scorecard.lines(reports))
    assert table[1].strip() == "9 hands; 1 passed  (4 s)"
    verdicts = {line[:2]: line[4:14].strip() for line in table[::2]}
    assert list(verdicts) == list(scorecard.ROWS)
    known = {"R1": "met", "R2": "not met", "E1": "partly run", "S1": "not run"}
    assert {row: verdicts[row] for row in known} == known
