internal import Foundation
public import Tickets

/// What the control room tells stations to do. docs/CONTROL.md describes the JSON.
public struct Order: Codable, Hashable, Sendable {
    /// All that can be ordered: nobody who has the key can do more than this.
    public enum Act: String, Codable, Sendable, CaseIterable {
        /// Stands at another gate, or lets people pass the other way.
        case place
        /// Shows staff a text, until the order expires.
        case notice
        /// Lets nobody in, for a reason that staff are shown, until `resume` or until the order expires. People may leave.
        case pause
        /// Ends a pause.
        case resume
        /// Opens the station anew; it then asks for new lists at once.
        case restart
        /// Ends the station's enrolment, unless check-ins are unsent.
        case leave
        /// Replaces settings of usher.yaml; the station tries them, and goes back by itself when something breaks.
        case settings
        /// Sends what a remote helper needs.
        case bundle
    }

    /// A UUID (RFC 9562), lower case: a station does each order once.
    public var id: String
    /// Names of the stations it is for; `nil`: all that trust its key.
    public var stations: [String]?
    public var act: Act
    /// Slug of the gate; only with `place`.
    public var gate: String?
    /// Only with `place`.
    public var direction: Direction?
    /// What staff are shown: 1 to ``longestText`` bytes; only with `notice` and `pause`.
    public var text: String?
    /// Keys of usher.yaml, as YAML: at most ``longestSettings`` bytes; only with `settings`. Without a key: those of
    /// usher.yaml count again.
    public var settings: String?
    /// Who gives it: 1 to 100 bytes.
    public var by: String
    public var issued: Timestamp
    /// From then on no station does it, and what lasts is over.
    public var expires: Timestamp

    /// In bytes of UTF-8: a few lines on a screen.
    public static let longestText = 300
    /// In bytes of UTF-8.
    public static let longestSettings = 2000
    /// From ``issued`` to ``expires``.
    public static let longestLife = Duration.seconds(86_400)
    /// More stations than a sentence of a person names.
    static let mostStations = 2000

    public init(
        id: String, stations: [String]?, act: Act, gate: String? = nil, direction: Direction? = nil,
        text: String? = nil, settings: String? = nil, by: String, issued: Timestamp, expires: Timestamp
    ) {
        self.id = id
        self.stations = stations
        self.act = act
        self.gate = gate
        self.direction = direction
        self.text = text
        self.settings = settings
        self.by = by
        self.issued = issued
        self.expires = expires
    }

    /// What is wrong with it: a clause; `nil` for an order that can be given.
    public var fault: String? {
        guard CheckIn.isID(id) else { return "its id is no UUID" }
        guard (1...100).contains(by.utf8.count), by == by.withoutControls else { return "it does not say who gives it" }
        guard expires > issued, expires - issued <= Self.longestLife else {
            return "it must expire within 24 hours"
        }
        if let stations, stations.isEmpty || stations.count > Self.mostStations { return "it is for no station" }
        guard act == .place || (gate == nil && direction == nil) else {
            return "a gate and a direction go with place only"
        }
        guard [.notice, .pause].contains(act) || text == nil else { return "a text goes with notice and pause only" }
        guard (act == .settings) == (settings != nil) else {
            return "keys of usher.yaml go with settings, and with nothing else"
        }
        switch act {
        case .place:
            guard gate != nil || direction != nil else { return "it names neither a gate nor a direction" }
            guard gate.map(Event.isValidID) ?? true else { return "no gate has such an id" }
            guard direction != .look else { return "a station must not be told to record nothing" }
        case .notice, .pause:
            let text = text ?? ""
            guard text.contains(where: { !$0.isWhitespace }) else { return "it has no text for staff" }
            guard text == text.withoutControls else { return "its text has line ends or other control characters" }
            guard text.utf8.count <= Self.longestText else {
                return "its text has \(text.utf8.count) bytes, and a screen has room for \(Self.longestText)"
            }
        case .settings:
            guard settings?.utf8.count ?? 0 <= Self.longestSettings else {
                return "its settings have more than \(Self.longestSettings) bytes"
            }
            let lines = (settings ?? "").split(separator: "\n").map(String.init)
            guard lines.allSatisfy({ $0 == $0.withoutControls }) else { return "its settings have control characters" }
        case .resume, .restart, .leave, .bundle: break
        }
        return nil
    }

    /// Whether it is for a station.
    public func isFor(_ station: String) -> Bool { stations?.contains(station) ?? true }

    /// What it asks for, as the journal has it: `pause: The hall is full`.
    public var summary: String { details.isEmpty ? act.rawValue : "\(act.rawValue): \(details)" }

    /// The same without the act.
    public var details: String {
        let lines = settings?.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return [gate.map { "gate \($0)" }, direction?.rawValue, text, lines?.joined(separator: "; ")]
            .compactMap(\.self).joined(separator: ", ")
    }
}

/// What a station made of an order.
public struct OrderResult: Codable, Hashable, Sendable {
    public enum Outcome: String, Codable, Sendable {
        /// It is done.
        case done
        /// It could not be done; ``why`` says why.
        case failed
        /// A later order of the same kind was done before.
        case overtaken
    }

    /// The order's.
    public var id: String
    public var outcome: Outcome
    /// An English sentence of the program; only with `failed`.
    public var why: String?
    /// By the station's clock.
    public var at: Timestamp

    public init(id: String, outcome: Outcome, why: String? = nil, at: Timestamp) {
        self.id = id
        self.outcome = outcome
        self.why = why
        self.at = at
    }
}
