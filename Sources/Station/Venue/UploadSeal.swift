internal import Backends
internal import Foundation
internal import Tickets
internal import Venue

/// Check-ins and the answers to them, as they lie in the venue's ledger: readable for stations with the same key only.
struct UploadSeal: Sendable {
    let key: UploadsKey
    let backend: String

    func parcel(of checkIn: OutgoingCheckIn) throws -> Parcel {
        let id = checkIn.checkIn.id
        return Parcel(entry: id, sealed: try key.seal(Data(checkIn.json.text.utf8), as: "\(id) \(backend)"))
    }

    /// `nil` for what no station with this key has sealed as this entry.
    func checkIn(in parcel: Parcel) -> OutgoingCheckIn? {
        guard let text = key.open(parcel.sealed, as: "\(parcel.entry) \(backend)"),
            let checkIn = try? OutgoingCheckIn(parsing: text), checkIn.checkIn.id == parcel.entry
        else { return nil }
        return checkIn
    }

    /// The outcome is sealed with the words: nobody else can say that a check-in was accepted.
    func answer(_ answer: ServerAnswer, to entry: String) throws -> ParcelAnswer {
        let (outcome, words) = answer.inLedger
        return ParcelAnswer(
            entry: entry, outcome: outcome,
            words: try key.seal(Data(words.utf8), as: context(of: entry, outcome)))
    }

    /// What the backend said.
    func serverAnswer(in answer: ParcelAnswer) -> ServerAnswer {
        guard let text = key.open(answer.words, as: context(of: answer.entry, answer.outcome)) else {
            return .rejected(
                words: "the uploading station's answer cannot be read: compare venue.uploads of all stations")
        }
        let words = String(decoding: text, as: UTF8.self)
        return switch answer.outcome {
        case .accepted: .accepted
        case .refused: .contradicted(words: words)
        case .parked: .rejected(words: words)
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
