import Crypto
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// A publisher's working folder, temporary, that goes away with its test.
final class Workshop {
    /// 2026-12-01 12:00 UTC, some days before the gala.
    static let now = Timestamp(seconds: 1_796_126_400)
    static let codes = ["wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl", "q3n7tvd0c2xkmy58hz41ljfa96rwesgb"]

    private let home: TemporaryFolder
    let organizer = SigningKey()

    init() throws {
        home = try TemporaryFolder()
    }

    var folder: URL { home.url }

    func path(_ name: String) -> URL { home.file(name) }

    @discardableResult
    func write(_ text: String, to name: String) throws -> URL { try home.write(text, to: name) }

    // MARK: - Events

    func definition(
        id: String = "gala", more: String = "", outline: EventOutline = EventOutline()
    ) throws -> EventDefinition {
        try EventDefinition(
            yaml: WinterGala.yaml(id: id, more: more), named: "event.yaml", folder: folder, outline: outline)
    }

    // MARK: - Manifests

    static let rows = [
        TicketRow(code: codes[0], reference: "1", type: "vip", holder: "Łucja Strauß", notes: "wheelchair"),
        TicketRow(code: codes[1], reference: "2", type: "standard", admits: 4),
    ]

    /// Builds a manifest of a few rows.
    func manifest(
        _ name: String = "gala.usher", definition: EventDefinition? = nil, rows: [TicketRow] = rows,
        key: SigningKey? = nil, sequence: Int64? = nil, previous: URL? = nil, now: Timestamp = now,
        isTest: Bool = false, acceptsLoss: Bool = false
    ) throws -> URL {
        let builder = ManifestBuilder(
            definition: try definition ?? self.definition(), key: key ?? organizer,
            previous: previous.map(ManifestBuilder.Previous.list) ?? .none, sequence: sequence, now: now,
            isTest: isTest, acceptsGuessableCodes: true, acceptsLoss: acceptsLoss)
        var source = TicketRows(rows, name: "rows")
        try builder.build(&source, to: path(name))
        return path(name)
    }

    /// A manifest file taken apart, to be tampered with.
    static func parts(of file: URL) throws -> (line: Data, body: Data) {
        let bytes = try Data(contentsOf: file)
        let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
        return (Data(bytes[..<end]), Data(bytes[(end + 1)...]))
    }

    /// The list with a change in its claims, signed again.
    /// - Parameter old: a part of the claims' JSON, which must be there.
    func resigned(_ list: URL, replacing old: String, with new: String) throws -> URL {
        let (line, body) = try Self.parts(of: list)
        let claims = try ManifestLine(
            Array(line), keys: [organizer.verificationKey], subject: "test"
        ).claims.json.text
        try #require(claims.contains(old))
        let signed = try SignedClaims.sign(
            Data(claims.replacing(old, with: new).utf8), purpose: .manifest, with: organizer)
        return try save(Data((signed + "\n").utf8) + body, "resigned.usher")
    }

    /// A list whose body was changed before it was signed, with another number.
    func rewritten(_ file: URL, sequence: Int64, _ change: (Database) throws -> Void) throws -> URL {
        let (line, body) = try Self.parts(of: file)
        let database = path("rewritten.sqlite")
        try body.write(to: database)
        let queue = try DatabaseQueue(path: database.path)
        try queue.writeWithoutTransaction(change)
        let tickets = try queue.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM ticket") }
        try queue.close()
        return try resigned(Array(line), body: Data(contentsOf: database), sequence: sequence, tickets: tickets)
    }

    /// A list with another body and number, with a good signature.
    func resigned(_ line: [UInt8], body: Data, sequence: Int64? = nil, tickets: Int64? = nil) throws -> URL {
        let claims = try ManifestLine(line, keys: [organizer.verificationKey], subject: "test").claims
        let old = "\"seq\":\(claims.sequence)"
        let new = claims.replacing(
            body: .init(
                sha256: Data(SHA256.hash(data: body)), bytes: Int64(body.count), tickets: tickets ?? claims.body.tickets
            ))
        let json = new.json.text.replacing(old, with: "\"seq\":\(sequence ?? claims.sequence)")
        let signed = try SignedClaims.sign(Data(json.utf8), purpose: .manifest, with: organizer)
        let file = path("rewritten-\(UUID().uuidString).usher")
        try (Data((signed + "\n").utf8) + body).write(to: file)
        return file
    }

    // MARK: - Stations

    func trustStore(_ keys: [SigningKey]) throws -> TrustStore {
        let store = TrustStore(folders: [path("etc")], own: path("keys"))
        for key in keys {
            _ = try store.trust(contents: KeyFile.publicText(of: key.verificationKey, for: .manifest), named: "key")
        }
        return store
    }

    /// A station's store that trusts the organizer, opened.
    func station(
        memory: TestMemory = TestMemory(), keys: [SigningKey]? = nil, freeSpace: Int64 = 1 << 40
    ) throws -> ManifestStore {
        let store = ManifestStore(
            folder: path("manifests"), trust: try trustStore(keys ?? [organizer]), memory: memory,
            freeSpaceReserve: 1 << 20, freeSpace: { _ in freeSpace })
        #expect(try store.open().map(\.description) == [])
        return store
    }

    func namesInStation() throws -> [String] {
        // Beside the lists, a number that no list depends on.
        try FileManager.default.contentsOfDirectory(atPath: path("manifests").path)
            .filter { !$0.hasSuffix(".largest") }.sorted()
    }
}

/// A memory that outlives stores, as the journal does.
final class TestMemory: ManifestMemory {
    struct Broken: Error {}

    private let manifests = Mutex<[String: RememberedManifest]>([:])
    private let isBroken = Mutex(false)

    func breakDown(_ flag: Bool) {
        isBroken.withLock { $0 = flag }
    }

    /// What happened at the doors.
    let passed = Mutex<(lists: Set<String>, lines: Set<RecordedPassages.Line>)>(([], []))

    func passages(event: String) -> RecordedPassages {
        let (lists, lines) = passed.withLock { $0 }
        return RecordedPassages(lists: lists) { lines }
    }

    func remembered(event: String) -> RememberedManifest? {
        manifests.withLock { $0[event] }
    }

    func remember(_ manifest: RememberedManifest) throws {
        if isBroken.withLock({ $0 }) { throw Broken() }
        manifests.withLock { $0[manifest.event] = manifest }
    }

    /// Lists that were removed after their event, with what they counted.
    let used = Mutex<[String: Int]>([:])

    func rememberUses(of manifest: InstalledManifest, now: Timestamp) throws {
        var counts = 0
        try manifest.forEachUsed { _, _ in counts += 1 }
        used.withLock { [counts] in $0[manifest.claims.event.id] = counts }
    }

    func forgetEverything() {
        manifests.withLock { $0 = [:] }
    }
}

/// Expects a fault of ours with this code.
func expect(
    _ code: ManifestFailure, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    let error = #expect(throws: ManifestError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error?.code == code, sourceLocation: sourceLocation)
}

/// Pushes bytes to a station in pieces.
@discardableResult
func push(_ bytes: Data, to store: ManifestStore, by count: Int = 1000) throws -> InstalledManifest {
    var installation = store.beginInstallation(now: Workshop.now)
    var rest = bytes
    while !rest.isEmpty {
        try installation.receive(Data(rest.prefix(count)))
        rest = rest.dropFirst(count)
    }
    return try installation.finish()
}
