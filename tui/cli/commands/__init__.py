"""One module for each command. Each is imported only when the command line names it."""
