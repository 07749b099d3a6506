"""Crystal Hall: vocabulary, edition, position, moves, legality, turns, views and explanations."""
