internal import Backends
internal import Foundation
internal import Tickets
internal import Venue

/// Encrypts check-ins, and the answers to them, for the venue's ledger. Only stations with the same key can read them.
/// See docs/decisions/092-sealed-uploads.md.
struct UploadSeal: Sendable {
    let key: UploadsKey
    let backend: String

    /// What was sealed.
    struct Content {
        let checkIn: OutgoingCheckIn
        /// Proves to the ledger that who settles it could read it.
        let token: Data
    }

    /// Seals a check-in. It gets a new token, also when it was handed in before.
    func parcel(of checkIn: OutgoingCheckIn) throws -> Parcel {
        let id = checkIn.checkIn.id
        let token = Parcel.makeToken()
        return Parcel(
            entry: id, sealed: try key.seal(token + Data(checkIn.json.text.utf8), as: "\(id) \(backend)"),
            token: token)
    }

    /// `nil` unless a station with this key has sealed it as this entry.
    func content(of parcel: Parcel) -> Content? {
        guard let opened = key.open(parcel.sealed, as: "\(parcel.entry) \(backend)"),
            let checkIn = try? OutgoingCheckIn(parsing: opened.dropFirst(Parcel.tokenLength)),
            checkIn.checkIn.id == parcel.entry
        else { return nil }
        return Content(checkIn: checkIn, token: Data(opened.prefix(Parcel.tokenLength)))
    }

    /// The outcome is sealed with the words, so that nobody else can claim that a check-in was accepted.
    func answer(_ answer: ServerAnswer, to entry: String, token: Data) throws -> ParcelAnswer {
        let (outcome, words) = answer.inLedger
        return ParcelAnswer(
            entry: entry, outcome: outcome,
            words: try key.seal(Data(words.utf8), as: context(of: entry, outcome)), token: token)
    }

    /// What the backend said.
    func serverAnswer(in answer: ParcelAnswer) -> ServerAnswer {
        guard answer.outcome != .unreadable else {
            return .rejected(
                words: "the station that uploads cannot read it: compare venue.uploads of all stations, and hand it in "
                    + "once more with usher outbox retry")
        }
        guard let text = key.open(answer.words, as: context(of: answer.entry, answer.outcome)) else {
            return .rejected(
                words: "the uploading station's answer cannot be read: compare venue.uploads of all stations")
        }
        let words = String(decoding: text, as: UTF8.self)
        return switch answer.outcome {
        case .accepted: .accepted
        case .refused: .contradicted(words: words)
        case .parked, .unreadable: .rejected(words: words)
        }
    }

    private func context(of entry: String, _ outcome: ParcelAnswer.Outcome) -> String {
        "\(entry) \(backend) \(outcome.rawValue)"
    }
}

extension ServerAnswer {
    fileprivate var inLedger: (ParcelAnswer.Outcome, words: String) {
        switch self {
        case .accepted: (.accepted, "")
        case .contradicted(let words): (.refused, words)
        case .rejected(let words): (.parked, words)
        }
    }
}
