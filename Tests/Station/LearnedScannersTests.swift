import Devices
import Foundation
import Messages
import StationAPI
import Testing
import Wedges

@testable import Station

@Suite struct LearnedScannersTests {
    private let device = Device(
        kind: .keyboard, node: "/dev/input/event3", name: "HID 1234", vendorID: "1234", productID: "abcd")

    @Test func `remembers a scanner across a start, and the newest of what was learned`() async throws {
        let fixture = try StationFixture()
        do {
            let station = try await fixture.open()
            for layout in ["fr", "de"] {
                let settings = WedgeSettings(
                    layout: try KeyboardLayout(checking: layout), terminator: .none, prefix: "~")
                try await station.readers.learn(ScannerEntry(settings, of: device))
            }
        }
        let station = try await fixture.open()
        let entry = try #require(station.readers.learned.entry(for: device))
        #expect(try await station.readers.learnedScanners() == [entry])
        let settings = try WedgeSettings(entry)
        #expect(settings.layout.name == "de" && settings.terminator == .none && settings.prefix == "~")
        var other = device
        other.serial = "2"
        #expect(station.readers.learned.entry(for: other) == nil)
    }

    @Test func `refuses an entry that no scanner can be read by`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open()
        var entry = ScannerEntry(.init(), of: device)
        entry.layout = "klingon"
        await #expect(throws: WedgeError.self) { try await station.readers.learn(entry) }
        entry.layout = "us"
        entry.terminator = "bell"
        await #expect(throws: StationError.self) { try await station.readers.learn(entry) }
        let whole = ScannerEntry(.init(), of: device)
        let changes: [(inout ScannerEntry) -> Void] = [
            { $0.identity = "" }, { $0.identity = "a\u{1B}[31m" }, { $0.name = String(repeating: "x", count: 501) },
            { $0.prefix = String(repeating: "x", count: 101) }, { $0.suffix = String(repeating: "é", count: 51) },
        ]
        for change in changes {
            entry = whole
            change(&entry)
            await #expect(throws: StationError.self) { try await station.readers.learn(entry) }
        }
        #expect(try await station.readers.learnedScanners() == [])
    }

    @Test func `a damaged file keeps no door shut`() async throws {
        let fixture = try StationFixture()
        let state = fixture.folder.appending(path: "state")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: state.appending(path: "scanners.json"))
        let station = try await fixture.open()
        #expect(try await station.codes().contains(.scannersUnreadable))
        try await station.readers.learn(ScannerEntry(.init(), of: device))
        #expect(station.readers.learned.entry(for: device) != nil)
        #expect(try await !station.codes().contains(.scannersUnreadable))
    }
}
