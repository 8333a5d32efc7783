import pytest

from ai.trained import list_trained

pytestmark = pytest.mark.slow
DEEP = {
    "hidden": "16",
    "traversals": "50",
    "advantage_memory": "5k",
    "strategy_memory": "5k",
    "advantage_updates": "100",
    "average_updates": "300",
}


@pytest.mark.parametrize(
    ("method", "numbers", "losses", "title"),
    [
        ("deep-cfr", DEEP, ["Advantages", "Average policy"], "Deep CFR, 16 hidden units"),
        ("sd-cfr", DEEP, ["Advantages"], "SD-CFR, 16 hidden units"),
        ("ppo", {"hands": "200"}, ["Action values", "Entropy of the policy"], "PPO, hands 200"),
    ],
)
def test_a_run_learns_and_ends_on_the_engine_lists(page, method, numbers, losses, title):
    page.choose("kuhn", method)
    assert [option.key for option in page.top.options] == ["seed"]
    known = page.fields().keys()
    assert ("average_rate" in known) == (method == "deep-cfr")
    for key in known & set(numbers):
        page.next.edit_parameter(key, numbers[key])
    page.begin("12 iterations")
    figure = page.front.figures[2]
    assert (page.front.phase, figure.caption, figure.value) == ("done", "Iterations", "12")
    page.show.choose_view("losses")
    assert [line.name for line in page.lines] == losses
    (engine,) = list_trained(page.home)
    assert engine.title.startswith(title) and engine.title.endswith("12 iterations")
    assert engine.strength is not None
    page.choose("kuhn", "nfsp")  # networks without values are nothing to go on from
    starts = [len(one.choices.choices) for one in page.top.options if one.key == "start"]
    assert max(starts, default=0) <= 2
