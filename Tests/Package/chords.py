"""Chords by which a keyboard leads out of a browser, a compositor, or a console, as QEMU names their keys.

The browser's are those of "Chrome keyboard shortcuts" (https://support.google.com/chrome/answer/157179), for Linux.
"""

import itertools

_DIGITS = "0123456789"

# Ctrl and one key, Ctrl, Shift and one key, Alt and one key.
_CTRL = [*"defghjklmnopqrstuw", *_DIGITS, "tab", "pgdn", "pgup", "f4", "f5", "equal", "minus", "ret", "home", "end"]
_CTRL_SHIFT = [*"abcdegijmnopqrtwy", "tab", "delete", "pgup", "pgdn", "equal"]
_ALT = [*"defs", *_DIGITS[1:], "f4", "home", "left", "right", "tab", "esc", "spc", "ret", "f2", "f10"]
_ALONE = ["f1", "f3", "f5", "f6", "f7", "f10", "f11", "f12", "menu", "meta_l", "meta_r", "help", "find", "open", "stop",
          "again", "mail", "calculator", "computer", "ac_home", "ac_back", "ac_forward", "ac_refresh", "ac_bookmarks",
          "mediaselect"]
_SHIFT = ["esc", "f3", "f5", "f6", "f10"]

BROWSER = (
    [("ctrl", key) for key in _CTRL] + [("ctrl", "shift", key) for key in _CTRL_SHIFT] + [("alt", key) for key in _ALT]
    + [("shift", key) for key in _SHIFT] + [(key,) for key in _ALONE]
    + [("alt", "shift", key) for key in (*"abit", "tab")] + [("ctrl_r", "n"), ("alt_r", "f4"), ("meta_l", "d")])

# Escape with each key that is held, and with two of them: one of these opened the browser's task manager.
_HELD = ["shift", "shift_r", "ctrl", "ctrl_r", "alt", "alt_r", "meta_l", "meta_r", "menu", "caps_lock", "num_lock", "scroll_lock",
         "tab", "spc", "f1", "f12", "print", "pause", "insert", "help", "henkan", "muhenkan", "hiragana", "kp_divide"]
ESCAPE = [(key, "esc") for key in _HELD] + [
    (first, second, "esc") for first, second in itertools.combinations(_HELD[:8], 2)]


def is_for_staff(chord):
    """It may touch a button of the page, or lead to one."""
    return bool({"tab", "ret", "spc"} & set(chord))


# Another console, the end of a compositor, a restart.
CONSOLE = [("ctrl", "alt", f"f{number}") for number in range(1, 8)] + [
    ("alt", "left"), ("alt", "right"), ("ctrl", "alt", "delete"), ("ctrl", "alt", "backspace"), ("ctrl", "alt", "t"),
    ("ctrl", "c"), ("ctrl", "z"), ("ctrl", "d"), ("ctrl", "backslash")]

# The kernel's own: end everything on the console (k, e, i), restart at once (b), a raw keyboard (r), no writes (u).
KERNEL = [("alt", "sysrq", key) for key in "reikub"]
