"""Run searches in worker threads; the newest report waits for the screen."""
