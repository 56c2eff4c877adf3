// Wedges: key events of a hand scanner in, the texts it typed out (evdev, xkbcommon).

internal import CEvdev
internal import CXKBCommon
