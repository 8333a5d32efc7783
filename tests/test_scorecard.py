import re
from pathlib import Path

from tests import scorecard


def test_every_scorecard_row_has_a_test():
    marked = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        marked.update(re.findall(r'mark\.scorecard\("(\w+)"\)', path.read_text("utf-8")))
    assert marked == set(scorecard.ROWS)
