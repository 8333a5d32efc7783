import builtins
import logging
import threading
from typing import Any

from PySide6.QtCore import QObject


def log_foreign_classes() -> None:
    """Log an error for each Qt class that a worker creates from now on."""
    build = builtins.__build_class__

    def made(*args: Any, **options: Any) -> Any:
        found = build(*args, **options)
        gui = threading.current_thread() is threading.main_thread()
        if isinstance(found, type(QObject)) and not gui:
            logging.getLogger("pokergui").error("%r was made on a worker", found)
        return found

    builtins.__build_class__ = made
