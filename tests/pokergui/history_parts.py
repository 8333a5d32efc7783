from engine.game import get_game
from pokergui.pages.history.presenters.history import HistoryPresenter
from pokergui.pages.history.presenters.replay import ReplayPresenter
from pokergui.store import HandReader
from tests.pokergui.heard import heard
from tests.pokergui.store.players import keep_match as keep
from tests.sync_runner import SyncRunner

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit@100")


def keep_match(store, hands, *, game="leduc", seed=3, duplicate=True):
    players, options = ("Raiser", "Random walker"), {"seed": seed, "duplicate": duplicate}
    keep(store, get_game(game), ("raise", "random"), hands, players=players, **options)


class Opened:
    def __init__(self, path):
        self.path, self.runner = path, SyncRunner()
        self.history, self.replay = HistoryPresenter(self.runner, path), ReplayPresenter()
        self.history.opened.connect(self.replay.open)
        self.rows, self.more, self.changes, self.selected = [], False, [], 0
        self.empty = None
        sums = self.history.sums
        for signal, part in (
            (self.history.selected, "selected"),
            (self.history.empty, "empty"),
            (sums.header, "header"),
            (sums.filters, "filters"),
            (sums.statistics, "statistics"),
            (self.replay.scene, "replayed"),
            (self.replay.decisions, "decisions"),
            (self.replay.frames, "frames"),
        ):
            signal.connect(lambda value, part=part: setattr(self, part, value))
        self.history.rows.connect(self.change)
        self.notices = heard(self.history.notice)
        self.plays = heard(self.replay.play_requested)
        self.studies = heard(self.replay.study_requested)
        self.solves = heard(self.replay.solve_requested)
        self.whole = heard(self.replay.hand_requested)
        self.history.start()
        self.replay.show()

    def change(self, change):
        self.changes.append(change.kind)
        self.more = change.more
        rows, before = list(change.rows), self.rows
        changed = {row.number: row for row in rows}
        self.rows = {
            "all": rows,
            "older": before + rows,
            "newer": rows + before,
            "changed": [changed.get(row.number, row) for row in before],
        }[change.kind]

    numbers = property(lambda self: [row.number for row in self.rows])

    def hand(self, number):
        with HandReader(self.path) as reader:
            return reader.show(number)

    def settle(self):
        self.runner.run_all()

    def show(self):
        self.history.show_page(True)
        self.settle()

    def narrow(self, **fields):
        for field, value in fields.items():
            self.history.narrow(field, value)
        self.settle()

    def select(self, number):
        self.history.select(number)
        self.settle()

    def more_hands(self):
        self.history.hands_changed()
        self.settle()

    def told(self):
        self.settle()
        return self.notices[-1]
