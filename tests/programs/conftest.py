import pytest

from tests.pokergui.desktop import Desktop


@pytest.fixture(scope="session")
def desktop(tmp_path_factory):
    made = Desktop(tmp_path_factory.mktemp("desktop"))
    yield made
    made.close()
