"""What deploy/ names exists: commands, their options, variables, paths, ports, locked packages."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from heraut.cli import main
from heraut.site import server

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [path for path in UNITS if path.suffix == ".service"]
COMPOSE = (DEPLOY / "compose.yaml").read_text()
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
SETTINGS = (ROOT / "src/heraut/site/settings.py").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NOT_OURS = {"HERAUT_SITE"}  # the Caddyfile's
NAME = re.compile(r"HERAUT_[A-Z_]+")
READ = set(re.findall(r'(?:environ\.get|envbool|envlist)\(\s*"(HERAUT_\w+)"', SETTINGS))


def unit(path: Path) -> configparser.ConfigParser:
    """A unit of systemd."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text())
    return parser


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile, line by line: the word that begins it, and the rest."""
    lines = [line for line in DOCKERFILE.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def commands() -> list[list[str]]:
    """Every `heraut …` that deploy/ and its comments tell to run."""
    found = [json.loads(words) for words in re.findall(r"^    command: (\[.*\])", COMPOSE, re.MULTILINE)]
    found += [json.loads(words)[2:] for words in re.findall(r"test: (\[\"CMD\", \"heraut\".*\])", COMPOSE)]
    found += [json.loads(words.partition("CMD ")[2])[1:] for order, words in instructions() if order == "HEALTHCHECK"]
    found += [[words.split()[0], "FILE"] for words in re.findall(r"^ +heraut (.+)", COMPOSE, re.MULTILINE)]
    found += [words.split() for words in re.findall(r"compose run --rm \w+ (.+)", COMPOSE)]
    found += [json.loads(words) for order, words in instructions() if order == "CMD"]
    found += [
        words.split()
        for words in re.findall(r"`heraut ([^`…]+)`", DOCKERFILE + "".join(path.read_text() for path in UNITS))
    ]
    for path in SERVICES:
        line = unit(path)["Service"]["ExecStart"]
        found.append(shlex.split(re.search(r"bin/heraut ([^']*)", line)[1]))  # type: ignore[index]
    found += [words.split() for words in re.findall(r"heraut ((?:migrate|backup|restore|createhost)[^`\n]*)", HOSTING)]
    return found


HOSTING = (ROOT / "docs/hosting.md").read_text().partition("## Five drills")[0]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_exists_with_its_options(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    assert words[0] in capsys.readouterr().out


def test_every_service_is_one_of_ours() -> None:
    assert len(commands()) > 8
    assert {words[0] for words in commands()} >= {"serve", "worker", "migrate", "backup", "createhost"}


def test_every_variable_is_read_by_the_site() -> None:
    named = set(NAME.findall(COMPOSE + (DEPLOY / "env.example").read_text() + DOCKERFILE))
    named |= {name for path in UNITS for name in NAME.findall(path.read_text())}
    named |= set(NAME.findall((DEPLOY / "Caddyfile").read_text()))
    assert named - NOT_OURS <= READ
    assert set(NAME.findall(HOSTING)) <= READ


def test_every_variable_that_is_read_is_explained() -> None:
    head = SETTINGS.split('"""')[1]
    assert set(re.findall(r"^(HERAUT_\w+) ", head, re.MULTILINE)) == READ


def test_compose_fills_every_variable_from_the_example() -> None:
    example = set(re.findall(r"^(?:# )?([A-Z_]+)=", (DEPLOY / "env.example").read_text(), re.MULTILINE))
    assert set(re.findall(r"\$\{(\w+)", COMPOSE)) <= example
    assert re.search(r"HERAUT_PROXIES: 1\b", COMPOSE)  # else all visitors would share one rate limit: Caddy's


def test_compose_hands_on_every_variable_of_the_example_and_of_the_guide() -> None:
    wanted = set(re.findall(r"^(?:# )?(HERAUT_\w+)=", (DEPLOY / "env.example").read_text(), re.MULTILINE))
    wanted |= {name for name in NAME.findall(HOSTING) if name != "HERAUT_PATIENCE"}  # of SQLite alone
    handed = set(re.findall(r"^    (HERAUT_\w+):", COMPOSE.partition("services:")[0], re.MULTILINE))
    assert wanted - NOT_OURS - {"HERAUT_DATA"} <= handed  # the image itself says where its data is


