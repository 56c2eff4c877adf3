public import QRReader
internal import Tickets

/// Of the codes that a camera sees, which one is presented.
///
/// One ticket with other codes around it is that ticket. Of several tickets it is the one nearest to the middle, and it
/// sticks: a code that is read in one frame and missed in the next must not let the one beside it in. Another ticket is
/// presented when the first has been out of view for 1.5 s, as long as a presentation lasts; or when it lies for 0.2 s
/// where the first one lay, never having been seen beside another: then the first is gone, as when somebody holds out
/// one paper after the other.
public struct CodesInView {
    /// What is presented in a frame, and what else is there.
    public struct View: Hashable, Sendable {
        /// The bytes of the code that is presented.
        public var presented: [UInt8]?
        /// Tickets that have been seen beside each other and are still in view, nearest to the middle first; none
        /// unless there are two at least.
        public var tickets: [[UInt8]]
    }

    /// A presentation ends when its code has been out of view for this long.
    public static let absence = Duration.milliseconds(1500)
    static let replacement = Duration.milliseconds(200)

    /// Where and when a ticket was read last.
    private struct Sight {
        let bytes: [UInt8]
        let box: CodeBox
        /// From the middle of the frame.
        let distance: Double
        let seen: ContinuousClock.Instant
        /// Another ticket has been read in the same frame.
        var wasBesideAnother = false

        init(_ symbol: QRSymbol, _ size: FrameSize, _ now: ContinuousClock.Instant) {
            bytes = symbol.bytes
            box = CodeBox(symbol)
            distance = box.distance(fromMiddleOf: size)
            seen = now
        }
    }

    private var tickets = [Sight]()
    private var presented: [UInt8]?
    /// What lies where the presented ticket lay, and since when.
    private var successor: (bytes: [UInt8], since: ContinuousClock.Instant)?

    public init() {}

    /// - Parameters:
    ///   - symbols: all that was read in a frame, each text once.
    ///   - size: of the frame.
    ///   - now: when the frame was taken; not before the last one's.
    public mutating func update(_ symbols: [QRSymbol], size: FrameSize, at now: ContinuousClock.Instant) -> View {
        tickets.removeAll { now - $0.seen >= Self.absence }
        if !tickets.contains(where: { $0.bytes == presented }) { presented = nil }
        let inFrame = symbols.filter(\.isTicket)
        note(inFrame.map { Sight($0, size, now) })
        let choice = inFrame.isEmpty ? other(symbols, size) : ticket(at: now)
        let together = tickets.filter(\.wasBesideAnother).sorted { $0.distance < $1.distance }
        return View(presented: choice, tickets: together.count > 1 ? together.map(\.bytes) : [])
    }

    private mutating func note(_ sights: [Sight]) {
        for var sight in sights {
            sight.wasBesideAnother = sights.count > 1
            if let index = tickets.firstIndex(where: { $0.bytes == sight.bytes }) {
                sight.wasBesideAnother = sight.wasBesideAnother || tickets[index].wasBesideAnother
                tickets[index] = sight
            } else {
                tickets.append(sight)
            }
        }
    }

    private mutating func ticket(at now: ContinuousClock.Instant) -> [UInt8]? {
        let inFrame = tickets.filter { $0.seen == now }
        if let last = tickets.first(where: { $0.bytes == presented }) {
            if last.seen == now {
                successor = nil
                return presented
            }
            guard let next = inFrame.first, takesThePlace(next, of: last, at: now) else { return nil }
        }
        successor = nil
        presented = inFrame.min { $0.distance < $1.distance }?.bytes
        return presented
    }

    private mutating func takesThePlace(_ next: Sight, of last: Sight, at now: ContinuousClock.Instant) -> Bool {
        guard !next.wasBesideAnother, !last.wasBesideAnother, next.box.lies(in: last.box) else {
            successor = nil
            return false
        }
        if successor?.bytes != next.bytes { successor = (next.bytes, now) }
        return successor.map { now - $0.since >= Self.replacement } ?? false
    }

    /// What is no ticket is only a hint to the steward, and waits while a ticket may still be there.
    private mutating func other(_ symbols: [QRSymbol], _ size: FrameSize) -> [UInt8]? {
        guard presented == nil else { return nil }
        return symbols.min { CodeBox($0).distance(fromMiddleOf: size) < CodeBox($1).distance(fromMiddleOf: size) }?
            .bytes
    }
}

extension QRSymbol {
    /// It may be one, and does not plainly look like something else.
    fileprivate var isTicket: Bool {
        guard case .ticket(let code) = ScannedText(parsing: bytes) else { return false }
        return code.otherContent == nil
    }
}
