internal import CheckedYAML
internal import Tickets
internal import Venue

/// The ledger that this station shares with the other gates of its venue: the key `venue` of usher.yaml.
/// See docs/decisions/088-held-is-the-stations-refusal.md.
public struct VenueSettings: Hashable, Sendable {
    /// What happens to a ticket that could enter while the ledger does not answer. Raw values are used in usher.yaml.
    public enum WhenAlone: String, Sendable, CaseIterable {
        /// The station decides by what it knows.
        case admit
        /// The guest is asked to wait, unless a person lets them in.
        case hold
    }

    /// Address of the PostgreSQL server, without a password.
    public var url: String
    /// Name of the credential with the password; `nil`: ``defaultCredential``, if there is one.
    public var credential: String?
    /// The longest time that one scan waits for the ledger, for all questions together: 10 to 2,000 ms.
    public var limit = Duration.milliseconds(150)
    /// For ticket types that ``whenAloneByType`` does not name.
    public var whenAlone = WhenAlone.admit
    /// By slug of the ticket type.
    public var whenAloneByType: [String: WhenAlone] = [:]
    /// Name of the credential with the venue's ``UploadsKey``; `nil` when the station uploads for itself.
    public var uploadsCredential: String?

    static let defaultCredential = "venue"

    /// The defaults, for a ledger at this address.
    public init(url: String) {
        self.url = url
    }

    init(_ mapping: YAMLMapping) {
        url = mapping.string("url")
        do throws(VenueError) {
            _ = try LedgerAddress(url: url)
        } catch {
            // A placeholder of a missing key is a fault already.
            if !url.isEmpty { mapping.fault("url", error.reason) }
        }
        credential = mapping.optionalString("credential", maximumByteCount: 200)
        limit =
            mapping.optionalValue("limit", "10ms to 2000ms, as in 150ms") { text in
                guard text.hasSuffix("ms"), let number = Int64(text.dropLast(2)), (10...2000).contains(number) else {
                    return nil
                }
                return .milliseconds(number)
            } ?? limit
        if mapping.shape(of: "uploads") != nil {
            uploadsCredential = mapping.mapping("uploads").string("credential", maximumByteCount: 200)
        }
        readWhenAlone(mapping)
    }

    private mutating func readWhenAlone(_ mapping: YAMLMapping) {
        guard mapping.shape(of: "when_alone") == .mapping else {
            whenAlone =
                mapping.optionalValue("when_alone", WhenAlone.expectation, parse: WhenAlone.init(rawValue:))
                ?? whenAlone
            return
        }
        for (type, text) in mapping.namedTexts("when_alone") ?? [] {
            guard let word = WhenAlone(rawValue: text) else {
                mapping.fault("when_alone", "must have admit or hold for \(type.withoutControls)")
                continue
            }
            if type == "default" { whenAlone = word } else { whenAloneByType[type] = word }
        }
    }

    /// Whether tickets of a type wait while the ledger does not answer.
    /// - Parameter type: slug of the ticket type.
    func holds(_ type: String) -> Bool { (whenAloneByType[type] ?? whenAlone) == .hold }
}
