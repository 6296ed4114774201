"""Pictures of tournaments as SVG. Pure: the standard library only, plain values in, one string out."""
