/// The result of a key.
enum Typed: Hashable {
    case character(Unicode.Scalar)
    case end(LineEnd)
}

/// A key that ends a code.
public enum LineEnd: String, Hashable, Sendable {
    /// The Enter key, or a character CR.
    case enter
    /// Enter on the keypad.
    case keypadEnter
    /// The Tab key, or a character TAB.
    case tab
    /// Control and J, which some scanners send for a line feed.
    case lineFeed
}

/// Converts the keys of one keyboard to characters. It knows nothing of lines and time.
///
/// Keypad digits are digits, whatever NumLock says: a scanner that uses the keypad never means its arrows.
struct KeyTyper: ~Copyable {
    private var keyboard: XKBKeyboard
    private let startsLocked: Bool
    private var held: Set<UInt16> = []
    private var accent: DeadKey?
    private var code: CharacterCode?

    /// - Parameter capsLock: whether the scanner assumes that Caps Lock is on.
    init(_ layout: KeyboardLayout, capsLock: Bool) throws(WedgeError) {
        var keyboard = try XKBKeyboard(layout)
        if capsLock { keyboard.tapCapsLock() }
        self.init(keyboard, startsLocked: capsLock)
    }

    private init(_ keyboard: consuming XKBKeyboard, startsLocked: Bool) {
        self.keyboard = keyboard
        self.startsLocked = startsLocked
    }

    /// Resets held and locked keys. Of the keys that are really down, only modifiers have an effect; the others are
    /// ignored until they are released.
    mutating func restart(held: Set<UInt16>) {
        self.held = held
        accent = nil
        code = nil
        keyboard = XKBKeyboard(like: keyboard)
        if startsLocked { keyboard.tapCapsLock() }
        for key in held.intersection(KeyCode.modifiers) { keyboard.press(key) }
    }

    mutating func take(_ event: KeyEvent) -> [Typed] {
        switch event.action {
        case .repeated: return []
        case .down:
            // The kernel sends no second press without a release (input_get_disposition in drivers/input/input.c), so
            // this one is the echo of a key that is known to be down.
            guard held.insert(event.code).inserted else { return [] }
            let typed = press(event.code)
            keyboard.press(event.code)
            return typed
        case .up:
            guard held.remove(event.code) != nil else { return [] }
            keyboard.release(event.code)
            guard event.code == KeyCode.leftAlt else { return [] }
            defer { code = nil }
            return typed(code?.character)
        }
    }

    private mutating func press(_ key: UInt16) -> [Typed] {
        if KeyCode.modifiers.contains(key) {
            if key == KeyCode.leftAlt { code = CharacterCode() }
            return []
        }
        guard held.isDisjoint(with: KeyCode.metas) else { return [] }
        let hasControl = !held.isDisjoint(with: KeyCode.controls)
        if held.contains(KeyCode.leftAlt) {
            if hasControl { return pressWithAltGr(key) }
            if let digit = KeyCode.keypadDigit(key) {
                code?.append(digit)
            } else {
                // Alt with anything but digits is a command to some program.
                code = nil
            }
            return []
        }
        switch key {
        case KeyCode.enter: return end(.enter)
        case KeyCode.keypadEnter: return end(.keypadEnter)
        case KeyCode.tab: return end(.tab)
        default: break
        }
        if hasControl { return typed(controlCharacter(of: key)) }
        if let digit = KeyCode.keypadDigit(key) { return typed(Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit))) }
        if key == KeyCode.keypadDecimal { return typed(keyboard.character(of: key, level: 1)) }
        return type(keyboard.deadKey(of: key), keyboard.character(of: key))
    }

    /// Windows treats Control with the left Alt as AltGr, and so do scanners.
    private mutating func pressWithAltGr(_ key: UInt16) -> [Typed] {
        code = nil
        var alternate = XKBKeyboard(like: keyboard)
        alternate.press(KeyCode.rightAlt)
        for shift in held.intersection(KeyCode.shifts) { alternate.press(shift) }
        return type(alternate.deadKey(of: key), alternate.character(of: key))
    }

    /// The control character of the key in this layout; if there is none, that of its place on a US keyboard.
    private func controlCharacter(of key: UInt16) -> Unicode.Scalar? {
        if let character = keyboard.character(of: key), character.value < 0x20 { return character }
        return KeyCode.controlCharacters[key]
    }

    private mutating func type(_ dead: DeadKey?, _ character: Unicode.Scalar?) -> [Typed] {
        if let dead {
            defer { accent = accent == nil ? dead : nil }
            return accent.map { [.character($0.spacing), .character(dead.spacing)] } ?? []
        }
        return typed(character)
    }

    private mutating func typed(_ character: Unicode.Scalar?) -> [Typed] {
        switch character {
        case nil: return []
        case "\r": return end(.enter)
        case "\n": return end(.lineFeed)
        case "\t": return end(.tab)
        case let character?:
            defer { accent = nil }
            return (accent?.joined(with: character) ?? [character]).map(Typed.character)
        }
    }

    private mutating func end(_ end: LineEnd) -> [Typed] {
        accent = nil
        return [.end(end)]
    }
}

extension XKBKeyboard {
    fileprivate mutating func tapCapsLock() {
        press(KeyCode.capsLock)
        release(KeyCode.capsLock)
    }
}
