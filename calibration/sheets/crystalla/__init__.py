"""The reference copy of Crystalla: card faces, pieces, back and tableau as pictures and as a printable deck."""

from calibration.sheets.crystalla.deck import write_pdf
from calibration.sheets.crystalla.faces import back_png, face_png, piece_png, tableau_png, write_faces
from calibration.sheets.crystalla.lesson import write_lesson

__all__ = ["back_png", "face_png", "piece_png", "tableau_png", "write_faces", "write_lesson", "write_pdf"]
