"""Words as the window shows them can be typed, in each language."""

import pytest

from ai.reports.texture import KINDS
from engine.game import get_game
from pokergui.betsize import preset_texts, read_size
from pokergui.formatting.textures import texture_text
from pokergui.language import CHINESE, ENGLISH, use
from pokergui.pages.study.reports.scenes.filter import parse_filter
from pokergui.pages.train.scenes.formatting import bounds_text
from pokergui.pages.train.scenes.stop import parse_bounds
from pokergui.profiling import read_frequencies


@pytest.fixture(autouse=True)
def english():
    yield
    use(ENGLISH)


@pytest.mark.parametrize("language", [ENGLISH, CHINESE])
@pytest.mark.parametrize("text", ["50,000", "0.01 mA or 5 min", "1e-7 antes", "90 s"])
def test_bounds_as_shown(language, text):
    use(language)
    shown = bounds_text(parse_bounds(text, get_game("kuhn")), get_game("kuhn"))
    assert bounds_text(parse_bounds(shown, get_game("kuhn")), get_game("kuhn")) == shown


@pytest.mark.parametrize("language", [ENGLISH, CHINESE])
def test_textures_as_shown(language):
    use(language)
    names = [name for kind in KINDS if kind != "high" for name in KINDS[kind]]
    for text in (*map(texture_text, names), "A-high", "A high"):
        parse_filter(text)


def test_sizes_and_frequencies_in_chinese():
    use(CHINESE)
    assert read_size("底池") == read_size("pot") == read_size("100% 底池")
    assert read_size("全下") == read_size("all-in")
    assert preset_texts("33%，底池 全下") == ("33%", "pot", "all-in")
    chinese = read_frequencies("下注 60，河牌弃牌 70；小 加注 2")
    assert chinese == read_frequencies("bet 60, river fold 70; small raise 2")
