"""The rules of Krystal: heroes of six peoples who bring stones of light home to their gate."""