def test_compose_names_files_and_services_that_exist() -> None:
    assert (DEPLOY / re.search(r"context: (\S+)", COMPOSE)[1]).resolve() == ROOT  # type: ignore[index]
    assert (ROOT / re.search(r"dockerfile: (\S+)", COMPOSE)[1]).is_file()  # type: ignore[index]
    for here in re.findall(r"- (\./\S+?):", COMPOSE):
        assert (DEPLOY / here).is_file()
    services, volumes = (re.split(r"^\w+:\n", COMPOSE, flags=re.MULTILINE)[n] for n in (1, 2))
    names = set(re.findall(r"^  (\w+):", services, re.MULTILINE))
    assert {"postgres", "migrate", "web", "worker", "backup", "caddy"} == names
    for name in re.findall(r"^      (\w+):\n        condition", COMPOSE, re.MULTILINE):
        assert name in names
    kept = set(re.findall(r"^  (\w+):", volumes, re.MULTILINE))
    assert set(re.findall(r"^      - (\w+):/", services, re.MULTILINE)) == kept
    assert "@postgres:5432/" in COMPOSE and "dynamic a web 8000" in (DEPLOY / "Caddyfile").read_text()


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_units_write_only_where_they_may(path: Path) -> None:
    service = unit(path)["Service"]
    assert service["Environment"] == "HERAUT_DATA=/var/lib/heraut"
    assert service["EnvironmentFile"] == "/etc/heraut.env"
    states = {f"/var/lib/{name}" for name in service["StateDirectory"].split()}
    for written in re.findall(r"/var/lib/\S+?(?=[ /']|$)", service["ExecStart"] + service.get("ExecStartPost", "")):
        assert any(written == state or written.startswith(f"{state}/") for state in states)
    assert "/opt/heraut/.venv/bin/heraut" in service["ExecStart"]


def test_every_timer_has_its_service_and_the_guide_names_what_exists() -> None:
    names = {path.name for path in UNITS}
    for path in UNITS:
        if path.suffix == ".timer":
            assert path.with_suffix(".service").name in names
            assert unit(path)["Install"]["WantedBy"] == "timers.target"
    told = re.findall(r"`deploy/(\S+?)`", (ROOT / "docs/hosting.md").read_text())
    assert told
    for named in told:
        assert (DEPLOY / named).is_file(), named


def test_the_image_is_built_from_what_is_locked() -> None:
    steps = instructions()
    version = re.fullmatch(r"python:(\d+\.\d+)-slim", steps[0][1])
    assert version and version[1] == PROJECT["project"]["requires-python"].removeprefix(">=")
    copied = [source for order, words in steps if order == "COPY" for source in words.split()[:-1]]
    assert all((ROOT / source).exists() for source in copied)
    assert {"requirements.lock", "pyproject.toml", PROJECT["project"]["readme"], "src"} <= set(copied)
    assert set((DEPLOY / "Dockerfile.dockerignore").read_text().split()) >= {"*", *(f"!{source}" for source in copied)}
    runs = [words for order, words in steps if order == "RUN"]
    assert any("--require-hashes -r requirements.lock" in words for words in runs)
    assert not any("-dev.lock" in words for words in [*runs, *copied]), "no test tool in production"
    assert any("--no-deps --no-build-isolation ." in words for words in runs)


def locked(name: str) -> dict[str, str]:
    """The packages of a lock file, with their versions."""
    text = (ROOT / name).read_text()
    for entry in re.split(r"\n(?=[a-z])", text.strip()):
        assert "--hash=sha256:" in entry or entry.startswith("#"), entry.splitlines()[0]
    assert "://" not in text and "--index" not in text, "a lock file names no address"
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", text, re.MULTILINE))


SITE, EXTRAS = PROJECT["project"]["dependencies"], PROJECT["project"]["optional-dependencies"]


