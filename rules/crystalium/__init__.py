"""The rules of Crystalium, from the set-up to the final scoring, solo mode included."""
