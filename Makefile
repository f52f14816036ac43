# Two commands: `make run` opens knightwatch, `make test` checks it. Both set up .venv first, once.
PYTHON ?= python3
BIN := .venv/bin

run: .venv/run
	@$(BIN)/knightwatch

test: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

bench: .venv/bench
	$(BIN)/python -m bench

screenshots: .venv/dev
	$(BIN)/python -m screenshots

docs: .venv/dev
	$(BIN)/python -m docs

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(BIN)/pip:
	$(PYTHON) -m venv .venv

# Each mark is set when its extras are in, and set again when the declaration of the project changes.
.venv/run: pyproject.toml | $(BIN)/pip
	@echo "Installing what knightwatch needs, once: about half a minute ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/dev .venv/bench: .venv/%: pyproject.toml | $(BIN)/pip
	@echo "Installing what is needed for $*, once: about a minute ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

clean:
	rm -rf .venv

.PHONY: run test bench screenshots docs format clean
