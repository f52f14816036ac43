"""The bridge: searches driven in threads, the newest report kept for the screen."""
