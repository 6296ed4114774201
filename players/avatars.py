"""Draws a coat of arms as SVG from a player's name, the same each time. No Django here."""

from hashlib import sha256
from html import escape

# Background colours: dark enough for a light letter, strong enough on the light and the dark theme.
COLOURS = ("#8f2130", "#1f6156", "#7d5a10", "#37407f", "#5b2f66", "#3c4a2c", "#7a3b1d", "#27506e")
METALS = ("#e8d9b0", "#dfe3e6")
# SVG paths of heraldic divisions and charges, on a field of 48 by 48; CSS rounds its corners.
DIVISIONS = (
    "M0 0H24V48H0Z",  # per pale
    "M0 0H48V24H0Z",  # per fess
    "M0 0L48 48H0Z",  # per bend
    "M0 0H24V24H0ZM24 24H48V48H24Z",  # quarterly
    "M0 48L24 20L48 48Z",  # per chevron
    "M16 0H32V48H16Z",  # a pale
    "M0 16H48V32H0Z",  # a fess
    "M0 0H10L48 38V48H38L0 10Z",  # a bend
    "M18 0H30V18H48V30H30V48H18V30H0V18H18Z",  # a cross
    "M0 0H12V48H0ZM24 0H36V48H24Z",  # paly
    "M0 0H48V12H0ZM0 24H48V36H0Z",  # barry
    "M24 4L44 24L24 44L4 24Z",  # a lozenge
)
SHADES = ("#00000038", "#ffffff2b")


def avatar_svg(name: str, key: str, size: int) -> str:
    """Return the SVG of a player's arms: a field, a division in a shade of it, and the initial."""
    digest = sha256(key.encode()).digest()
    colour, metal = COLOURS[digest[0] % len(COLOURS)], METALS[digest[1] % len(METALS)]
    division, shade = DIVISIONS[digest[2] % len(DIVISIONS)], SHADES[digest[3] % len(SHADES)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="avatar" width="{size}" height="{size}" viewBox="0 0 48 48" '
        'aria-hidden="true" focusable="false">'
        f'<rect width="48" height="48" fill="{colour}"/><path d="{division}" fill="{shade}"/>'
        f'<text x="24" y="25" fill="{metal}" font-size="24" text-anchor="middle" dominant-baseline="central">'
        f"{escape(name[:1].upper())}</text></svg>"
    )
