import sys

import pytest

from ai.external.added import keep_added
from ai.external.program import Added
from engine.errors import EngineError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.engines import build, check_programs, trust, untrusted

NAMES = ("cfr", "process:/bin/unheard", "added:x", "python:/x.py", "process:/bin/unheard", "call")
UNKNOWN = ["process:/bin/unheard", "python:/x.py"]


def test_untrusted_programs_are_listed_once_and_must_be_added(tmp_path):
    assert untrusted(NAMES, tmp_path) == untrusted(NAMES, None) == UNKNOWN
    with pytest.raises(EngineError, match="is a program: add it under Settings"):
        build("process:/bin/unheard", get_game("kuhn"), tmp_path, JobControl())


def test_programs_added_or_confirmed_here_are_trusted(tmp_path):
    keep_added(tmp_path, Added("Mine", f"{sys.executable} -V"))
    keep_added(tmp_path, Added("File", "python:/x.py"))
    trust("process:/bin/confirmed")
    names = (*NAMES, f"process:{sys.executable} -V", "process:/bin/confirmed")
    others = [f"process:{sys.executable} -c 1", 'process:"open']
    assert untrusted((*names, *others), tmp_path) == ["process:/bin/unheard", *others]


def test_untrusted_programs_are_named_unless_typed_or_allowed():
    with pytest.raises(
        EngineError, match=r"/bin/unheard; python:/x\.py; --allow-programs runs them"
    ):
        check_programs(NAMES, allowed=False)
    check_programs(NAMES, allowed=True)
    check_programs(NAMES, allowed=False, typed=UNKNOWN)
