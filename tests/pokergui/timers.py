"""Timers of widgets, fired without waiting for them."""

from PySide6.QtCore import QObject, QTimer


def let_pass(owner: QObject, ms: int) -> None:
    """Fire the timers of a widget and its children as if time had passed; nothing waits."""
    due: dict[QTimer, int] = {}
    passed = 0
    while True:
        active = [timer for timer in owner.findChildren(QTimer) if timer.isActive()]
        due = {timer: due.get(timer, passed + timer.interval()) for timer in active}
        timer = min(due, key=lambda one: due[one], default=None)
        if timer is None or due[timer] > ms:
            return
        passed = due.pop(timer)
        if timer.isSingleShot():
            timer.stop()
        timer.timeout.emit()
