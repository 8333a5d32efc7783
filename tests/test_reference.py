import pytest

from scripts.reference import FOLDER, REFERENCE


@pytest.mark.slow
@pytest.mark.parametrize("file", REFERENCE)
def test_reference_is_what_the_declarations_say(file, qapp):
    assert "\n".join(REFERENCE[file]()) + "\n" == (FOLDER / file).read_text("utf-8")
