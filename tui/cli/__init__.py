"""The command line, and work without a screen."""
