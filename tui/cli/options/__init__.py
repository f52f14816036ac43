"""Options of the command line.

Where an option is declared:
- `--rows`, `--n`, …: fields of the problem, in `engine/<puzzle>/problem.py`.
- `--pop`, `--pm`, …: fields of the solver's settings, in `engine/<puzzle>/solvers/<solver>.py`.
- `--max-seconds` and `--seed`, which every solver has: `Settings` in `engine/core/declaration.py`, `Seed` in
  `engine/plans/plan.py`.
- `--headless`, `--json`, `--output`, …, which most commands share: `common.py` here.
- options of one command only, as `--vary` of `sweep`: `tui/cli/commands/<command>.py`.

`fields.py` turns declared fields into options; `signature.py` gives a command the options as its signature.
"""
