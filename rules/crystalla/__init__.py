"""Crystalla: cards with two gem segments in a 3×4 display, and what they score."""
