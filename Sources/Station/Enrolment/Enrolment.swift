internal import Files
internal import Foundation
internal import Tickets

/// What a pairing made of a station: `enrolment.json` in its state folder. The secrets are in credentials.
struct Enrolment: Codable, Hashable, Sendable {
    var organizer: String
    /// Id of the key that signed the pairing.
    var keyID: String
    var event: Pairing.EventOutline
    var settings: String
    /// Names of the credentials that came with it.
    var secrets: [String]
    /// The pairing brought the key, which is removed at the end of the enrolment.
    var broughtKey: Bool
    var until: Timestamp
    var nonce: String
    var enrolled: Timestamp
    /// Who confirmed it.
    var `operator`: String?

    /// An event that runs late, or a list that is renewed late, must not close a door.
    static let grace = Duration.seconds(86_400)

    /// From then on the station accepts no tickets for the event.
    var ends: Timestamp { max(until, event.ends + Self.grace) }
}

/// The files of an enrolment. The record is written last and removed first; without it the station is not enrolled.
struct EnrolmentStore: Sendable {
    let folder: StateFolder

    private var record: URL { folder.url.appending(path: "enrolment.json") }
    /// The nonces of pairings that were accepted: each is accepted once.
    private var taken: URL { folder.url.appending(path: "pairings.json") }
    /// More pairings than a kiosk sees in its life. The oldest have expired long ago.
    private static let mostTaken = 1000

    /// `nil` when the station is not enrolled.
    /// - Throws: ``StationError`` when the record cannot be read
    func current() throws -> Enrolment? {
        guard let bytes = FileManager.default.contents(atPath: record.path) else { return nil }
        do {
            return try JSONDecoder().decode(Enrolment.self, from: bytes)
        } catch {
            throw StationError(
                .stateUnusable, "read", record.path, "it does not hold an enrolment",
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

    /// Puts a pairing in force in the place of the one before: all of it, or nothing.
    func keep(_ enrolment: Enrolment, of pairing: Pairing) throws {
        var files = pairing.secrets.map { name, secret in
            (file: folder.enrolledCredentials.appending(path: name), bytes: Data((secret + "\n").utf8))
        }
        let unused = Set(names).subtracting(pairing.secrets.keys)
        files.append((taken, try DurableFile.json((nonces + [pairing.nonce]).suffix(Self.mostTaken))))
        files.append((record, try DurableFile.json(enrolment)))
        try DurableFile.write(files)
        for name in unused { try? Folder.remove(folder.enrolledCredentials.appending(path: name)) }
        try Folder.synchronize(folder.enrolledCredentials)
    }

    /// Removes the credentials that came with pairings, and then the record: what is interrupted can be repeated.
    func remove() throws {
        for name in names { try Folder.remove(folder.enrolledCredentials.appending(path: name)) }
        try Folder.remove(record)
        try Folder.synchronize(folder.url)
    }

    /// There is a record, even if it cannot be read.
    var hasRecord: Bool { FileManager.default.fileExists(atPath: record.path) }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.enrolledCredentials.path)) ?? []
    }
}
