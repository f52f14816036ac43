"""The screen of a puzzle and the screens that open from it.

- `screen`: the keys of every puzzle; `bookmarks` and `bookmark_note`: the keys `M` and `J`
- `run_view`: the widgets that show a run; `help_text`: the text of the key `?`
- `explaining`: the key `d`; `predicting`: the key `A`; `step_number`: the key `@`
- `settings`: the key `s`; `play`: play by hand, the key `p`; `answer`: an answer from a file or the clipboard
"""
