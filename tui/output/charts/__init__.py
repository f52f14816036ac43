"""Charts made of characters, each with the name of its ink: the screen colours them, text output does not."""
