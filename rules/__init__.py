"""Pure rule engines of the four games: standard library only, nothing about cameras or the web."""
