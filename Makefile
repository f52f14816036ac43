# `make run` opens knightwatch, `make test` tests it. Both create .venv on first use.
# `make test PYTHON=python3.13` uses another Python, in the environment .venv-3.13.
PYTHON ?= python3
VENV := .venv
ifneq ($(origin PYTHON),file)
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
VENV := .venv-$(or $(VERSION),$(error $(PYTHON) does not run))
endif
BIN := $(VENV)/bin

# Without bytecode files, every program that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

run: $(VENV)/run
	@$(BIN)/knightwatch

test: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

# `make storm STORM=3600` runs for an hour. `make test` runs a few rounds, the laws with fewer examples,
# and no test with the mark `storm`.
storm: export STORM ?= 600
storm: $(VENV)/dev
	$(BIN)/pytest -n 0 -rP tests/tui/cli/test_storm.py
	$(BIN)/pytest --hypothesis-profile storm -m 'storm or hypothesis'

bench: $(VENV)/bench
	$(BIN)/python -m bench

screenshots: $(VENV)/dev
	$(BIN)/python -m screenshots

docs: $(VENV)/dev
	$(BIN)/python -m docs

format: $(VENV)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(BIN)/pip:
	$(PYTHON) -m venv $(VENV)

# Each mark file is touched after an installation; a newer pyproject.toml installs again.
$(VENV)/run: pyproject.toml | $(BIN)/pip
	@echo "Installing the dependencies of knightwatch (once, about half a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/dev $(VENV)/bench: $(VENV)/%: pyproject.toml | $(BIN)/pip
	@echo "Installing the dependencies for $* (once, about a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

clean:
	rm -rf .venv .venv-*

.PHONY: run test storm bench screenshots docs format clean
