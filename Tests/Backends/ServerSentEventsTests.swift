import Testing

@testable import Backends

struct ServerSentEventsTests {
    /// A stream, and the events in it.
    static let streams: [(String, [ServerSentEvent])] = [
        ("data: one\n\n", [ServerSentEvent(name: "message", data: "one")]),
        ("event: verdict\ndata: {}\n\n", [ServerSentEvent(name: "verdict", data: "{}")]),
        ("data:no space\ndata:  two spaces\n\n", [ServerSentEvent(name: "message", data: "no space\n two spaces")]),
        (": a comment\n\n:\n\n", []),
        ("event: named but empty\n\ndata: x\n\n", [ServerSentEvent(name: "message", data: "x")]),
        ("data: unfinished\n", []),
        ("data\n\n", [ServerSentEvent(name: "message", data: "")]),
        ("data: a\r\n\r\ndata: b\r\rdata: c\n\n", ["a", "b", "c"].map { ServerSentEvent(name: "message", data: $0) }),
        ("\u{FEFF}data: x\n\n", [ServerSentEvent(name: "message", data: "x")]),
        ("data: x\n\n\u{FEFF}data: y\n\n", [ServerSentEvent(name: "message", data: "x")]),
        (
            "id: 1\ndata: x\n\ndata: y\n\nid\ndata: z\n\nid: a\0b\ndata: w\n\n",
            [
                ServerSentEvent(name: "message", data: "x", id: "1"),
                ServerSentEvent(name: "message", data: "y", id: "1"),
                ServerSentEvent(name: "message", data: "z", id: ""),
                ServerSentEvent(name: "message", data: "w", id: ""),
            ]
        ),
        ("data: Zo\u{EB} \u{1F39F}\n\n", [ServerSentEvent(name: "message", data: "Zo\u{EB} \u{1F39F}")]),
        ("other: field\nData: case matters\ndata: a: b\n\n", [ServerSentEvent(name: "message", data: "a: b")]),
    ]

    @Test(arguments: streams)
    func `reads a stream however it is cut`(text: String, expected: [ServerSentEvent]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var reader = ServerSentEvents()
            #expect(reader.receive(bytes[..<cut]) + reader.receive(bytes[cut...]) == expected, "cut at \(cut)")
        }
        var reader = ServerSentEvents()
        #expect(bytes.flatMap { reader.receive([$0]) } == expected, "byte by byte")
    }

    @Test(arguments: [("retry: 1500\n", Duration.milliseconds(1500)), ("retry: 1.5\n", nil), ("retry:\n", nil)])
    func `takes the time to wait`(text: String, expected: Duration?) {
        var reader = ServerSentEvents()
        _ = reader.receive(text.utf8)
        #expect(reader.retry == expected)
    }
}
