import Crypto
import Foundation
import Synchronization
import Testing
import Tickets

@testable import Backends

struct CheckInMessageTests {
    @Test func `what is sent is what is read`() throws {
        let message = CheckInMessage(.numbered(7), clockOffset: .milliseconds(-1500))
        #expect(try CheckInMessage(parsing: message.json.text.utf8) == message)
        let batch = JSONValue.object([("checkins", .array([message.json, message.json]))])
        #expect(try CheckInMessage.messages(in: batch.text.utf8).count == 2)
    }

    @Test func `a message that a server kept without knew does not say that nothing was known`() throws {
        let json = CheckInMessage(.numbered(7)).json
        guard case .object(let members) = json else { return }
        let cut = JSONValue.object(members.filter { $0.name != "knew" })
        #expect(members.contains { $0.name == "knew" })
        let whole = try #require(ForeignCheckIn(try CheckInMessage(parsing: json.text.utf8)))
        let short = try #require(ForeignCheckIn(try CheckInMessage(parsing: cut.text.utf8)))
        #expect((whole.knew, short.knew) == ([], nil))
    }

    @Test func `tells what others call the verdict, and never the code`() {
        let text = CheckInMessage(.numbered(7)).json.text
        #expect(text.contains(#""verdict":"admitted""#))
        #expect(text.contains(#""result":"valid""#))
        #expect(!text.contains("code"))
    }

    @Test(arguments: [
        ("", "it is not JSON"), ("7", "it is not an object"), (#"{"id":"x"}"#, "station is missing or of a wrong type"),
    ])
    func `says what is wrong with a message, and nothing of it`(text: String, problem: String) {
        #expect(throws: CheckInMessage.Fault(problem: problem)) { try CheckInMessage(parsing: text.utf8) }
    }

    @Test(arguments: ["-5", "1001", "9223372036854775807", "\"9223372036854775807\"", "1e300"])
    func `takes no count that no gate can have counted`(count: String) {
        let text = CheckInMessage(.numbered(7)).json.text.replacingOccurrences(
            of: "\"count\":1", with: "\"count\":\(count)")
        #expect(throws: CheckInMessage.Fault.self) { try CheckInMessage(parsing: text.utf8) }
    }

    /// Every field in turn is null, a number, a text, a list and an object.
    @Test func `never takes half a message`() throws {
        let whole = CheckInMessage(.numbered(7)).json
        guard case .object(let members) = whole else { return }
        let strange: [JSONValue] = [.null, .integer(-1), .string("\u{0}x"), .array([]), .object([JSONValue.Member]())]
        let needed: Set = ["id", "station", "seq", "direction", "verdict", "kind", "count", "how", "at", "clock"]
        for member in members where needed.contains(member.name) {
            let broken = members.map { $0.name == member.name ? JSONValue.Member($0.name, .null) : $0 }
            #expect(throws: CheckInMessage.Fault.self, "\(member.name)") {
                try CheckInMessage(parsing: JSONValue.object(broken).text.utf8)
            }
        }
        for member in members {
            for value in strange {
                let changed = members.map { $0.name == member.name ? JSONValue.Member($0.name, value) : $0 }
                _ = try? CheckInMessage(parsing: JSONValue.object(changed).text.utf8)
            }
        }
    }

    /// The example of the specification (standard-webhooks.md, "Signature scheme").
    @Test func `signs as Standard Webhooks say`() throws {
        let secret = "whsec_" + Data("a key of twenty-four b".utf8).base64EncodedString()
        let body = Array(#"{"test":1}"#.utf8)
        let headers = WebhookSignature.headers(
            id: "msg_1", body: body, at: Timestamp(seconds: 1_614_265_330), key: WebhookSignature.key(of: secret))
        let signed = Data("msg_1.1614265330.".utf8) + Data(body)
        let expected = HMAC<SHA256>.authenticationCode(
            for: signed, using: SymmetricKey(data: Data("a key of twenty-four b".utf8)))
        #expect(headers.first("webhook-signature") == "v1," + Data(expected).base64EncodedString())
        #expect(headers.first("webhook-id") == "msg_1")
        #expect(headers.first("webhook-timestamp") == "1614265330")
        #expect(headers.first("Idempotency-Key") == "\"msg_1\"")
    }

    @Test func `sends unsigned without a key`() {
        let headers = WebhookSignature.headers(id: "m", body: [], at: Timestamp(seconds: 0), key: nil)
        #expect(headers.first("webhook-signature") == nil)
    }
}

struct LenientJSONTests {
    @Test func `ids may be texts or numbers, flags numbers or words`() throws {
        let value = try #require(
            LenientJSON(parsing: #"{"a":7,"b":"7","c":true,"d":0,"e":null,"f":1.5,"g":"","h":[1],"i":true}"#.utf8))
        #expect(value["a"].text == "7")
        #expect(value["b"].integer == 7)
        #expect(value["c"].flag == true)
        #expect(value["d"].flag == false)
        #expect(value["c"].integer == nil)
        #expect(value["e", "a"].integer == 7)
        #expect(value["f"].integer == nil)
        #expect(value["g"].text == nil)
        #expect(value["h"].items?.count == 1)
        #expect(value["missing"].isNull)
    }

    @Test(arguments: ["", "{", "[1,", "nul", "{\"a\":}", "\u{FEFF}"])
    func `is nil for what is no JSON`(text: String) {
        #expect(LenientJSON(parsing: text.utf8) == nil)
    }

    @Test func `a thousand brackets do no harm`() {
        #expect(LenientJSON(parsing: String(repeating: "[", count: 100_000).utf8) == nil)
    }
}

struct ServerClockTests {
    private static let moment = ContinuousClock.now

    @Test func `learns how far this machine is ahead`() {
        let clock = ServerClock(instant: { Self.moment }, now: { Timestamp(seconds: 784_111_837) })
        #expect(clock.offset == nil)
        clock.learn(from: "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(clock.offset == .milliseconds(59_500))
        clock.learn(from: "yesterday")
        #expect(clock.offset == .milliseconds(59_500))
    }

    @Test func `knows how far it is off after somebody has set the clock`() {
        let own = Mutex((moment: Self.moment, time: Timestamp(seconds: 784_111_777)))
        let clock = ServerClock(instant: { own.withLock(\.moment) }, now: { own.withLock(\.time) })
        clock.learn(from: "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(clock.offset == .milliseconds(-500))
        own.withLock { $0 = ($0.moment + .seconds(60), $0.time + .seconds(60 + 10 * 86_400)) }
        #expect(clock.offset == .seconds(10 * 86_400) - .milliseconds(500))
    }
}
