"""What exact counts share, whatever the puzzle: worker threads, options, the store and the cluster."""
