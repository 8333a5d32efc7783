import pytest

from pokergui.pages.study.views.page import StudyPage
from tests.pokergui.gallery.study_scenes import STATES
from tests.pokergui.pages.study.paged import bring, shown
from tests.pokergui.pages.study.studied import Studied


@pytest.fixture
def studied(tmp_path):
    return Studied(tmp_path)


@pytest.fixture
def leduc(tmp_path):
    return Studied(tmp_path, "leduc", "random")


@pytest.fixture
def holdem(tmp_path):
    return Studied(tmp_path, "holdem-nolimit", "equity")


@pytest.fixture
def page(qtbot):
    page = shown(qtbot, StudyPage())
    bring(page, STATES["turn"]())
    page.centre.focus()
    return page
