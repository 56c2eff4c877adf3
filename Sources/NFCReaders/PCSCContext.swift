internal import CPCSC
internal import Devices
internal import Glibc
internal import Tickets

/// A connection to pcscd, the service that drives readers for cards. It is closed when this value ends.
struct PCSCContext: ~Copyable {
    private let context: usher_pcsc_context

    /// - Throws: ``DeviceError`` when pcscd cannot be reached.
    init() throws(DeviceError) {
        guard usher_pcsc_is_there() else {
            throw DeviceError(.unsuitable, "use", "NFC readers", "libpcsclite.so.1 is not installed")
        }
        var context = usher_pcsc_context()
        try Self.check(unsafe usher_pcsc_establish(&context))
        self.context = context
    }

    deinit { usher_pcsc_release(context) }

    /// The names of all readers that are plugged in, also those for other cards.
    func readers() throws(DeviceError) -> [String] {
        // Of at most 128 bytes each (MAX_READERNAME).
        var names = [CChar](repeating: 0, count: 129 * Int(usher_pcsc_most_readers))
        var count = UInt(names.count)
        let code = unsafe usher_pcsc_list(context, &names, &count)
        if code == usher_pcsc_no_readers { return [] }
        try Self.check(code)
        return names.prefix(Int(count)).split(separator: 0).map { name in
            String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// What a reader has, as pcscd counts it.
    struct State: Hashable {
        /// Passed back to pcscd, which then knows what is new.
        var word: UInt
        var answerToReset: [UInt8]

        /// A card is on it.
        var hasCard: Bool { word & usher_pcsc_state_present != 0 }
        /// How often a card came or went.
        var changes: UInt { word >> 16 & 0xFFFF }
    }

    /// Waits until the state of a reader is another one, or the time has passed.
    /// - Parameter states: by reader, as they are known; a reader that is not is 0. Becomes what they are now.
    /// - Returns: `false` when a reader is not there any more.
    func wait(_ timeout: Duration, for states: inout [String: State]) throws(DeviceError) -> Bool {
        let names = states.keys.sorted()
        let words = names.map { states[$0]?.word ?? 0 }
        let pointers = unsafe names.map { unsafe strdup($0) }
        defer { for place in names.indices { unsafe free(pointers[place]) } }
        var asked = unsafe zip(pointers, words).map { pointer, word in
            var state = unsafe usher_pcsc_reader_state()
            unsafe state.reader = unsafe UnsafePointer(pointer)
            unsafe state.current_state = word
            return unsafe state
        }
        let milliseconds = UInt(timeout / .milliseconds(1))
        let code = unsafe usher_pcsc_wait(context, milliseconds, &asked, UInt(asked.count))
        if code == usher_pcsc_timeout { return true }
        if code == usher_pcsc_unknown_reader { return false }
        try Self.check(code)
        for (place, name) in names.enumerated() {
            let state = unsafe asked[place]
            let answerToReset = unsafe withUnsafeBytes(of: state.atr) { unsafe Array($0.prefix(Int(state.atr_length))) }
            states[name] = State(word: unsafe state.event_state, answerToReset: answerToReset)
        }
        return true
    }

    /// Speaks with the card on a reader. Other programs may, too.
    func connect(to reader: String) throws(CardError) -> PCSCCard {
        var card = usher_pcsc_card()
        var `protocol` = UInt()
        guard unsafe usher_pcsc_connect(context, reader, &card, &`protocol`) == 0 else { throw CardError() }
        return PCSCCard(card, protocol: `protocol`)
    }

    private static func check(_ code: Int) throws(DeviceError) {
        let reason: String
        switch code {
        case 0: return
        case usher_pcsc_no_service: reason = "it does not run"
        case usher_pcsc_refused: reason = "it has ended, or polkit does not allow it"
        default: reason = "it answers 0x\(String(code & 0xFFFF_FFFF, radix: 16))"
        }
        throw DeviceError(.failed, "ask", "pcscd", reason)
    }
}

/// A card on a reader. The connection is closed when this value ends; the card is left as it is.
struct PCSCCard: ~Copyable, CardChannel {
    private let card: usher_pcsc_card
    private let `protocol`: UInt

    fileprivate init(_ card: usher_pcsc_card, protocol: UInt) {
        self.card = card
        self.protocol = `protocol`
    }

    deinit { usher_pcsc_disconnect(card) }

    mutating func answer(to command: [UInt8]) throws(CardError) -> [UInt8]? {
        // MAX_BUFFER_SIZE of pcsclite.h: an answer of 256 bytes with its status, and some room.
        var answer = [UInt8](repeating: 0, count: 264)
        var count = UInt(answer.count)
        guard unsafe usher_pcsc_transmit(card, `protocol`, command, UInt(command.count), &answer, &count) == 0,
            count >= 2, count <= answer.count
        else { throw CardError() }
        let status = answer[(Int(count) - 2)..<Int(count)]
        return status.elementsEqual([0x90, 0x00]) ? Array(answer.prefix(Int(count) - 2)) : nil
    }
}
