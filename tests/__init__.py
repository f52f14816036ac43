"""Tests, in folders that mirror engine/ and tui/; `laws/` tests every solver, `published/` published figures."""
