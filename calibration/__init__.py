"""Camera and table geometry, and the sheets a player prints."""
