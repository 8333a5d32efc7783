import pytest

from scripts.reference import FOLDER, REFERENCE


@pytest.mark.slow
@pytest.mark.parametrize("file", REFERENCE)
def test_reference_matches_the_declarations(file, qapp):
    assert "\n".join(REFERENCE[file]()) + "\n" == (FOLDER / file).read_text("utf-8")
