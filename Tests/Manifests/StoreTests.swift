import Foundation
import Publishing
import Testing
import Tickets
import TimeZones

@testable import Manifests

/// What a station's folder goes through between installations.
@Suite struct StoreTests {
    let workshop: Workshop
    let memory = TestMemory()

    init() throws {
        workshop = try Workshop()
    }

    private func store() throws -> ManifestStore {
        ManifestStore(
            folder: workshop.path("manifests"), trust: try workshop.trustStore([workshop.organizer]), memory: memory,
            freeSpaceReserve: 0)
    }

    private var bodyFile: URL { workshop.path("manifests/gala.\(Workshop.now.seconds).sqlite") }
    private var lineFile: URL { workshop.path("manifests/gala.line") }

    private func install(_ event: String) throws {
        let file = try workshop.manifest("\(event).usher", definition: workshop.definition(id: event))
        try workshop.station(memory: memory).install(file, now: Workshop.now)
    }

    /// What opening the folder finds, as codes by event.
    private func faultsAtStart(loading events: [String] = []) throws -> [String: ManifestFailure] {
        let store = try store()
        let faults = try store.open()
        #expect(store.installed.map(\.claims.event.id) == events)
        return Dictionary(faults.map { ($0.event, $0.error.code) }) { first, _ in first }
    }

    @Test func `several events stand side by side and come back after a restart`() throws {
        for event in ["gala", "ball", "gala.2"] { try install(event) }
        let store = try store()
        #expect(try store.open().isEmpty)
        #expect(store.installed.map(\.claims.event.id) == ["ball", "gala", "gala.2"])
        for manifest in store.installed {
            #expect(try manifest.lookUp(Workshop.codes[0])?.lines.count == 1)
        }
        let keys = Set(store.installed.map { $0.key(of: Workshop.codes[0]) })
        #expect(keys.count == 3)
    }

    @Test func `when the system's rules of a zone change, installed lists have the new ones`() throws {
        try install("gala")
        let store = try store()
        _ = try store.open()
        let winter = Workshop.now
        let list = try #require(store.installed.first)
        #expect(
            list.plan.event.timeZone.name == "Africa/Kampala" && list.plan.event.timeZone.offset(at: winter) == 10_800)
        #expect(store.renewZones().isEmpty && store.installed.first === list)
        // A country that changes its mind: tzdata is updated while the station runs.
        try FileManager.default.createDirectory(at: workshop.path("zones/Africa"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: URL(filePath: "/usr/share/zoneinfo/Asia/Tokyo"), to: workshop.path("zones/Africa/Kampala"))
        let zones = ZoneFolder(workshop.path("zones"))
        #expect(store.renewZones(from: zones) == ["gala"] && store.renewZones(from: zones).isEmpty)
        let renewed = try #require(store.installed.first)
        for event in [renewed.plan.event, renewed.claims.event] {
            #expect(event.timeZone.offset(at: winter) == 32_400 && event.doorsOpen == list.plan.event.doorsOpen)
        }
        #expect(try renewed.lookUp(Workshop.codes[0])?.lines.count == 1)
        // And where a package with the zone is removed.
        #expect(store.renewZones(from: ZoneFolder(workshop.path("none"))) == ["gala"])
        #expect(store.installed.first?.plan.event.timeZone.isKnown == false)
    }

    @Test func `the hash is compared at every start`() throws {
        try install("gala")
        try install("ball")
        let handle = try FileHandle(forUpdating: bodyFile)
        try handle.seek(toOffset: 5000)
        try handle.write(contentsOf: Data([0xAA]))
        try handle.close()
        #expect(try faultsAtStart(loading: ["ball"]) == ["gala": .wrongHash])
        // It stays for whoever wants to look at it, and its own file repairs it.
        #expect(FileManager.default.fileExists(atPath: bodyFile.path))
        let store = try store()
        _ = try store.open()
        try store.install(workshop.path("gala.usher"), now: Workshop.now)
        #expect(try faultsAtStart(loading: ["ball", "gala"]) == [:])
    }

    @Test func `a list with a fault makes no room for an older one`() throws {
        try install("gala")
        try FileManager.default.removeItem(at: bodyFile)
        let store = try store()
        #expect(try store.open().count == 1)
        let older = try workshop.manifest("older.usher", sequence: Workshop.now.seconds - 1)
        expect(.notNewer) { try store.install(older, now: Workshop.now) }
        try store.install(workshop.manifest(sequence: Workshop.now.seconds + 1), now: Workshop.now)
    }

    @Test func `a key withdrawn while a list comes in keeps the list out`() throws {
        let store = try workshop.station(memory: memory)
        let file = try workshop.manifest()
        var installation = store.beginInstallation(now: Workshop.now)
        try installation.receive(Data(contentsOf: file))
        try TrustStore(folders: [], own: workshop.path("keys")).remove(workshop.organizer.verificationKey.id)
        do {
            _ = try installation.finish()
            Issue.record("a list of a withdrawn key was installed")
        } catch let error as ManifestError {
            #expect(error.code == .untrustedKey)
        }
        #expect(try workshop.namesInStation() == [])
    }

    @Test func `a missing or cut body is a fault`() throws {
        try install("gala")
        try Data(contentsOf: bodyFile).dropLast().write(to: bodyFile)
        #expect(try faultsAtStart() == ["gala": .wrongHash])
        try FileManager.default.removeItem(at: bodyFile)
        #expect(try faultsAtStart() == ["gala": .system])
    }

