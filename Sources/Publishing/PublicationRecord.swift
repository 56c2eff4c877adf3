internal import Backends
internal import CheckedYAML
internal import Crypto
internal import Files
internal import Foundation
internal import Manifests
internal import Tickets
internal import TimeZones

/// What the published list was made of. As long as that is the same, so is the list, and nothing need be pulled or built.
struct PublicationRecord: Codable {
    /// The form of this file and of what is hashed, and what is made of it: another one makes every list again.
    private static let form = "usher publication 2"

    /// SHA-256 of everything on this machine that the list depends on, in hexadecimal.
    let inputs: String
    /// Of the server; `nil` without one, or when it gave none.
    let mark: String?
    /// What the organizer was told.
    let notes: [String]
    /// Of the published list, when it was new.
    private let list: FileState

    /// Changes when somebody puts another file in the place of a file, or writes into it.
    private struct FileState: Codable, Equatable {
        let device: UInt64
        let inode: UInt64
        let bytes: Int64
        let modified: Double

        init?(_ file: URL) {
            guard let identity = FileIdentity(path: file.path),
                let facts = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path),
                let bytes = facts[.size] as? Int64, let modified = facts[.modificationDate] as? Date
            else { return nil }
            (device, inode, self.bytes) = (identity.device, identity.inode, bytes)
            self.modified = modified.timeIntervalSinceReferenceDate
        }
    }

    /// Reads what was written after the last list.
    /// - Returns: `nil` when there is nothing, or when the published list has been changed since.
    init?(of publication: Publication) {
        guard let text = try? Data(contentsOf: publication.record),
            let record = try? JSONDecoder().decode(Self.self, from: text),
            record.list == FileState(publication.standing)
        else { return nil }
        self = record
    }

    private init(inputs: String, mark: String?, notes: [String], list: FileState) {
        (self.inputs, self.mark, self.notes, self.list) = (inputs, mark, notes, list)
    }

    /// Call when the published list is what these inputs give. Never an error: without it, the list is made again.
    static func write(of publication: Publication, inputs: String?, mark: String?, notes: [String]) {
        guard let inputs, let list = FileState(publication.standing) else { return }
        let folder = publication.record.deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? DurableFile.write(
            Self(inputs: inputs, mark: mark, notes: notes, list: list), asJSONTo: publication.record)
    }

    /// - Returns: `nil` when a file cannot be read; whoever makes the list says why.
    static func inputs(of publication: Publication, key: SigningKey) -> String? {
        var parts = [
            form, key.verificationKey.id, "\(publication.ignoresRules)", "\(publication.acceptsGuessableCodes)",
            // The same wall time may be another instant by the rules of another release.
            ZoneFolder.system.version,
        ]
        var files = [publication.event]
        switch publication.tickets {
        case .file(let file): files.append(file)
        case .source(let source): parts += [source.settings.kind.rawValue, source.settings.url.whole, source.event]
        }
        var ticketKeys: [String] = []
        _ = try? CheckedYAML.read(contentsOf: publication.event) { root in
            ticketKeys = root.strings("ticket_keys") ?? []
            if root.shape(of: "box_office") != nil { ticketKeys.append(root.mapping("box_office").string("key")) }
        }
        files += ticketKeys.map { URL(filePath: $0, below: publication.event.deletingLastPathComponent()) }
        for file in files {
            guard let measured = try? ManifestFile.measure(file) else { return nil }
            parts.append(measured.sha256.hex)
        }
        return Data(SHA256.hash(data: Data(parts.joined(separator: "\n").utf8))).hex
    }
}
