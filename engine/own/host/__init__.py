"""The process of a user's solver: orders, steps, copies, printed lines. It imports the standard library only."""
