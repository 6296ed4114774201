"""PURE. Pictures of tournaments as SVG text: the standard library only, plain values in, one string out."""
