"""Templates, scripts, styles and fonts of the web view."""
