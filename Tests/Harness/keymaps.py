"""The keys of a layout as a compositor has them: compiled by libxkbcommon, which cage and Chromium use."""

import collections
import ctypes
import functools
import pathlib

# Of libxkbcommon (xkbcommon.h).
NO_DEFAULT_INCLUDES, NO_ENVIRONMENT = 1, 2
SYSTEM = pathlib.Path("/usr/share/X11/xkb")


Symbol = collections.namedtuple("Symbol", "key group level symbol")


class Names(ctypes.Structure):
    """struct xkb_rule_names"""
    _fields_ = [(name, ctypes.c_char_p) for name in ("rules", "model", "layout", "variant", "options")]


@functools.cache
def library():
    loaded = ctypes.CDLL("libxkbcommon.so.0")
    for name in ("xkb_context_new", "xkb_keymap_new_from_names", "xkb_keymap_key_get_name"):
        getattr(loaded, name).restype = ctypes.c_void_p
    loaded.xkb_keymap_key_get_name.restype = ctypes.c_char_p
    return loaded


class Keymap:
    """What each key gives, with the rules of a folder."""

    def __init__(self, folder, layout, variant=""):
        xkb = library()
        self.context = ctypes.c_void_p(xkb.xkb_context_new(NO_DEFAULT_INCLUDES | NO_ENVIRONMENT))
        xkb.xkb_context_set_log_level(self.context, 0)
        for place in (folder, SYSTEM):
            xkb.xkb_context_include_path_append(self.context, str(place).encode())
        names = Names(b"usher", b"pc105", layout.encode(), variant.encode(), b"")
        made = xkb.xkb_keymap_new_from_names(self.context, ctypes.byref(names), 0)
        if not made:
            raise ValueError(f"no keymap of {layout} {variant}")
        self.keymap = ctypes.c_void_p(made)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        library().xkb_keymap_unref(self.keymap)
        library().xkb_context_unref(self.context)

    def keys(self):
        """What each key gives, in each group and level of it."""
        xkb, symbols, text = library(), ctypes.POINTER(ctypes.c_uint32)(), ctypes.create_string_buffer(64)
        for key in range(xkb.xkb_keymap_min_keycode(self.keymap), xkb.xkb_keymap_max_keycode(self.keymap) + 1):
            name = (xkb.xkb_keymap_key_get_name(self.keymap, key) or b"").decode()
            for group in range(xkb.xkb_keymap_num_layouts_for_key(self.keymap, key)):
                for level in range(xkb.xkb_keymap_num_levels_for_key(self.keymap, key, group)):
                    count = xkb.xkb_keymap_key_get_syms_by_level(self.keymap, key, group, level, ctypes.byref(symbols))
                    for index in range(count):
                        xkb.xkb_keysym_get_name(symbols[index], text, len(text))
                        yield Symbol(name, group, level, text.value.decode())


def layouts():
    """(layout, variant) of all that the system has, the layout itself first."""
    lines = (SYSTEM / "rules/evdev.lst").read_text().splitlines()
    section, found = None, []
    for line in lines:
        if line.startswith("!"):
            section = line[1:].strip()
        elif line.strip() and section == "layout":
            found.append((line.split()[0], ""))
        elif line.strip() and section == "variant":
            variant, layout = line.split()[:2]
            found.append((layout.rstrip(":"), variant))
    return found
