"""Study warns where most of a range was hardly trained."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from ai.blueprint.agent import BlueprintAgent
from ai.reach import RangeReader
from engine.jobs import JobControl
from engine.player import raise_to
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.scenes.scene import study_scene
from pokergui.pages.study.reading.scenes.state import StudyState
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Subject, read
from tests.naive.blueprints import random_blueprint

WORDS = "Hardly trained here, fewer than 100 visits: take it as a guess."


def test_a_range_that_was_hardly_trained(tmp_path: Path) -> None:
    made = random_blueprint("holdem-nolimit@20", "50,a/a")
    choice = StudyChoice.of("holdem-nolimit@20", 20, "cfr", tmp_path)
    for rare, size, words in ((False, 0, ""), (True, 0, WORDS), (True, 210, WORDS + " Translated")):
        marks = np.full(len(made.rare), rare)  # type: ignore[arg-type]
        reader = RangeReader(BlueprintAgent("cfr", replace(made, rare=marks)))
        place = Place.at(made.game, (raise_to(size),) if size else (), ())
        reading = read(Subject("cfr", reader), place, JobControl(), 60.0)
        note = study_scene(StudyState(choice, place), reading, "cfr").note
        assert note.startswith(words) and (words or "trained" not in note)
