"""The same screens in a browser: a server, and a process of its own for every visitor."""
