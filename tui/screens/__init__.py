"""All screens and their keys. A screen class lists its keys in BINDINGS; its method `action_<name>` handles the key.

To find the code of a key, open the module of its screen. `puzzle/screen.py` has the keys of every puzzle;
`tour/screen.py` and `swap/screen.py` have those of one puzzle. Base classes in `base/` have keys too.
The keys of the whole program are in `tui/app.py`.

This package holds `home.py` with `saved_runs.py` and `preview.py`, and the screens that open from anywhere: `help.py`,
`export.py`, `lecture.py`.
"""
