import logging

from PySide6.QtCore import qDebug, qWarning

from pokergui.background.qtlog import leave_qt_messages, take_qt_messages


def test_messages_reach_the_log():
    seen = []
    take_qt_messages(lambda level, text: seen.append((level, text)))
    qWarning("no such font")
    qDebug("painted")
    leave_qt_messages()
    assert seen == [(logging.WARNING, "no such font"), (logging.DEBUG, "painted")]
