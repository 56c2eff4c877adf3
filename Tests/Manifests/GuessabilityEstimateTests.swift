import Foundation
import Testing

@testable import Manifests
@testable import Publishing

@Suite struct GuessabilityEstimateTests {
    /// Codes under a name, because there are many.
    struct Sample: CustomTestStringConvertible {
        let testDescription: String
        let codes: [String]

        init(_ name: String, _ codes: [String]) {
            testDescription = name
            self.codes = codes
        }
    }

    private static func weakest(_ codes: [String]) -> (bits: Double, place: String)? {
        var space = GuessabilityEstimate()
        for (index, code) in codes.enumerated() { space.add(code, at: index + 1, named: "\(index + 1)") }
        return space.weakest
    }

    /// Random codes, the same ones every time.
    private static func random(_ count: Int, length: Int, of alphabet: String) -> [String] {
        var state: UInt64 = 88_172_645_463_325_252
        func next() -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(alphabet.count))
        }
        let letters = Array(alphabet)
        return (0..<count).map { _ in String((0..<length).map { _ in letters[next()] }) }
    }

    private static let alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyz"

    private static let uuid = "123e4567-e89b-42d3-a456-426614174000"

    @Test(arguments: [
        Sample("one", random(1, length: 32, of: alphanumeric)),
        Sample("two", random(2, length: 32, of: alphanumeric)),
        Sample("three", random(3, length: 32, of: alphanumeric)),
        Sample("a thousand", random(1000, length: 32, of: alphanumeric)),
        Sample("just long enough", random(1000, length: 17, of: alphanumeric)),
        Sample("digits", random(1000, length: 25, of: "0123456789")),
        Sample("EventPassUG, short", random(1000, length: 32, of: "0123456789abcdef").map { "TICKET:\($0)" }),
        Sample(
            "EventPassUG, long",
            random(1000, length: 32, of: "0123456789abcdef").enumerated().map {
                "TKT:\($0)|ORD:\($0 / 3)|EVT:\(uuid)|USR:\($1)"
            }),
        Sample("a few that are just long enough", random(10, length: 16, of: alphanumeric)),
        Sample("two lengths", random(1000, length: 20, of: alphanumeric) + random(1000, length: 40, of: alphanumeric)),
    ])
    func `random codes pass`(sample: Sample) throws {
        #expect(try #require(Self.weakest(sample.codes)).bits >= GuessabilityEstimate.requiredBits)
    }

    @Test(arguments: [
        Sample("counter", (1...5000).map { "\($0)" }),
        Sample("padded counter", (1...5000).map { String(format: "%032d", $0) }),
        Sample("counter behind a prefix", (1...5000).map { "GALA-2026-TICKET-NUMBER-\($0)" }),
        Sample("EventPassUG without a user", (1...5000).map { "TKT:\($0)|ORD:\($0 / 2)|EVT:\(uuid)|USR:none" }),
        Sample("counters around a constant", (0..<1000).map { "\($0)-\(uuid)-\($0 % 7)" }),
        Sample("short", random(1000, length: 12, of: alphanumeric)),
        Sample("short in hexadecimal", random(1000, length: 16, of: "0123456789abcdef")),
        Sample("one number", ["000123"]),
        Sample("two numbers", ["1", "2"]),
        Sample("one padded number", [String(format: "%040d", 7)]),
        Sample("counters with one random code", (1...5000).map { String(format: "%032d", $0) } + [Workshop.codes[0]]),
        Sample("one short among many", random(1000, length: 32, of: alphanumeric) + ["short"]),
        Sample("one padded among many", random(1000, length: 32, of: alphanumeric) + [String(format: "%016d", 17)]),
    ])
    func `codes that can be guessed are caught`(sample: Sample) throws {
        #expect(try #require(Self.weakest(sample.codes)).bits < GuessabilityEstimate.requiredBits)
    }

    @Test func `no codes are no danger`() {
        #expect(Self.weakest([]) == nil)
    }

    @Test func `the weakest codes are found among good ones`() {
        let good = Self.random(6, length: 32, of: Self.alphanumeric)
        #expect(Self.weakest(good + ["1001", "1002", "1003"] + good)?.place == "7")
    }
}
