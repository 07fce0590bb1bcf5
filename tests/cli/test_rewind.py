"""A record of a match that was rewound, at the command line: verified line by line, told line by line, played on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from heraut.cli.files import open_record
from heraut.cli.record_files import write_record
from heraut.engine.match import replay
from heraut.engine.rewind import set_aside
from tests.cli.command_line import CommandLine


@pytest.fixture
def rewound(heraut: CommandLine) -> Path:
    """Three turns, the last two of which were set aside, and one of them played again."""
    path = heraut.new()
    for _ in range(3):
        assert heraut("advance", path, "--bots", "player").status == 0
    game, record = open_record(path)
    *_, again = replay(game, set_aside(record, 2, "Un ordre mal lu"))
    write_record(path, again.record)
    assert heraut("advance", path).status == 0
    return path


def test_verify_says_that_every_line_is_as_it_was_sealed(heraut: CommandLine, rewound: Path) -> None:
    answer = heraut("verify", rewound)
    assert answer.status == 0
    assert "Retour 1 : 2 étapes mises de côté (de 2 à 3)" in " ".join(answer.out.split())
    _, record = open_record(rewound)
    branch = record.branches[0]
    odd = msgspec.structs.replace(branch, steps=(branch.steps[1], branch.steps[0]))
    write_record(rewound, msgspec.structs.replace(record, branches=(odd,)))
    answer = heraut("verify", rewound)
    assert answer.status == 1 and "retour 1" in answer.err


def test_replay_tells_where_it_was_rewound_and_what_was_set_aside(heraut: CommandLine, rewound: Path) -> None:
    told = heraut("replay", rewound)
    assert told.status == 0 and "Un ordre mal lu" in told.out and "étapes 2 à 3" in told.out
    aside = heraut("replay", rewound, "--rewind", "1", "--turn", "2")
    assert aside.status == 0 and "mis de côté" in aside.out
    assert heraut("replay", rewound, "--turn", "3").status == 2
    assert heraut("replay", rewound, "--rewind", "2").status == 2
