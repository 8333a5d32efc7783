from engine.jobs import JobControl


def cancelled() -> JobControl:
    control = JobControl()
    control.cancel()
    return control
