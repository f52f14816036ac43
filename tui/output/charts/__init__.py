"""Charts made of characters. Each character has an ink: the screen shows inks as colours, text ignores them."""
