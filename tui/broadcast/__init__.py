"""The lecturer's end of `serve --follow`: it sends what the terminal shows to the server process."""
