"""What the compiler does after its program has ended: it finishes the kernels that a search waited for.

Otherwise a command that takes a second would find the cache empty each time.
"""

import os

from knightwatch.engine.compiled.cache import folder

SETTING = "KNIGHTWATCH_FINISH_COMPILING"
"""The environment variable that forbids it with the value 0."""
SECONDS = 60
"""The longest time for it."""
NICE = 10
"""The priority meanwhile: lower than while the program runs."""


def allowed() -> bool:
    """Tell whether the user lets the compiler go on."""
    return os.environ.get(SETTING) != "0"


def is_news() -> bool:
    """Tell whether users of this cache have not read about it yet; note that they have now."""
    try:
        (folder() / "told").touch(exist_ok=False)
    except OSError:
        return False
    return True
