"""What exact methods over a moving frontier share."""
