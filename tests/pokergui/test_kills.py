"""A kill at any step leaves complete files; all crash cases run in ``tests/nightly``."""

import pytest

from tests.pokergui.steps import kill_at_steps


@pytest.mark.ci
def test_kill_at_any_step_loses_no_data_and_leaves_no_torn_files(tmp_path):
    strides = {"play": 25, "match": 4, "restore": 25, "move": 25, "copy": 35}
    kills = kill_at_steps(tmp_path, strides)
    assert kills.keys() == strides.keys() and min(kills.values()) > 4
