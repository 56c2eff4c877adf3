internal import Tickets

/// The check-ins of every ticket as they were last seen, to find out what is new.
struct PretixMemory: Sendable {
    private var passages: [Int: [Int: ForeignCheckIn]] = [:]
    /// The manifests' ids of the server's events and lists.
    private let events: [String: String]
    private let lists: [String: String]

    init(settings: BackendSettings) {
        events = Dictionary(settings.events.map { ($0.value, $0.key) }) { first, _ in first }
        lists = Dictionary(settings.lists.map { ($0.value, $0.key) }) { first, _ in first }
    }

    /// What has changed in an order: new passages, and undone ones.
    ///
    /// - Parameters:
    ///   - ownDevices: this station's devices: what it sent itself is left out.
    ///   - now: when the server made the page; pretix does not say when a check-in was undone.
    mutating func updates(in order: LenientJSON, ownDevices: Set<Int>, now: Timestamp) -> [ForeignCheckIn] {
        guard let event = order["event"].text else { return [] }
        return (order["positions"].items ?? []).flatMap { position -> [ForeignCheckIn] in
            guard let id = position["id"].integer else { return [] }
            let here = (position["checkins"].items ?? []).compactMap(PretixPassage.init).filter { passage in
                passage.device.map { !ownDevices.contains($0) } ?? true
            }
            let name = name(of: event, date: position["subevent"].integer)
            let reference = PretixReference(order: order["code"].text, number: position["positionid"].integer, id: id)
            let current = Dictionary(here.map { ($0.id, checkIn($0, of: reference, event: name)) }) { $1 }
            let before = passages[id] ?? [:]
            passages[id] = current.isEmpty ? nil : current
            let came = current.filter { before[$0.key] == nil }.sorted { $0.key < $1.key }.map(\.value)
            let gone = before.filter { current[$0.key] == nil }.sorted { $0.key < $1.key }.map(\.value)
            return came + gone.map { Self.undo(of: $0, at: now) }
        }
    }

    /// The manifest's id of an event, or of one date of a series.
    func name(of event: String, date: Int?) -> String {
        date.flatMap { events["\(event)/\($0)"] } ?? events[event] ?? event
    }

    private func checkIn(_ passage: PretixPassage, of reference: PretixReference, event: String) -> ForeignCheckIn {
        ForeignCheckIn(
            id: "pretix:\(passage.id)", station: passage.device.map { "pretix device \($0)" }, event: event,
            list: lists[String(passage.list)] ?? String(passage.list), reference: reference.text,
            verdict: passage.isExit ? .checkedOut : .admitted, at: passage.at)
    }

    private static func undo(of entry: ForeignCheckIn, at now: Timestamp) -> ForeignCheckIn {
        ForeignCheckIn(
            id: entry.id + ":annulled", station: entry.station, event: entry.event, list: entry.list,
            reference: entry.reference, verdict: entry.verdict, undoes: entry.id, count: 0, at: now)
    }
}
