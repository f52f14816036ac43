# Two commands: `make run` opens knightwatch, `make test` checks it. Both set up .venv first, once.
# With another Python, as in `make test PYTHON=python3.13`, they set up and use an environment of its own: .venv-3.13.
PYTHON ?= python3
VENV := .venv
ifneq ($(origin PYTHON),file)
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
VENV := .venv-$(or $(VERSION),$(error $(PYTHON) does not run))
endif
BIN := $(VENV)/bin

# Where Python is told to keep no bytecode, every program that a test starts would compile all of knightwatch anew.
unexport PYTHONDONTWRITEBYTECODE

run: $(VENV)/run
	@$(BIN)/knightwatch

test: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

# make storm STORM=3600 lasts for an hour; a few rounds are among the tests, and few of the examples that laws are held to.
storm: export STORM ?= 600
storm: $(VENV)/dev
	$(BIN)/pytest -n 0 tests/tui/cli/test_storm.py
	$(BIN)/pytest --hypothesis-profile storm -m hypothesis

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

# Each mark is set when its extras are in, and set again when the declaration of the project changes.
$(VENV)/run: pyproject.toml | $(BIN)/pip
	@echo "Installing what knightwatch needs, once: about half a minute ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/dev $(VENV)/bench: $(VENV)/%: pyproject.toml | $(BIN)/pip
	@echo "Installing what is needed for $*, once: about a minute ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

clean:
	rm -rf .venv .venv-*

.PHONY: run test storm bench screenshots docs format clean
