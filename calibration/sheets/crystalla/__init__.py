"""The reference copy of Crystalla: card faces, pieces, back and tableau as pictures.

What is printed, `deck` and `lesson`, is imported by name: it needs a writer of PDF, which whoever serves never uses.
"""

from calibration.sheets.crystalla.faces import back_png, face_png, piece_png, tableau_png, write_faces

__all__ = ["back_png", "face_png", "piece_png", "tableau_png", "write_faces"]
