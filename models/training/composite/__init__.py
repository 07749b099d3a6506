"""Composite test pictures: cards laid by homography into real photographs, apart from the training generator."""
