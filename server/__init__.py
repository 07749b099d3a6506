"""Composes eye and rules: the command line, the JSON API and the web view."""
