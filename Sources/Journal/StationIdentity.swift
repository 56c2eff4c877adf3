internal import Crypto
public import Foundation
public import Tickets

/// The keys that may sign a journal's heads and checkpoints.
protocol JournalKeys: Sendable {
    /// The key with this id, if it may sign about the entry with this number.
    func key(id: String, signingAbout sequence: Int64) -> VerificationKey?
}

/// The Ed25519 key that identifies this station: it signs the heads of the journal, and a key derived from it encrypts
/// the outbox.
///
/// Stored in `station.json` of the state folder, bound to the machine id and to the file itself. So a copied SD card
/// cannot run as the station that it was copied from, nor can a copy on the same machine or a folder restored from a
/// backup: each would admit again whoever entered at the other. The machine id itself is not stored: machine-id(5) asks
/// for a keyed hash.
public struct StationIdentity: JournalKeys {
    /// A key this station had before `usher station new-identity`.
    public struct FormerKey: Hashable, Sendable {
        /// Its public half: verifies what was signed before.
        public let key: VerificationKey
        /// Number of the newest entry when the key was replaced: nothing that it signs about later entries is valid.
        public let lastSequence: Int64
        /// 32 bytes that decrypt what is still in the outbox from that time; they cannot sign.
        let outboxSecret: Data
    }

    /// The private key; never leaves the station.
    public let signingKey: SigningKey
    /// Oldest first.
    public let formerKeys: [FormerKey]
    /// HMAC-SHA256(machine id, "usher station") in hexadecimal; `nil` until the station starts on a machine with an id.
    let machine: String?
    /// Inode number of the file it was read from or written to (``JournalFolder/mark(of:)``); `nil` when an older
    /// version wrote it, which did not bind it to a file.
    private(set) var file: UInt64?

    static let fileName = "station.json"

    /// The identity in a state folder, made at the first start. One that is not bound to a machine or file yet is bound
    /// now.
    ///
    /// - Parameters:
    ///   - folder: the state folder; made when it is missing (not its parents).
    ///   - machineID: the content of /etc/machine-id; `nil` where there is none, as in most containers.
    /// - Throws: ``JournalError`` `.cloned`, `.identity`, `.readOnly`, `.full`
    public static func openOrCreate(folder: URL, machineID: String?) throws -> StationIdentity {
        let folder = JournalFolder(url: folder)
        let here = fingerprint(machineID)
        guard let found = try read(from: folder) else {
            try folder.create()
            guard !folder.contains(JournalFile.name) else { throw missing(in: folder) }
            return try write(StationIdentity(signingKey: SigningKey(), formerKeys: [], machine: here), to: folder)
        }
        if let bound = found.machine, bound != here { throw cloned(folder) }
        if let bound = found.file, bound != folder.mark(of: fileName) { throw copied(folder) }
        guard found.file == nil || found.machine != here else { return found }
        let bound = StationIdentity(signingKey: found.signingKey, formerKeys: found.formerKeys, machine: here)
        // An update on a full disk must not keep a door shut: the binding that the older version did not have can wait.
        guard found.machine != here else { return (try? write(bound, to: folder)) ?? found }
        return try write(bound, to: folder)
    }

    /// Makes a new key for a state folder that was copied here, or whose key is lost. The journal and its chain stay;
    /// what the former key signed up to the newest entry remains valid.
    ///
    /// - Parameters:
    ///   - folder: the state folder; made when it is missing (not its parents).
    ///   - machineID: the content of /etc/machine-id; `nil` where there is none.
    /// - Throws: ``JournalError``, `.inUse` while a daemon runs on the folder
    public static func renew(folder: URL, machineID: String?) throws -> StationIdentity {
        let last = try JournalFile.lastSequence(in: folder)
        let folder = JournalFolder(url: folder)
        try folder.create()
        let former = try? read(from: folder)
        let ended = former.map {
            FormerKey(
                key: $0.signingKey.verificationKey, lastSequence: last,
                outboxSecret: OutboxSeal.secret(of: $0.signingKey))
        }
        let renewed = StationIdentity(
            signingKey: SigningKey(), formerKeys: (former?.formerKeys ?? []) + [ended].compactMap { $0 },
            machine: fingerprint(machineID))
        return try write(renewed, to: folder)
    }

