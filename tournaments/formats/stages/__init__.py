"""Stages: groups and then finals, Swiss and then a cut; who goes on from one to the next, and with what."""
