from pokergui.background.jobs import LatestAnswer
from tests.sync_runner import SyncRunner


class Asked:
    def __init__(self, kept=1):
        self.runner, self.said, self.worked = SyncRunner(), [], []
        self.answer = LatestAnswer(
            self.runner, "double", lambda: self.said.append("known"), self.said.append, kept
        )

    def ask(self, number):
        def work(control):
            self.worked.append(number)
            if number < 0:
                raise ValueError("too small")
            return 2 * number

        return self.answer.ask(number, work)


def test_only_the_latest_answers_are_cached():
    asked = Asked(kept=2)
    assert asked.ask(9) is asked.ask(1) is asked.ask(1) is None
    asked.runner.run_all()  # another query drops the one before
    assert (asked.ask(1), asked.worked, asked.said) == (2, [1], ["known"])
    for number in (2, 3):
        asked.ask(number)
        asked.runner.run_all()
    assert asked.ask(2) == 4 and asked.ask(1) is None
    asked.runner.run_all()
    assert asked.worked == [1, 2, 3, 1]


def test_unanswered_query_is_not_repeated_until_dropped():
    asked = Asked()
    asked.ask(-1)
    asked.runner.run_all()
    assert asked.ask(-1) is None and asked.worked == [-1]
    assert str(asked.answer.error) == "too small" and asked.said == [asked.answer.error]
    asked.answer.drop()
    assert asked.answer.error is None
    asked.ask(-1)
    asked.runner.run_all()
    assert asked.worked == [-1, -1]
