"""A seed gives the same hands in the window, stepped and run, and by the command's job."""

import pytest

from engine.jobs import JobControl
from engine.match_chunk import joined
from pokergui.background.halt import Halt
from pokergui.matchjobs import MatchJob, play_match
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.pages.watch.work.match import prepare
from pokergui.paths import strategies_dir
from tests.engine.matches import same

HANDS, SEED = 12, 7


def stepped(match):
    while match.hands < HANDS:
        moved = match.deal(JobControl())
        while not moved.finished:
            moved = match.apply(match.answer(JobControl()).action)


def run(match):
    match.run(None, Halt(), lambda: None)


def begun_and_run_on(match):
    match.deal(JobControl())
    match.run(match.answer(JobControl()).action, Halt(), lambda: None)


@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize(
    ("game", "engines"),
    [
        ("kuhn", ("cfr", "opponent-model")),
        ("leduc", ("cfr", "random")),
        ("kuhn-3", ("cfr", "random", "opponent-model")),
        ("holdem-nolimit@20", ("equity", "random")),
    ],
)
def test_window_and_command_play_the_same_hands(game, engines, duplicate):
    group = len(engines) if duplicate else 1
    choice = WatchChoice(game, engines, HANDS, duplicate).valid(strategies_dir())
    job = MatchJob.of(choice.build_game(), engines, HANDS // group, SEED, duplicate, 10.0)
    whole = joined(play_match(job).chunks)
    for play in (stepped, run, begun_and_run_on):
        chunks = []
        play(prepare(choice, strategies_dir(), JobControl())(SEED, chunks.append))
        assert same(joined(chunks), whole), play.__name__
