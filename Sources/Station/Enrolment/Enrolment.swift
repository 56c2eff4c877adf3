internal import Foundation
internal import Tickets

/// What a station was made by a pairing: `enrolment.json` in its state folder. Its secrets are credentials beside it.
struct Enrolment: Codable, Hashable, Sendable {
    var organizer: String
    /// Id of the key that signed the pairing.
    var keyID: String
    var event: Pairing.EventOutline
    var settings: String
    /// Names of the credentials that came with it.
    var secrets: [String]
    /// The key came with it, and goes with it.
    var broughtKey: Bool
    var until: Timestamp
    var nonce: String
    var enrolled: Timestamp
    /// Who confirmed it.
    var `operator`: String?

    /// An event that runs late, or a list that is renewed late, closes no door.
    static let grace = Duration.seconds(86_400)

    /// When the station stops to take tickets for the event.
    var ends: Timestamp { max(until, event.ends + Self.grace) }
}

/// The files of an enrolment. The record is written last and removed first: without it the station is not enrolled.
struct EnrolmentStore: Sendable {
    let folder: StateFolder

    private var record: URL { folder.url.appending(path: "enrolment.json") }
    /// The nonces of pairings that were taken: none is taken twice.
    private var taken: URL { folder.url.appending(path: "pairings.json") }
    /// More pairings than a kiosk sees in its life; the oldest have long expired.
    private static let mostTaken = 1000

    /// `nil` when the station is not enrolled.
    /// - Throws: ``StationError`` when the record cannot be read.
    func current() throws -> Enrolment? {
        guard let bytes = FileManager.default.contents(atPath: record.path) else { return nil }
        do {
            return try JSONDecoder().decode(Enrolment.self, from: bytes)
        } catch {
            throw StationError(
                .stateUnusable, operation: "read", subject: record.path, reason: "it is no enrolment",
                hint: "Enrol the station again, or run usher leave.")
        }
    }

    func isTaken(_ pairing: Pairing) -> Bool {
        nonces.contains(pairing.nonce)
    }

    private var nonces: [String] {
        FileManager.default.contents(atPath: taken.path).flatMap {
            try? JSONDecoder().decode([String].self, from: $0)
        } ?? []
    }

    /// Puts a pairing in force in the place of the one before. Its key must be trusted already.
    func keep(_ enrolment: Enrolment, of pairing: Pairing) throws {
        let before = try? current()
        try write((nonces + [pairing.nonce]).suffix(Self.mostTaken), to: taken)
        for (name, secret) in pairing.secrets {
            try write(Data((secret + "\n").utf8), to: folder.credentials.appending(path: name))
        }
        try write(enrolment, to: record)
        for name in Set(before?.secrets ?? []).subtracting(enrolment.secrets) { try remove(credential: name) }
    }

    /// Removes the record and the credentials that came with it.
    func remove(_ enrolment: Enrolment?) throws {
        try remove(record)
        for name in enrolment?.secrets ?? [] { try remove(credential: name) }
    }

    private func remove(credential name: String) throws {
        try remove(folder.credentials.appending(path: name))
    }

    private func remove(_ file: URL) throws {
        guard unsafe unlink(file.path) == 0 || errno == ENOENT else { throw refusal(file) }
    }

    private func write(_ value: some Encodable, to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try write(encoder.encode(value), to: file)
    }

    /// Whole or not at all, and on the disk; 0600.
    private func write(_ bytes: Data, to file: URL) throws {
        let pending = file.deletingLastPathComponent().appending(path: ".pending-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: pending.path, contents: bytes, attributes: [.posixPermissions: 0o600]),
            let handle = try? FileHandle(forWritingTo: pending), (try? handle.synchronize()) != nil,
            unsafe rename(pending.path, file.path) == 0
        else {
            try? FileManager.default.removeItem(at: pending)
            throw refusal(file)
        }
    }

    private func refusal(_ file: URL) -> StationError {
        StationError(
            .stateUnusable, operation: "write", subject: file.path, reason: "the folder does not take it",
            hint: "Make room on the disk, and try again.")
    }
}
