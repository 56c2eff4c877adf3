import Foundation
import Testing
import Tickets

struct JSONValueTests {
    @Test func `keeps the order of members and writes one line`() {
        let value = JSONValue.object([
            ("seq", .integer(7)), ("event", .null), ("list", .array([.bool(true), .bool(false)])),
            ("a", .object([JSONValue.Member]())),
        ])
        #expect(value.text == #"{"seq":7,"event":null,"list":[true,false],"a":{}}"#)
        #expect(value.canonicalText == #"{"a":{},"event":null,"list":[true,false],"seq":7}"#)
    }

    /// The example of RFC 8785 section 3.2.2, without the two numbers that only floating point can hold.
    @Test func `writes the example of RFC 8785`() {
        let value = JSONValue.object([
            ("numbers", .array([.thousandths(4500), .thousandths(2)])),
            ("string", .string("\u{20ac}$\u{000F}\u{000a}A'\u{0042}\u{0022}\u{005c}\\\"/")),
            ("literals", .array([.null, .bool(true), .bool(false)])),
        ])
        let canonical =
            #"{"literals":[null,true,false],"numbers":[4.5,0.002],"# + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
        #expect(value.canonicalText == canonical)
    }

    /// The example of RFC 8785 section 3.2.3: UTF-16 code units, so that the emoji comes before U+FB33.
    @Test func `sorts members as RFC 8785 does`() {
        let members = [
            ("\u{20ac}", "Euro Sign"), ("\r", "Carriage Return"), ("\u{fb33}", "Hebrew Letter Dalet With Dagesh"),
            ("1", "One"), ("\u{1f600}", "Emoji: Grinning Face"), ("\u{80}", "Control"),
            ("\u{f6}", "Latin Small Letter O With Diaeresis"),
        ]
        let value = JSONValue.object(members.map { (name: $0, value: .string($1)) })
        let canonical =
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\","
            + "\"\u{f6}\":\"Latin Small Letter O With Diaeresis\",\"\u{20ac}\":\"Euro Sign\","
            + "\"\u{1f600}\":\"Emoji: Grinning Face\",\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}"
        #expect(Array(value.canonicalText.utf8) == Array(canonical.utf8))
    }

    @Test func `escapes every control character and nothing else`() throws {
        let all = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init)))
        let text = JSONValue.array([.string(all)]).text
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
        #expect(text.hasPrefix(#"["\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e"#))
        let back = try JSONDecoder().decode([String].self, from: Data(text.utf8))
        #expect(Array(back[0].utf8) == Array(all.utf8))
    }

    @Test(arguments: [
        (0, "0"), (1, "0.001"), (10, "0.01"), (100, "0.1"), (1000, "1"), (1250, "1.25"), (-1250, "-1.25"),
        (-1, "-0.001"),
        (Int64.max, "9223372036854775.807"), (Int64.min, "-9223372036854775.808"),
    ])
    func `writes thousandths without floating point`(thousandths: Int64, text: String) {
        #expect(JSONValue.thousandths(thousandths).text == text)
        #expect(JSONValue.thousandths(thousandths).canonicalText == text)
    }

    @Test func `writes the largest integers whole`() {
        #expect(JSONValue.integer(.max).text == "9223372036854775807")
        #expect(JSONValue.integer(.min).text == "-9223372036854775808")
    }

    @Test func `makes null of what is missing`() {
        #expect(JSONValue(String?.none) == .null)
        #expect(JSONValue(Int64?.none) == .null)
        #expect(JSONValue("a") == .string("a"))
        #expect(JSONValue(Int64?.some(3)) == .integer(3))
    }
}
