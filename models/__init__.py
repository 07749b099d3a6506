"""ONNX weights with their papers: manifest, hashes, labels, model cards."""
