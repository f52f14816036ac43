"""Base classes of screens, and screens that several puzzles share.

- `worker_screen`: run, pause, step and pace of a search or a race in a worker thread
- `zoom`: zoom and scroll a board; `cursor`: move a cursor on a board; `editor`: set a board up
- `inquiry`: ask a question in a worker thread and show its answer; `laboratory`: the same with a table and a chart
- `pages`: turn pages; `gallery`: all pages as small pictures
- `form`: fields to fill in; `dialog`: modal screens and the command palette
- `exporting`: the keys `e` and `y`; `views`: the key `v`; `keymap`: keys that the user has changed
- `program`: what a screen may ask of the application; `styled`: skip a second styling
"""
