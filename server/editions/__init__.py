"""Data of one's own copy: kept as edition files, entered by form."""
