import Testing

@testable import Wedges

@Suite struct RecordingTests {
    @Test(arguments: try Recording.names())
    func `a recording gives the texts it names and nothing else`(name: String) throws {
        let recording = try Recording(named: name)
        #expect(!recording.scanners.isEmpty)
        for (index, scanner) in recording.scanners.enumerated() {
            let unexpected = try scanner.play(as: "\(name), scanner \(index + 1)")
            #expect(unexpected.isEmpty, "\(name), scanner \(index + 1)")
        }
    }

    @Test func `there are recordings to play`() throws {
        #expect(try Recording.names().count >= 20)
    }
}
