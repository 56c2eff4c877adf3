internal import Backends
internal import CheckedYAML
internal import Crypto
public import Foundation
internal import Manifests
public import Tickets

/// One list that an organizer's machine publishes: an entry of publish.yaml.
public struct Publication: Sendable {
    /// Where the list goes.
    public enum Target: Hashable, Sendable {
        /// A file, in a folder that a web server serves; replaced only by a complete new list.
        case file(URL)
        /// An address for a PUT request (RFC 9110, 9.3.4); `credential` is the path of the file with its secret.
        case address(ServerAddress, credential: String?)
    }

    enum Tickets: Sendable {
        case file(URL)
        case source(ListSource)
    }

    /// File of the event: event.yaml.
    public let event: URL
    let tickets: Tickets
    let key: URL
    /// No two publications of a file have the same.
    public let target: Target
    let network: NetworkSettings
    let ignoresRules: Bool
    let acceptsGuessableCodes: Bool
    let folder: URL

    /// Path of its event.yaml, relative to the folder of publish.yaml if it is in there: many have the same last part.
    public var name: String {
        event.path.hasPrefix(folder.path + "/") ? String(event.path.dropFirst(folder.path.count + 1)) : event.path
    }

    /// Where the last list that an address accepted is kept, to compare the next one with.
    let kept: URL
    /// Where it is remembered what the published list was made of.
    let record: URL

    init(_ mapping: YAMLMapping, folder: URL) {
        func path(_ text: String) -> URL { URL(filePath: text, below: folder) }
        event = path(mapping.string("event"))
        key = path(mapping.string("key"))
        let file = mapping.optionalString("tickets")
        if file == nil || mapping.shape(of: "from") != nil {
            tickets = .source(ListSource(mapping.mapping("from"), folder: folder))
            if file != nil {
                mapping.fault("tickets", "cannot be combined with from: the tickets come from one of the two")
            }
        } else {
            tickets = .file(path(file ?? ""))
        }
        let to = mapping.string("to")
        let credential = mapping.optionalString("credential", maximumByteCount: 200)
        target = to.contains("://") ? .address(ServerAddress(to), credential: credential) : .file(path(to))
        network = NetworkSettings(mapping)
        ignoresRules = mapping.bool("ignore_rules", default: false)
        acceptsGuessableCodes = mapping.bool("accept_guessable_codes", default: false)
        self.folder = folder
        // Two lists never share an address, so neither do they share a file. An address may hold a secret, and people read
        // the names of files: it is named by its hash.
        let place = to.contains("://") ? Data(SHA256.hash(data: Data(to.utf8)).prefix(16)).hex : to
        let name = Data(place.utf8).map { byte in Self.isPlain(byte) ? String(UnicodeScalar(byte)) : "_" }.joined()
        // The systemd unit has a state folder, and may only read everything else.
        let state = ProcessInfo.processInfo.environment["STATE_DIRECTORY"].map { URL(filePath: $0) }
        let base = (state ?? folder.appending(path: "published")).appending(path: "\(name.suffix(200)).usher")
        record = base.appendingPathExtension("made-of")
        kept = mapping.optionalString("keep").map(path) ?? base
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The file that is compared with the next list: the published one, or that of it which is kept here.
    var standing: URL {
        switch target {
        case .file(let file): file
        case .address: kept
        }
    }

    /// Reads publish.yaml: a mapping with the key `lists`.
    /// - Throws: `YAMLFaults`
    public static func read(contentsOf file: URL) throws -> [Publication] {
        let folder = file.deletingLastPathComponent()
        return try CheckedYAML.read(contentsOf: file) { root in
            guard let lists = root.mappings("lists"), !lists.isEmpty else {
                root.fault("lists", "is missing or empty")
                return []
            }
            let publications = lists.map { Publication($0, folder: folder) }
            for (index, publication) in publications.enumerated()
            where publications[..<index].contains(where: { $0.target == publication.target }) {
                lists[index].fault("to", "is already the target of another list")
            }
            let ids = publications.map(\.eventID)
            for (index, id) in ids.enumerated() where id != nil && ids[..<index].contains(id) {
                lists[index].fault("event", "has the same event id as another list: stations would confuse the two")
            }
            return publications
        }
    }

    /// The id in event.yaml; `nil` for a file that cannot be read. All other faults of the file are reported when its
    /// list is made.
    private var eventID: String? {
        var id: String?
        try? CheckedYAML.read(contentsOf: event) { id = $0.optionalString("id") }
        return id
    }
}
