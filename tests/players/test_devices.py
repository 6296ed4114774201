"""What a browser says of itself, in words."""

import pytest

from players.devices import device_names


@pytest.mark.parametrize(
    ("user_agent", "names"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", ["Firefox", "Linux"]),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", ["Edge", "Windows"]),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", ["Chrome", "Android"]),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
            ["Safari", "iPhone"],
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1", ["Safari", "macOS"]),
        ("curl/8.0", []),
        ("", []),
    ],
)
def test_browser_and_system_are_recognised(user_agent, names):
    assert device_names(user_agent) == names
