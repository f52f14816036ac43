"""The engine: problems, searches and their laws. It knows arrays and never a screen."""
