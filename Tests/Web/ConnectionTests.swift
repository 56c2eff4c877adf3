import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Web

/// Connections without a network, at a time of the test's choosing.
@Suite struct ConnectionTests {
    private static let rules = ConnectionRules(
        body: .seconds(10), idle: .seconds(15), stall: .seconds(60), stop: nil)

    /// A server's connection with what reads requests and what guards them.
    private func connection() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false)
        try channel.pipeline.syncOperations.addHandler(RequestGuards(Self.rules))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 8722)).wait()
        return channel
    }

    private func send(_ text: String, on channel: EmbeddedChannel) throws {
        try channel.writeInbound(ByteBuffer(string: text.replacing("\n", with: "\r\n")))
    }

    private func answer(on channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    private func wait(_ seconds: Int64, on channel: EmbeddedChannel) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    // MARK: - Time

    @Test(arguments: ["", "GET /state HTTP/1.1\nHost: a\n", "GET /st"])
    func `a connection that asks nothing whole is closed after a few seconds`(beginning: String) throws {
        let channel = try connection()
        if !beginning.isEmpty { try send(beginning, on: channel) }
        wait(4, on: channel)
        #expect(channel.isActive)
        wait(1, on: channel)
        #expect(!channel.isActive)
    }

    @Test func `a request that drips in gets no more time for it`() throws {
        let channel = try connection()
        for letter in "GET /" {
            try? send(String(letter), on: channel)
            wait(1, on: channel)
        }
        #expect(!channel.isActive)
    }

    @Test func `an answer may take as long as it takes`() throws {
        let channel = try connection()
        try send("GET /events HTTP/1.1\nHost: a\n\n", on: channel)
        wait(3600, on: channel)
        #expect(channel.isActive)
    }

    @Test func `a client that does not read its answer is closed, and one that reads slowly is not`() throws {
        let channel = try connection()
        try send("GET /events HTTP/1.1\nHost: a\n\n", on: channel)
        for _ in 0..<3 {
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
            wait(19, on: channel)
            channel.isWritable = true
            channel.pipeline.fireChannelWritabilityChanged()
            wait(19, on: channel)
        }
        #expect(channel.isActive)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        wait(20, on: channel)
        #expect(!channel.isActive)
    }

    @Test func `a body that does not come to its end is not waited for`() throws {
        let channel = try connection()
        try send("POST /staff/session HTTP/1.1\nHost: a\nContent-Length: 20\n\nhalf of it", on: channel)
        wait(9, on: channel)
        #expect(channel.isActive)
        wait(1, on: channel)
        #expect(!channel.isActive)
    }

    @Test func `a connection is kept for the next request, and not for long`() throws {
        let channel = try connection()
        for _ in 0..<3 {
            try send("GET /state HTTP/1.1\nHost: a\n\n", on: channel)
            try answer(on: channel)
            wait(14, on: channel)
            #expect(channel.isActive)
        }
        wait(1, on: channel)
        #expect(!channel.isActive)
    }

    @Test func `of two requests at once both are answered before the time runs`() throws {
        let channel = try connection()
        try send("GET /a HTTP/1.1\nHost: a\n\nGET /b HTTP/1.1\nHost: a\n\n", on: channel)
        try answer(on: channel)
        wait(60, on: channel)
        #expect(channel.isActive)
        try answer(on: channel)
        wait(15, on: channel)
        #expect(!channel.isActive)
    }

    // MARK: - Form

    @Test(arguments: [
        "GET /state HTTP/1.1\nHost: 127.0.0.1:8722\nHost: evil.example\n\n",
        "GET /state HTTP/1.1\nHost: evil.example\nhOST: 127.0.0.1:8722\n\n",
        "GET http://127.0.0.1:8722/state HTTP/1.1\nHost: evil.example\n\n",
        "GET http://evil.example/state HTTP/1.1\nHost: 127.0.0.1:8722\n\n",
        "CONNECT evil.example:443 HTTP/1.1\nHost: 127.0.0.1:8722\n\n", "OPTIONS * HTTP/1.1\nHost: 127.0.0.1:8722\n\n",
        "GET /state HTTP/1.1\n\n",
    ])
    func `a request that can be read in two ways is refused, and what follows it`(text: String) throws {
        let channel = try connection()
        #expect(throws: HTTPParserError.self) { try send(text, on: channel) }
        #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
        try? send("GET /state HTTP/1.1\nHost: 127.0.0.1:8722\n\n", on: channel)
        #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
    }

    @Test(arguments: ["GET /state?at=http://a HTTP/1.1\nHost: a\n\n", "GET /state HTTP/1.0\n\n"])
    func `a plain request is passed on`(text: String) throws {
        let channel = try connection()
        try send(text, on: channel)
        #expect(try channel.readInbound(as: HTTPServerRequestPart.self) != nil)
    }
}