    func key(id: String, signingAbout sequence: Int64) -> VerificationKey? {
        if signingKey.verificationKey.id == id { return signingKey.verificationKey }
        return formerKeys.first { $0.key.id == id && sequence <= $0.lastSequence }?.key
    }

    private static func fingerprint(_ machineID: String?) -> String? {
        guard let id = machineID?.trimmingCharacters(in: .whitespacesAndNewlines), !id.isEmpty else { return nil }
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("usher station".utf8), using: SymmetricKey(data: Data(id.utf8)))
        return Data(code).hex
    }
}

// MARK: - The file

/// The content of `station.json`; bytes are in base64url.
private struct StoredIdentity: Codable {
    struct Former: Codable {
        let key: String
        let until: Int64
        let outbox: String
    }

    let version: Int
    let seed: String
    let machine: String?
    /// Inode number of this file.
    let file: UInt64?
    let former: [Former]
}

extension StationIdentity {
    private static func read(from folder: JournalFolder) throws -> StationIdentity? {
        guard folder.contains(fileName) else { return nil }
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(fileName)))
        } catch {
            throw unreadable(folder, because: "it cannot be read")
        }
        guard let stored = try? JSONDecoder().decode(StoredIdentity.self, from: bytes), stored.version == 1,
            let seed = Base64URL.decode(stored.seed), let signingKey = SigningKey(seed: seed)
        else { throw unreadable(folder, because: "it is not the file of a station's key") }
        let former = try stored.former.map { former in
            guard let raw = Base64URL.decode(former.key), let key = VerificationKey(raw: raw),
                let secret = Base64URL.decode(former.outbox)
            else { throw unreadable(folder, because: "one of its former keys is damaged") }
            return FormerKey(key: key, lastSequence: former.until, outboxSecret: secret)
        }
        return StationIdentity(
            signingKey: signingKey, formerKeys: former, machine: stored.machine, file: stored.file)
    }

    private static func write(_ identity: StationIdentity, to folder: JournalFolder) throws -> StationIdentity {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let former = identity.formerKeys.map {
            StoredIdentity.Former(
                key: Base64URL.encode($0.key.raw), until: $0.lastSequence, outbox: Base64URL.encode($0.outboxSecret))
        }
        var written = identity
        try folder.replace(fileName) { mark in
            written.file = mark
            let stored = StoredIdentity(
                version: 1, seed: Base64URL.encode(identity.signingKey.seed), machine: identity.machine, file: mark,
                former: former)
            return try encoder.encode(stored) + Data("\n".utf8)
        }
        return written
    }

    private static func cloned(_ folder: JournalFolder) -> JournalError {
        JournalError(
            .cloned, "start on", folder.url.path, "this state folder belongs to another machine",
            hint: "If it was copied on purpose, run `usher station new-identity`.")
    }

    private static func copied(_ folder: JournalFolder) -> JournalError {
        JournalError(
            .cloned, "start on", folder.url.path,
            "this state folder is a copy, or came back from a backup: it does not know what the other let in",
            hint: "Use the other one. If that is gone for good, run `usher station new-identity`, once.")
    }

    private static func missing(in folder: JournalFolder) -> JournalError {
        JournalError(
            .identity, "open", folder.path(fileName), "it is missing although there is a journal",
            hint: "Put it back from a backup, or run `usher station new-identity`.")
    }

    private static func unreadable(_ folder: JournalFolder, because reason: String) -> JournalError {
        JournalError(
            .identity, "open", folder.path(fileName), reason,
            hint: "Put it back from a backup, or run `usher station new-identity`.")
    }
}
