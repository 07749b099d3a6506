"""One module per step of the database."""
