"""Squares and grids that look like a Crystalla display and are none, drawn for training scenes only."""
