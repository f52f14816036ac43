"""Pictures: boards and curves as SVG, PNG and GIF, and pages that play a run. No screen is needed."""
