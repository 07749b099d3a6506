"""The reference components as printable sheets and pictures."""
