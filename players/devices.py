"""Recognises browser and operating system in a User-Agent header. No Django here."""

# In this order: most browsers also claim to be the ones further down.
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
            "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari"}  # fmt: skip
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "CrOS": "ChromeOS",
           "Mac OS X": "macOS", "Linux": "Linux"}  # fmt: skip


def device_names(user_agent: str) -> list[str]:
    """Return the names of the browser and the system, as far as they are recognised."""
    found = (next((name for sign, name in names.items() if sign in user_agent), "") for names in (BROWSERS, SYSTEMS))
    return [name for name in found if name]
