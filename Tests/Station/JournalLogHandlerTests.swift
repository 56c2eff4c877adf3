import CDispatch
import Foundation
import Glibc
import Logging
import Synchronization
import Testing

@testable import Station

@Suite struct JournalLogHandlerTests {
    /// What a logger sent to the journal.
    private final class Sent: Sendable {
        private let lines = Mutex<[[SystemJournal.Field]]>([])

        func logger(_ station: StationLogFields) -> Logger {
            Logger(label: "usherd") { label in
                JournalLogHandler(label: label, station: station) { fields in self.lines.withLock { $0.append(fields) }
                }
            }
        }

        /// The values of a field of the last line.
        func values(_ name: String) -> [String] {
            lines.withLock { $0.last }?.filter { $0.name == name }.map(\.value) ?? []
        }
    }

    @Test func `a line says what it names in fields and in its message`() {
        let sent = Sent()
        var logger = sent.logger(StationLogFields(station: "kiosk-1", gate: "B"))
        logger[metadataKey: "reader"] = "camera"
        logger.notice("device gone", metadata: ["device": "/dev/video0"])
        #expect(sent.values("MESSAGE") == ["device gone device=/dev/video0 reader=camera"])
        #expect(sent.values("PRIORITY") == ["5"])
        #expect(sent.values("SYSLOG_IDENTIFIER") == ["usherd"])
        #expect(sent.values("USHER_DEVICE") == ["/dev/video0"])
        #expect(sent.values("USHER_READER") == ["camera"])
        #expect(sent.values("USHER_STATION") == ["kiosk-1"])
        #expect(sent.values("USHER_GATE") == ["B"])
    }

    @Test func `a line is found under each gate and event that the station serves`() {
        let sent = Sent()
        let station = StationLogFields(station: "kiosk-1", gate: nil)
        station.serve(events: ["gala", "ball"], gates: ["B", "A", "B"])
        sent.logger(station).notice("attention")
        #expect(sent.values("USHER_EVENT") == ["gala", "ball"])
        #expect(sent.values("USHER_GATE") == ["A", "B"])
    }

    @Test func `a gate that no list has is still what its lines are found by`() {
        let sent = Sent()
        let station = StationLogFields(station: "kiosk-1", gate: "Z")
        station.serve(events: ["gala"], gates: [])
        sent.logger(station).notice("attention")
        #expect(sent.values("USHER_GATE") == ["Z"])
    }

    @Test func `a line about one event is found under that event alone`() {
        let sent = Sent()
        let station = StationLogFields(station: "kiosk-1", gate: "A")
        station.serve(events: ["gala", "ball"], gates: ["A"])
        sent.logger(station).error("a list is not used", metadata: ["event": "opera"])
        #expect(sent.values("USHER_EVENT") == ["opera"])
        #expect(sent.values("USHER_GATE") == ["A"])
    }

    @Test(arguments: [
        (Logger.Level.trace, 7), (.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3), (.critical, 2),
    ])
    func `levels are those of syslog`(level: Logger.Level, priority: Int) {
        #expect(JournalLogHandler.priority(level) == priority)
    }

    @Test(arguments: [
        ("gate", "USHER_GATE"), ("list-url", "USHER_LIST_URL"), ("größe", "USHER_GR__E"),
        (String(repeating: "a", count: 80), "USHER_" + String(repeating: "A", count: 58)),
    ])
    func `field names are what the journal takes`(key: String, name: String) {
        #expect(JournalLogHandler.fieldName(key) == name)
    }

    @Test func `only a descriptor that nobody redirected is the journal`() throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        var facts = stat()
        #expect(unsafe fstat(file.fileDescriptor, &facts) == 0)
        let name = "\(facts.st_dev):\(facts.st_ino)"
        #expect(SystemJournal.isStream(name, file.fileDescriptor))
        #expect(!SystemJournal.isStream("\(facts.st_dev):\(facts.st_ino + 1)", file.fileDescriptor))
        #expect(!SystemJournal.isStream(nil, file.fileDescriptor))
        #expect(!SystemJournal.isStream(name, -1))
    }
}
