"""The same screens in a browser: a server, and a process for each visitor."""
