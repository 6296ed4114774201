from ratings.admin import changes, matches, replays

__all__ = ["changes", "matches", "replays"]
