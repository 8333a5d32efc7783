from PySide6.QtGui import QPainterPath

from pokergui.theme.strokes import outline


def test_letters_add_what_they_say():
    expected = QPainterPath()
    expected.moveTo(1, 2)
    expected.lineTo(3, 4)
    expected.lineTo(5, 6.5)
    expected.cubicTo(1, 2, 3, 4, 5, 6)
    expected.quadTo(7, 8, 9, 10)
    expected.closeSubpath()
    expected.addEllipse(8, 7, 4, 6)
    expected.addRoundedRect(1, 2, 10, 20, 3, 3)
    expected.arcTo(1, 2, 4, 4, 90, -180)
    text = "M1 2 L3 4 5 6.5 C1 2 3 4 5 6 Q7 8 9 10 Z O10 10 2 3 R1 2 10 20 3 A1 2 4 4 90 -180"
    assert outline(text) == expected
