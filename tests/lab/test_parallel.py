"""Work shared out over processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from heraut.lab.parallel import over_processes
from tests.cli.test_process import heed_interruptions

SLEEPY = """
import time
from heraut.lab.parallel import over_processes
try:
    print("begun", flush=True)
    list(over_processes(time.sleep, [60], 3))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_processes_make_what_one_makes_in_the_same_order() -> None:
    numbers = [3, -1, 2, -5]
    assert list(over_processes(abs, numbers, 2)) == list(over_processes(abs, numbers, 1)) == [3, 1, 2, 5]


def test_a_fault_in_a_process_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(over_processes((1).__floordiv__, [1, 0], 2))


@pytest.mark.parametrize("moment", [0.0, 0.01, 0.03, 0.1, 0.4])
def test_an_interruption_ends_those_that_work_and_those_that_wait_without_a_word(moment: float) -> None:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", SLEEPY]
    process = subprocess.Popen(
        command, stdout=pipe, stderr=pipe, start_new_session=True, preexec_fn=heed_interruptions, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(moment)
    told = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, said = process.communicate(timeout=50)
    assert (out, said, process.returncode) == ("interrupted\n", "", 0)
    assert time.monotonic() - told < 20
