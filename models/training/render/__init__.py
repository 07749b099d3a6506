"""Path-traced photos of displays with exact truth; runs in `.venv-render` (bpy, GPL-3), imported by nothing else."""
