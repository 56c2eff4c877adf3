"""Texts as key strokes of a US keyboard, in the three spellings that virtual keyboards take.

Usages are of the HID usage tables, page 0x07 (Keyboard); key codes of linux/input-event-codes.h; names of QEMU's
QKeyCode.
"""

SHIFT_CODE = 42
ENTER = "\n"

# plain character -> (usage, key code, QEMU's name, character with Shift)
_KEYS = {ENTER: (40, 28, "ret", None), " ": (44, 57, "spc", None)}
for _row, _first_code in (("qwertyuiop", 16), ("asdfghjkl", 30), ("zxcvbnm", 44)):
    for _offset, _letter in enumerate(_row):
        _KEYS[_letter] = (4 + ord(_letter) - ord("a"), _first_code + _offset, _letter, _letter.upper())
for _offset, (_digit, _sign) in enumerate(zip("1234567890", "!@#$%^&*()")):
    _KEYS[_digit] = (30 + _offset, 2 + _offset, _digit, _sign)
for _plain, _shifted, _usage, _code, _name in (
    ("-", "_", 45, 12, "minus"), ("=", "+", 46, 13, "equal"), ("[", "{", 47, 26, "bracket_left"),
    ("]", "}", 48, 27, "bracket_right"), ("\\", "|", 49, 43, "backslash"), (";", ":", 51, 39, "semicolon"),
    ("'", '"', 52, 40, "apostrophe"), ("`", "~", 53, 41, "grave_accent"), (",", "<", 54, 51, "comma"),
    (".", ">", 55, 52, "dot"), ("/", "?", 56, 53, "slash"),
):
    _KEYS[_plain] = (_usage, _code, _name, _shifted)

# character -> (usage, key code, QEMU's name, whether Shift is held)
STROKES = {plain: (*key[:3], False) for plain, key in _KEYS.items()}
STROKES |= {key[3]: (*key[:3], True) for key in _KEYS.values() if key[3]}
_CHARACTERS = {(code, shift): character for character, (_, code, _, shift) in STROKES.items()}

# A keyboard set to German: character -> (the US keyboard's character on that key, modifiers), where they differ.
_SHIFT, _ALTGR = 0x02, 0x40  # bits of a boot report's first byte
_BESIDE_SHIFT = 0x64  # the usage of the key with < > |, which a US keyboard does not have
_GERMAN = {"y": ("z", 0), "Y": ("z", _SHIFT), "z": ("y", 0), "Z": ("y", _SHIFT)}
for _signs, _places, _modifiers in (
    ('!"$%&/()=?*\';:_', "124567890-]\\,./", _SHIFT), ("{[]}\\@~", "7890-q]", _ALTGR), ("+#,.-", "]\\,./", 0),
):
    _GERMAN |= {sign: (place, _modifiers) for sign, place in zip(_signs, _places, strict=True)}


def german_hid_reports(text):
    """As `hid_reports`, of a keyboard set to German; its keys ^ and ` are dead and stand alone before Space."""
    reports = bytearray()
    for character in text:
        dead = {"^": ("`", 0), "`": ("=", _SHIFT)}.get(character)
        beside = {"<": 0, ">": _SHIFT, "|": _ALTGR}.get(character)
        if beside is not None:
            strokes = [(_BESIDE_SHIFT, beside)]
        elif dead:
            strokes = [(STROKES[dead[0]][0], dead[1]), (STROKES[" "][0], 0)]
        elif character in _GERMAN:
            place, modifiers = _GERMAN[character]
            strokes = [(STROKES[place][0], modifiers)]
        else:
            strokes = [(STROKES[character][0], _SHIFT if STROKES[character][3] else 0)]
        for usage, modifiers in strokes:
            reports += bytes((modifiers, 0, usage, 0, 0, 0, 0, 0)) + bytes(8)
    return bytes(reports)


def hid_reports(text):
    """Boot keyboard reports of 8 bytes: one with the key, one with none, for each character."""
    reports = bytearray()
    for usage, _, _, shift in map(STROKES.__getitem__, text):
        reports += bytes((_SHIFT if shift else 0, 0, usage, 0, 0, 0, 0, 0)) + bytes(8)
    return bytes(reports)


def key_events(text):
    """(key code, 1 pressed or 0 released), Shift's own strokes included."""
    for _, code, _, shift in map(STROKES.__getitem__, text):
        if shift:
            yield SHIFT_CODE, 1
        yield code, 1
        yield code, 0
        if shift:
            yield SHIFT_CODE, 0


def qmp_events(text):
    """The events of QEMU's input-send-event, in order."""
    def event(name, down):
        return {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": name}}}

    for _, _, name, shift in map(STROKES.__getitem__, text):
        if shift:
            yield event("shift", True)
        yield event(name, True)
        yield event(name, False)
        if shift:
            yield event("shift", False)


def text_of(lines):
    """The text that key-reader's lines spell; an overflow shows as the word it prints."""
    text, shift = "", False
    for line in lines:
        fields = line.split()
        if len(fields) != 2 or not fields[0].isdigit():
            text += f"<{line}>"
            continue
        code, pressed = int(fields[0]), fields[1] == "1"
        if code == SHIFT_CODE:
            shift = pressed
        elif pressed:
            text += _CHARACTERS.get((code, shift), f"<key {code}>")
    return text
