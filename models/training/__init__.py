"""Scene synthesis, training and export of the networks; needs the extra `train`, never used at run time."""
