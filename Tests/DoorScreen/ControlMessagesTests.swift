import Testing
import Web

@testable import DoorScreen
@testable import StationAPI

struct ControlMessagesTests {
    @Test(arguments: [
        (["status"], [:], "/v1/status"),
        (["operators", "Anne B/C?"], [:], "/v1/operators/Anne%20B%2FC%3F"),
        (["journal"], ["limit": "5", "after": "1"], "/v1/journal?after=1&limit=5"),
        (["outbox"], ["state": "a&b=c", "x": ""], "/v1/outbox?state=a%26b%3Dc&x="),
        (["keys", ".."], [:], "/v1/keys/.."),
        (["manifests", "Zo\u{EB}"], [:], "/v1/manifests/Zo%C3%AB"),
    ])
    func `writes and reads a request line`(path: [String], query: [String: String], target: String) async throws {
        var request = ControlRequest("GET", query: query)
        request.path = path
        #expect(request.target == target)
        let read = try await ControlRequest(WebRequest("GET", target, connection: .init(peerUID: { 7 })))
        #expect(read.path == path)
        #expect(read.query == query)
        #expect(read.uid == 7)
    }

    @Test(arguments: [
        ("", ControlError.Code.unreadable), ("/", .notFound), ("/v1", .notFound), ("/v2/status", .notFound),
        ("v1/status", .unreadable), ("http://localhost/v1/status", .unreadable), ("*", .unreadable),
        ("/v1/keys/%zz", .unreadable), ("/v1/keys/%FF", .unreadable), ("/v1/journal?after=1&after=2", .unreadable),
        ("/v1/journal?%ff=1", .unreadable),
    ])
    func `refuses other request lines`(target: String, code: ControlError.Code) async throws {
        let error = await #expect(throws: (any Error).self) {
            try await ControlRequest(WebRequest("GET", target, connection: .init(peerUID: { 0 })))
        }
        #expect(ControlError(explaining: try #require(error)).code == code)
    }

    @Test func `does not take an answer of another version for its own`() {
        let error = #expect(throws: ControlError.self) {
            try ControlJSON.value(RetryAnswer.self, status: 200, body: Array("{}".utf8))
        }
        #expect(error?.code == .internal)
    }
}
