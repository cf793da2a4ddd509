"""What several processes are asked to do; in a module of its own, for each of them to import.

    python -m tests.proof.tasks

starts other processes, prints the number of one and waits.
"""

import multiprocessing
import os
import time

from kb.errors import FaultyDataError
from kb.system.processes import Workers


def weight(number: int) -> int:
    """As much as it says."""
    return number


def doubled(number: int) -> int:
    """Twice a number, after a while."""
    time.sleep(0.05)
    return 2 * number


def even(number: int) -> int:
    """The number, if it is even."""
    if number % 2:
        message = f"{number} : impair"
        raise FaultyDataError(message)
    return number


def fatal_elsewhere(number: int) -> int:
    """Twice a number, here; anywhere else, the end of the process."""
    if multiprocessing.parent_process() is not None:
        os._exit(3)
    return 2 * number


def main() -> None:
    """Wait, other processes beside."""
    with Workers(2, "kb.errors"):
        other, _another = multiprocessing.active_children()
        print(other.pid, flush=True)  # noqa: T201 - read by the test that starts it
        time.sleep(600)


if __name__ == "__main__":
    main()
