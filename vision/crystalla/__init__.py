"""Reads a Crystalla display: locate the cards, rectify each one, name its two segments."""
