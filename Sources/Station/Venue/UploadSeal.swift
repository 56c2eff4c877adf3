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
    func upload(of checkIn: OutgoingCheckIn) throws -> SealedUpload {
        let id = checkIn.checkIn.id
        let token = SealedUpload.makeToken()
        return SealedUpload(
            entry: id, sealed: try key.seal(token + Data(checkIn.json.text.utf8), as: "\(id) \(backend)"),
            token: token)
    }

    /// `nil` unless a station with this key has sealed it as this entry.
    func content(of upload: SealedUpload) -> Content? {
        guard let opened = key.open(upload.sealed, as: "\(upload.entry) \(backend)"),
            let checkIn = try? OutgoingCheckIn(parsing: opened.dropFirst(SealedUpload.tokenLength)),
            checkIn.checkIn.id == upload.entry
        else { return nil }
        return Content(checkIn: checkIn, token: Data(opened.prefix(SealedUpload.tokenLength)))
    }

    /// The outcome is sealed with the words, so that nobody else can claim that a check-in was accepted.
    func answer(_ answer: ServerAnswer, to entry: String, token: Data) throws -> SealedUploadAnswer {
        let (outcome, reason) = answer.inLedger
        return SealedUploadAnswer(
            entry: entry, outcome: outcome,
            reason: try key.seal(Data(reason.utf8), as: context(of: entry, outcome)), token: token)
    }

    /// What the backend said.
    func serverAnswer(in answer: SealedUploadAnswer) -> ServerAnswer {
        guard answer.outcome != .unreadable else {
            return .rejected(
                reason:
                    "the station that uploads cannot read it: compare venue.uploads of all stations, and hand it in "
                    + "once more with usher outbox retry")
        }
        guard let text = key.open(answer.reason, as: context(of: answer.entry, answer.outcome)) else {
            return .rejected(
                reason: "the uploading station's answer cannot be read: compare venue.uploads of all stations")
        }
        let reason = String(decoding: text, as: UTF8.self)
        return switch answer.outcome {
        case .accepted: reason.isEmpty ? .accepted : .disputed(reason: reason)
        case .refused: .contradicted(reason: reason)
        case .parked, .unreadable: .rejected(reason: reason)
        }
    }

    private func context(of entry: String, _ outcome: SealedUploadAnswer.Outcome) -> String {
        "\(entry) \(backend) \(outcome.rawValue)"
    }
}

extension ServerAnswer {
    fileprivate var inLedger: (SealedUploadAnswer.Outcome, reason: String) {
        switch self {
        case .accepted: (.accepted, "")
        case .disputed(let reason): (.accepted, reason)
        case .contradicted(let reason): (.refused, reason)
        case .rejected(let reason): (.parked, reason)
        }
    }
}
