"""Runs on the Train page."""

import pytest

from pokergui.background.runner import TaskRunner
from tests.pokergui.train_parts import Trained


@pytest.fixture
def train(tmp_path):
    """Makes a page over a folder; the next one finds what the one before left."""
    made = []

    def make(*given, **named):
        made.append(Trained(tmp_path, *given, **named))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        if isinstance(one.runner, TaskRunner):
            assert one.runner.shutdown(60.0)


@pytest.fixture
def page(train):
    return train()
