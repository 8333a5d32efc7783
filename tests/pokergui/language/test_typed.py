"""Text as the window shows it can be typed, in each language."""

import pytest

from ai.reports.texture import KINDS
from engine.game import get_game
from pokergui.betsize import preset_texts, read_size
from pokergui.formatting.handname import texture_text
from pokergui.language import CHINESE, ENGLISH, use
from pokergui.language import joins as of
from pokergui.pages.study.reports.scenes.aggregate import parse_filter
from pokergui.pages.train.scenes.options import bounds_text
from pokergui.pages.train.scenes.stop import parse_bounds
from pokergui.profiling import read_frequencies

pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize("language", [ENGLISH, CHINESE])
@pytest.mark.parametrize("text", ["50,000", "0.01 mA or 5 min", "1e-7 antes", "90 s"])
def test_displayed_bounds_can_be_typed(language, text):
    use(language)
    shown = bounds_text(parse_bounds(text, get_game("kuhn")), get_game("kuhn"))
    assert bounds_text(parse_bounds(shown, get_game("kuhn")), get_game("kuhn")) == shown


@pytest.mark.parametrize("language", [ENGLISH, CHINESE])
def test_displayed_textures_can_be_typed(language):
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


PAIR = ("K", "7")
JOINS = (of.enumerated, of.phrases, of.clauses, of.sentences)
MARKED = {
    ENGLISH: ("K, 7", "K, 7", "K; 7", "K. 7", "K: 7", "K.", "K. 7."),
    CHINESE: ("K、7", "K，7", "K；7", "K。7", "K：7", "K。", "K。7。"),
}


@pytest.fixture(params=MARKED)
def language(request):
    use(request.param)
    return request.param


def test_joins_use_the_punctuation_of_the_language(language):
    words = of.full_sentences(map(of.full_stop, ("K", "", "7")))
    found = *(join(PAIR) for join in JOINS), of.labelled(*PAIR), of.full_stop("K."), words
    assert found == MARKED[language]
    for join in (*JOINS, of.full_sentences):
        assert join(("", "K", "")) == "K" and join(()) == ""
    assert of.labelled("K", "") == "K" == of.labelled("", "K")


def test_joined_phrases_can_be_split_again(language):
    words = of.phrases(PAIR)
    assert of.first_phrase(words) == PAIR
    assert of.broken(words) == (words[:2].strip(), "7") and of.broken("K7") == ("K7",)
    first, rest = of.first_sentence(of.full_sentences(map(of.full_stop, PAIR)))
    assert first == of.full_stop("K") and rest[:1] == "7"
