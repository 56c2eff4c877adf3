internal import CXKBCommon

/// Owns a keyboard of xkbcommon: its layout, and which modifiers are held or locked.
///
/// Not shared between threads: xkbcommon counts references without locks.
@safe struct XKBKeyboard: ~Copyable {
    static let alphanumerics = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars)

    private let context: OpaquePointer
    private let keymap: OpaquePointer
    private let state: OpaquePointer

    /// The layout of this machine's desktop has no influence: every part of the name is given, and the environment is
    /// not read.
    init(_ layout: KeyboardLayout) throws(WedgeError) {
        guard let parts = layout.parts else {
            throw WedgeError(layout, "a layout is a name such as de, or a name and a variant such as ch(fr)")
        }
        guard let context = unsafe xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else {
            throw WedgeError(layout, "xkbcommon finds no keyboard data; is the package xkb-data installed?")
        }
        // Otherwise it writes its warnings to standard error.
        unsafe xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        guard let keymap = unsafe Self.keymap(in: context, layout: parts.layout, variant: parts.variant),
            let state = unsafe xkb_state_new(keymap)
        else {
            unsafe xkb_context_unref(context)
            throw WedgeError(layout, "the installed keyboard data has no such layout")
        }
        unsafe self.context = context
        unsafe self.keymap = keymap
        unsafe self.state = state
    }

    /// Another keyboard of the same layout, with nothing held and nothing locked.
    init(like other: borrowing XKBKeyboard) {
        guard let state = unsafe xkb_state_new(other.keymap) else { preconditionFailure("there is no memory left") }
        unsafe context = xkb_context_ref(other.context)
        unsafe keymap = xkb_keymap_ref(other.keymap)
        unsafe self.state = state
    }

    deinit {
        unsafe xkb_state_unref(state)
        unsafe xkb_keymap_unref(keymap)
        unsafe xkb_context_unref(context)
    }

    private static func keymap(in context: OpaquePointer, layout: String, variant: String) -> OpaquePointer? {
        unsafe layout.withCString { layout in
            unsafe variant.withCString { variant in
                unsafe "evdev".withCString { rules in
                    unsafe "pc105".withCString { model in
                        unsafe "".withCString { options in
                            var names = unsafe xkb_rule_names(
                                rules: rules, model: model, layout: layout, variant: variant, options: options)
                            return unsafe xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                        }
                    }
                }
            }
        }
    }

    /// xkb counts keys from 8, as X11 does (xkbcommon.h, `xkb_keycode_t`).
    private static func keycode(_ code: UInt16) -> xkb_keycode_t { xkb_keycode_t(code) + 8 }

    /// Call after ``character(of:)``: a key affects those that follow it.
    mutating func press(_ code: UInt16) {
        _ = unsafe xkb_state_update_key(state, Self.keycode(code), XKB_KEY_DOWN)
    }

    mutating func release(_ code: UInt16) {
        _ = unsafe xkb_state_update_key(state, Self.keycode(code), XKB_KEY_UP)
    }

    /// The character that the key types now, including the effect of Caps Lock and Control.
    func character(of code: UInt16) -> Unicode.Scalar? {
        Self.scalar(unsafe xkb_state_key_get_utf32(state, Self.keycode(code)))
    }

    /// The dead key that this key is now, if any.
    func deadKey(of code: UInt16) -> DeadKey? {
        DeadKey(symbol: unsafe xkb_state_key_get_one_sym(state, Self.keycode(code)))
    }

    /// The character of the key at a given level: 1 is the one that NumLock selects on the keypad.
    func character(of code: UInt16, level: UInt32) -> Unicode.Scalar? {
        symbol(of: Self.keycode(code), level: level).flatMap { Self.scalar(xkb_keysym_to_utf32($0)) }
    }

    /// All characters that it can type with Shift and AltGr, without dead keys.
    var characters: Set<Unicode.Scalar> {
        var characters = Set<Unicode.Scalar>()
        for key in unsafe xkb_keymap_min_keycode(keymap)...xkb_keymap_max_keycode(keymap) {
            for level in unsafe 0..<xkb_keymap_num_levels_for_key(keymap, key, 0) {
                let scalar = symbol(of: key, level: level).flatMap { Self.scalar(xkb_keysym_to_utf32($0)) }
                if let scalar { characters.insert(scalar) }
            }
        }
        return characters
    }

    private func symbol(of key: xkb_keycode_t, level: UInt32) -> xkb_keysym_t? {
        var symbols: UnsafePointer<xkb_keysym_t>?
        let count = unsafe xkb_keymap_key_get_syms_by_level(keymap, key, 0, level, &symbols)
        return unsafe count == 1 ? symbols?.pointee : nil
    }

    /// xkb returns 0 for no character.
    private static func scalar(_ value: UInt32) -> Unicode.Scalar? {
        value == 0 ? nil : Unicode.Scalar(value)
    }
}
