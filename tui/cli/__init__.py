"""The command line, and runs without a screen.

Where to look:
- `entry` starts the program, `main` builds the command line and maps errors to exit codes.
- `commands/` has one module for each command: `puzzle` (tour, swap, queens), `race`, `sweep`, `papers`, `runs`, …
- `options/` turns declarations into options; its docstring says where each option is declared.
- `headless` runs searches and questions without a screen; `progress`, `signals` and `streams` serve it.
- `completion` installs shell completion.
"""
