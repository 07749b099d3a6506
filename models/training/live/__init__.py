"""Whole tables of Crystalla under a fixed camera: pictures of them, turns with hands, and recordings, with truth."""