    @Test func `a changed line is a fault`() throws {
        try install("gala")
        let line = try Data(contentsOf: lineFile)
        var changed = line
        changed[200] ^= 1
        try changed.write(to: lineFile)
        #expect(try faultsAtStart().keys.sorted() == ["gala"])
        try Data(repeating: 0x61, count: 1 << 20).write(to: lineFile)
        #expect(try faultsAtStart() == ["gala": .lineTooLong])
        try line.write(to: workshop.path("manifests/other.line"))
        try line.write(to: lineFile)
        #expect(try faultsAtStart(loading: ["gala"]) == ["other": .badContent])
    }

    @Test func `an old list put back by hand is a fault`() throws {
        try install("gala")
        let (line, body) = (try Data(contentsOf: lineFile), try Data(contentsOf: bodyFile))
        let newer = try workshop.manifest(sequence: Workshop.now.seconds + 1)
        try workshop.station(memory: memory).install(newer, now: Workshop.now)
        try line.write(to: lineFile)
        try body.write(to: bodyFile)
        #expect(try faultsAtStart() == ["gala": .notNewer])
    }

    @Test func `a list of a key that is trusted no more is a fault`() throws {
        try install("gala")
        let trust = TrustStore(folders: [], own: workshop.path("keys"))
        try trust.remove(workshop.organizer.verificationKey.id)
        let store = ManifestStore(
            folder: workshop.path("manifests"), trust: trust, memory: memory, freeSpaceReserve: 0)
        #expect(try store.open().map(\.error.code) == [.untrustedKey])
    }

    @Test func `a crash between the line and the memory is made good at the next start`() throws {
        memory.breakDown(true)
        try install("gala")
        #expect(memory.remembered(event: "gala") == nil)
        memory.breakDown(false)
        #expect(try faultsAtStart(loading: ["gala"]) == [:])
        #expect(memory.remembered(event: "gala")?.sequence == Workshop.now.seconds)
    }

    @Test func `what cannot be remembered is not removed`() throws {
        memory.breakDown(true)
        let store = try workshop.station(memory: memory)
        try store.install(workshop.manifest(), now: Workshop.now)
        #expect(throws: TestMemory.Broken.self) { try store.remove(event: "gala") }
        #expect(store.installed.count == 1)
        memory.breakDown(false)
        try store.remove(event: "gala")
        #expect(memory.remembered(event: "gala") != nil)
    }

    @Test func `what a crash leaves behind is swept`() throws {
        try install("gala")
        for name in ["gala.7.sqlite", "ball.7.sqlite", ".pending-1234"] {
            try Data("left".utf8).write(to: workshop.path("manifests/\(name)"))
        }
        try Data("theirs".utf8).write(to: workshop.path("manifests/notes.txt"))
        #expect(try faultsAtStart(loading: ["gala"]) == [:])
        #expect(
            try workshop.namesInStation() == ["gala.\(Workshop.now.seconds).sqlite", "gala.line", "notes.txt"])
    }

    @Test func `a new list takes the place of the old one, which whoever holds it can still read`() throws {
        let store = try workshop.station(memory: memory)
        let old = try store.install(workshop.manifest(), now: Workshop.now)
        let rows = [TicketRow(code: Workshop.codes[0], reference: "new")]
        try store.install(
            workshop.manifest(rows: rows, sequence: Workshop.now.seconds + 1), now: Workshop.now)
        #expect(try store.installed[0].lookUp(Workshop.codes[0])?.lines[0].reference == "new")
        #expect(try old.lookUp(Workshop.codes[0])?.lines[0].reference == "1")
        #expect(try workshop.namesInStation() == ["gala.\(Workshop.now.seconds + 1).sqlite", "gala.line"])
    }

    @Test func `removes a list, also one with a fault, and says so when there is none`() throws {
        try install("gala")
        try Data().write(to: lineFile)
        let store = try store()
        #expect(try store.open().count == 1)
        try store.remove(event: "gala")
        #expect(try workshop.namesInStation() == [])
        expect(.notInstalled) { try store.remove(event: "gala") }
        expect(.notInstalled) { try store.remove(event: "../../etc") }
    }

    @Test func `removes lists of events that ended long ago`() throws {
        try install("gala")
        let later = try workshop.definition(
            id: "later", more: "expires: 2027-01-01 00:00")
        let store = try store()
        _ = try store.open()
        try store.install(workshop.manifest("later.usher", definition: later), now: Workshop.now)
        let ends = later.event.ends
        let week = Duration.seconds(7 * 86_400)
        #expect(try store.removeEnded(now: ends + week, after: week) == [])
        #expect(try store.removeEnded(now: ends + week + .seconds(1), after: week) == ["gala", "later"])
        #expect(store.installed.isEmpty)
    }

    @Test func `withdrawing a key removes its lists and no others`() throws {
        let other = SigningKey()
        let store = try workshop.station(memory: memory, keys: [workshop.organizer, other])
        try store.install(workshop.manifest(), now: Workshop.now)
        let ball = try workshop.definition(id: "ball")
        try store.install(workshop.manifest("ball.usher", definition: ball, key: other), now: Workshop.now)
        #expect(try store.withdrawKey(workshop.organizer.verificationKey.id) == ["gala"])
        #expect(store.installed.map(\.claims.event.id) == ["ball"])
    }

    @Test func `a folder with strange characters in its name will do`() throws {
        let folder = workshop.path("100% why? #1 ü")
        let store = ManifestStore(
            folder: folder, trust: try workshop.trustStore([workshop.organizer]), memory: memory, freeSpaceReserve: 0)
        #expect(try store.open().isEmpty)
        let installed = try store.install(workshop.manifest(), now: Workshop.now)
        #expect(try installed.lookUp(Workshop.codes[0]) != nil)
    }
}
