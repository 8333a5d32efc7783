import pytest

from pokergui.language import CHINESE, ENGLISH, use
from pokergui.language import joins as of

PAIR = ("K", "7")
JOINS = (of.enumerated, of.phrases, of.clauses, of.sentences)
MARKED = {
    ENGLISH: ("K, 7", "K, 7", "K; 7", "K. 7", "K: 7", "K.", "K. 7."),
    CHINESE: ("K、7", "K，7", "K；7", "K。7", "K：7", "K。", "K。7。"),
}


@pytest.fixture(params=MARKED)
def language(request):
    use(request.param)
    yield request.param
    use(ENGLISH)


def test_each_join_has_the_marks_of_the_language(language):
    words = of.full_sentences(map(of.full_stop, ("K", "", "7")))
    found = *(join(PAIR) for join in JOINS), of.labelled(*PAIR), of.full_stop("K."), words
    assert found == MARKED[language]
    for join in (*JOINS, of.full_sentences):
        assert join(("", "K", "")) == "K" and join(()) == ""
    assert of.labelled("K", "") == "K" == of.labelled("", "K")


def test_what_was_joined_is_taken_apart_again(language):
    words = of.phrases(PAIR)
    assert of.first_phrase(words) == PAIR
    assert of.broken(words) == (words[:2].strip(), "7") and of.broken("K7") == ("K7",)
    first, rest = of.first_sentence(of.full_sentences(map(of.full_stop, PAIR)))
    assert first == of.full_stop("K") and rest[:1] == "7"