def test_the_lock_has_all_that_the_image_needs() -> None:
    """Nothing else is installed: not even what builds the package, for nothing is fetched unlocked."""
    found = locked("requirements.lock")
    for line in [*SITE, *EXTRAS["site"], *PROJECT["build-system"]["requires"]]:
        need = Requirement(line)
        assert need.name in found and need.specifier.contains(found[need.name]), line


def test_production_has_no_tool_of_tests_and_tests_run_on_what_production_has() -> None:
    production, everything = locked("requirements.lock"), locked("requirements-dev.lock")
    assert production.items() <= everything.items(), "the same packages in the same versions"
    builds = {Requirement(line).name for line in PROJECT["build-system"]["requires"]}
    tools = {Requirement(line).name for line in EXTRAS["dev"]}
    assert tools <= everything.keys()
    assert not (tools - builds) & production.keys()
    assert "-r requirements-dev.lock" in (ROOT / "Makefile").read_text()


# Health, limits, slow senders

OURS = ("web", "worker", "backup")


def part(service: str) -> str:
    """A service of compose.yaml, as it is written."""
    return re.split(r"\n(?=  \w+:\n|\w+:\n)", COMPOSE.partition(f"\n  {service}:\n")[2])[0]


def test_pages_and_workers_are_asked_how_they_are() -> None:
    assert '["CMD", "heraut", "health"]' in part("web")
    assert '["CMD", "heraut", "health", "--worker"]' in part("worker")
    assert dict(instructions())["HEALTHCHECK"].endswith('CMD ["heraut", "health"]')
    assert "condition: service_healthy" in part("caddy"), "no visitor is sent to pages that are not there yet"
    looked = unit(DEPLOY / "systemd/heraut-health.service")["Service"]
    assert looked["ExecStart"].endswith("heraut health") and looked["ExecStartPost"].endswith("heraut health --worker")


@pytest.mark.parametrize("service", [*OURS, "postgres", "caddy"])
def test_no_container_takes_all_of_the_machine(service: str) -> None:
    assert re.search(r'limits: \{cpus: "\d+", memory: \d+[MG], pids: \d+\}', part(service))


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_no_unit_takes_all_of_the_machine(path: Path) -> None:
    service = unit(path)["Service"]
    assert re.fullmatch(r"\d+[MG]", service["MemoryMax"]) and int(service["TasksMax"]) < 500
    assert service["NoNewPrivileges"] == service["ProtectHome"] == "yes"


def test_a_backup_is_made_every_night_and_kept_where_it_survives() -> None:
    assert "heraut backup /var/lib/heraut/backups/" in part("backup") and "tomorrow 04:15" in part("backup")
    assert "- backups:/var/lib/heraut/backups" in part("backup")
    assert "--owner heraut" in DOCKERFILE and "/var/lib/heraut/backups" in DOCKERFILE, "or it may not write there"


def test_both_proxies_read_a_request_to_its_end_before_they_hand_it_on() -> None:
    caddy, nginx = ((DEPLOY / name).read_text() for name in ("Caddyfile", "nginx.conf"))
    assert "request_buffers 1MB" in caddy and "max_size 1MB" in caddy
    assert re.search(r"read_header \d+s", caddy) and re.search(r"read_body \d+s", caddy)
    assert "proxy_request_buffering on;" in nginx and "client_max_body_size 1m;" in nginx
    assert re.search(r"client_header_timeout \d+s;", nginx) and re.search(r"client_body_timeout \d+s;", nginx)
    assert server.LARGEST == 2**20, "and the site takes no more than they do"


def test_the_image_starts_the_site_where_its_data_is() -> None:
    steps = dict(instructions())
    (script,) = json.loads(steps["ENTRYPOINT"])
    assert script in PROJECT["project"]["scripts"]
    home = re.search(r"--home-dir (\S+)", DOCKERFILE)
    assert home and home[1] == steps["VOLUME"] and f"HERAUT_DATA={home[1]}" in steps["ENV"]
    assert steps["EXPOSE"] == "8000" and "127.0.0.1:8000" in (DEPLOY / "nginx.conf").read_text()
