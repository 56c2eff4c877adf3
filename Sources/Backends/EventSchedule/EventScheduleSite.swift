internal import Tickets

/// An EventSchedule server, as discovery found it.
struct EventScheduleSite: Sendable {
    /// Which interface it has (docs/EVENTSCHEDULE.md).
    enum Dialect: Sendable, CaseIterable {
        /// The documented interface.
        case documented
        /// The open source server.
        case upstream
        /// The fork Planify.
        case planify
    }

    /// The version of the documented interface that Usher implements; servers may require a newer one.
    static let supportedVersion = Version(1, 0, 0)

    let dialect: Dialect
    /// For requests below `/api`.
    let api: JSONServer
    /// For requests at the address itself.
    let root: JSONServer
    /// Path of its branding, if it announces one.
    var brandingPath: String?
    /// It has an interface for check-ins, and has not switched it off.
    var takesCheckIns = true
    /// The shortest time from one check-in to the next.
    var pace = Duration.zero

    /// Why it gets no check-ins, for people to see; they stay in the outbox and can be exported. `nil` when it takes
    /// them.
    var refusal: BackendError? {
        guard !takesCheckIns || dialect == .upstream else { return nil }
        return api.failure(
            .unsupported, "this server has no interface for check-ins",
            hint: "They stay here: export them with usher journal export.")
    }
}

extension EventScheduleSite {
    /// Up to three numbers separated by dots; missing ones are 0.
    struct Version: Comparable, CustomStringConvertible {
        let numbers: [Int]

        init(_ numbers: Int...) {
            self.numbers = numbers
        }

        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { Int($0) }
            guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
            self.numbers = numbers + Array(repeating: 0, count: 3 - parts.count)
        }

        static func < (left: Version, right: Version) -> Bool {
            left.numbers.lexicographicallyPrecedes(right.numbers)
        }

        var description: String { numbers.map(String.init).joined(separator: ".") }
    }
}
