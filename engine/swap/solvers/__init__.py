"""Knights that change places, level by level, from both ends and by A*."""
