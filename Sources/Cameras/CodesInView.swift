public import QRReader
internal import Tickets

/// Decides which of the codes in a camera's view is presented.
///
/// If one of the codes is a ticket, it is that one. Of several tickets it is the one nearest to the centre, and this
/// one stays: a code that is read in one frame and missed in the next must not admit the ticket next to it. Another
/// ticket is presented after the first has been out of view for 1.5 s, which is when a presentation ends. It is also
/// presented after 0.2 s in the place of the first, if the two were never seen next to each other: then the first is
/// gone, as when somebody shows one paper after the other.
/// See docs/decisions/036-nearest-the-middle.md.
public struct CodesInView {
    /// The presented code of a frame, and the other tickets.
    public struct View: Hashable, Sendable {
        /// The bytes of the presented code; `nil` when there is none.
        public var presented: [UInt8]?
        /// Tickets that were seen next to each other and are still in view, the one nearest to the centre first; empty
        /// unless there are at least two.
        public var tickets: [[UInt8]]
    }

    /// A presentation ends when its code has been out of view for this long.
    public static let absence = Duration.milliseconds(1500)
    static let replacement = Duration.milliseconds(200)

    /// Where and when a ticket was last read.
    private struct Sighting {
        let bytes: [UInt8]
        let box: CodeBox
        /// From the centre of the frame, in pixels.
        let distance: Double
        let seen: ContinuousClock.Instant
        /// Another ticket was read in the same frame.
        var hadNeighbour = false

        init(_ symbol: QRSymbol, _ size: FrameSize, _ now: ContinuousClock.Instant) {
            bytes = symbol.bytes
            box = CodeBox(symbol)
            distance = box.distance(fromMiddleOf: size)
            seen = now
        }
    }

    private var tickets = [Sighting]()
    private var presented: [UInt8]?
    /// The ticket in the place of the presented one, and since when.
    private var successor: (bytes: [UInt8], since: ContinuousClock.Instant)?

    /// With nothing in view.
    public init() {}

    /// Call once for each frame that was read.
    /// - Parameters:
    ///   - symbols: all codes that were read in the frame, each text once.
    ///   - size: of the frame.
    ///   - now: when the frame was taken; not before the previous one.
    public mutating func update(_ symbols: [QRSymbol], size: FrameSize, at now: ContinuousClock.Instant) -> View {
        tickets.removeAll { now - $0.seen >= Self.absence }
        if !tickets.contains(where: { $0.bytes == presented }) { presented = nil }
        let inFrame = symbols.filter(\.isTicket)
        note(inFrame.map { Sighting($0, size, now) })
        let choice = inFrame.isEmpty ? other(symbols, size) : ticket(at: now)
        let together = tickets.filter(\.hadNeighbour).sorted { $0.distance < $1.distance }
        return View(presented: choice, tickets: together.count > 1 ? together.map(\.bytes) : [])
    }

    private mutating func note(_ sightings: [Sighting]) {
        for var sighting in sightings {
            sighting.hadNeighbour = sightings.count > 1
            if let index = tickets.firstIndex(where: { $0.bytes == sighting.bytes }) {
                sighting.hadNeighbour = sighting.hadNeighbour || tickets[index].hadNeighbour
                tickets[index] = sighting
            } else {
                tickets.append(sighting)
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
            guard let next = inFrame.first, isReplacement(next, of: last, at: now) else { return nil }
        }
        successor = nil
        presented = inFrame.min { $0.distance < $1.distance }?.bytes
        return presented
    }

    private mutating func isReplacement(_ next: Sighting, of last: Sighting, at now: ContinuousClock.Instant) -> Bool {
        guard !next.hadNeighbour, !last.hadNeighbour, next.box.lies(in: last.box) else {
            successor = nil
            return false
        }
        if successor?.bytes != next.bytes { successor = (next.bytes, now) }
        return successor.map { now - $0.since >= Self.replacement } ?? false
    }

    /// A code that is no ticket only leads to a hint for the steward, and waits while a ticket may still be there.
    private mutating func other(_ symbols: [QRSymbol], _ size: FrameSize) -> [UInt8]? {
        guard presented == nil else { return nil }
        return symbols.min { CodeBox($0).distance(fromMiddleOf: size) < CodeBox($1).distance(fromMiddleOf: size) }?
            .bytes
    }
}

extension QRSymbol {
    /// It may be a ticket, and is not clearly something else.
    fileprivate var isTicket: Bool {
        guard case .ticket(let code) = ScannedText(parsing: bytes) else { return false }
        return code.otherContent == nil
    }
}
