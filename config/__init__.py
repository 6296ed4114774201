"""The composition root: settings, processes and doors. It imports every app; no app imports it."""
