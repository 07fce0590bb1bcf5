# Héraut: `make play` shows the game, `make test` runs every check. Both set everything up by themselves.
PYTHON ?= python3
BIN := .venv/bin

# What Python has compiled is kept, whatever the shell says: dozens of tests start processes, each worker reads all tests
unexport PYTHONDONTWRITEBYTECODE

# `make quick`: the rules of all games, engine, geometry, bots, and pages that need neither a browser nor a process
QUICK := tests/engine tests/geometry tests/games tests/bots tests/lab tests/test_structure.py \
  $(addprefix tests/site/,accounts common heraldry learn matches messaging privacy) -m 'not slow'

# Each worker begins with tests that stand together, so that few make the same site; whoever is done takes from others
WORKERS := -n auto --dist worksteal
NEVER_WAITING := -n logical --dist worksteal

.PHONY: play test tables proofs quick coverage install lint types wheel pythons rules soak bench lock clean help

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: .venv/.installed ## the environment alone, in .venv

.venv/.installed: requirements-dev.lock pyproject.toml
	@$(PYTHON) -m venv .venv 2>/dev/null || { \
	  echo "python3-venv is missing: installing it"; rm -rf .venv; \
	  SUDO=$$(command -v sudo || true); \
	  $$SUDO apt-get update -q && $$SUDO apt-get install -y -q python3-venv && $(PYTHON) -m venv .venv; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --require-hashes \
	  -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

play: install ## the whole site on this machine, with a match under way and one click to enter
	@$(BIN)/heraut play

test: install ## every check, some fifteen minutes on two processors
	@$(MAKE) --no-print-directory -j 2 lint tables
	@$(MAKE) --no-print-directory -j 2 types proofs

proofs: install
	$(BIN)/python -m pytest $(WORKERS) --compliance=check

# Before anything runs: a table out of date is told within half a minute, and tests are compiled once for all workers
tables: install
	@said=$$($(BIN)/python -m pytest --collect-only -qqq --disable-warnings --compliance=check) || { \
	  echo "$$said" | tail -n 40; exit 1; }

quick: install ## within a minute: rules, engine, geometry, bots, quick pages; stops at the first failure
	$(BIN)/python -m pytest $(NEVER_WAITING) -x $(QUICK)

coverage: install ## which lines of engine, geometry and games their own quick tests run
	$(BIN)/python -m pytest $(NEVER_WAITING) tests/engine tests/geometry tests/games -m 'not slow' \
	  --cov=heraut.engine --cov=heraut.geometry --cov=heraut.games --cov-report=term:skip-covered

lint: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports

types: install
	$(BIN)/mypy

wheel: install ## the wheel, installed alone: `heraut play` from it, and its first page
	$(BIN)/python -m tools.check_wheel

pythons: install ## engine, geometry, games, bots, lab: their quick tests under each later Python of this machine
	$(BIN)/python -m tools.check_pythons

rules: install ## renews docs/rules and the proofs that `heraut rules` shows
	@$(BIN)/python -m pytest --collect-only -qqq --disable-warnings --compliance=write > /dev/null

# Campaigns that take a sample in `make test` (tests/thorough.py)
SAMPLED := $(wildcard tests/games/*/test_conformance.py) \
  $(addprefix tests/site/,test_authorisation.py test_odd_bytes.py api/test_schema.py clock/test_kill.py) \
  $(addprefix tests/site/games/,rois/test_strangers.py vassaux/test_strangers.py vassaux/test_played_through.py) \
  $(addprefix tests/site/e2e/,test_axe.py test_drafts.py test_lengths.py test_rois_years.py test_vassaux_battles.py)

soak: install ## long campaigns: thousands of matches, a million lines; figures in docs/soak.md
	$(BIN)/python -m benchmarks.soak
	HERAUT_THOROUGH=1 $(BIN)/python -m pytest $(WORKERS) $(SAMPLED)

bench: install ## the figures of docs/performance.md
	$(BIN)/python -m benchmarks.run

COMPILE := pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header --no-emit-index-url \
  --no-emit-find-links --no-emit-trusted-host --no-emit-options

lock: install ## renews both lock files from pyproject.toml: everything, then what a server needs, in the same versions
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/$(COMPILE) --extra dev --extra site --extra lab --extra cluster -o requirements-dev.lock pyproject.toml
	$(BIN)/$(COMPILE) --extra site --build-deps-for wheel -c requirements-dev.lock -o requirements.lock pyproject.toml

clean: ## removes the environment and everything made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist src/*.egg-info heraut-demo
