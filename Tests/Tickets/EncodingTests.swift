import Foundation
import Testing
import Tickets

struct EncodingTests {
    /// RFC 4648 section 10, without padding; the last one tells the alphabet from standard base64.
    @Test(arguments: [
        ("", ""), ("66", "Zg"), ("666f", "Zm8"), ("666f6f", "Zm9v"), ("666f6f62", "Zm9vYg"),
        ("666f6f626172", "Zm9vYmFy"),
        ("fbff", "-_8"),
    ])
    func `base64url has one spelling`(hex: String, text: String) throws {
        let bytes = try #require(Data(hex: hex))
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test(arguments: ["Zg==", "Zh", "Zm9", "Z", "Zm8 ", " Zm8", "Zm\n8", "+/8", "-_9", "Zg=", "Zm9vé", "\u{212A}m9v"])
    func `base64url refuses every other spelling`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `only one of all last characters is canonical`() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        #expect(alphabet.filter { Base64URL.decode("A\($0)") != nil }.count == 4)
        #expect(alphabet.filter { Base64URL.decode("AA\($0)") != nil }.count == 16)
        #expect(alphabet.filter { Base64URL.decode("AAA\($0)") != nil }.count == 64)
    }

    @Test func `hexadecimal is lower case and reads both`() {
        let bytes = Data(0...255)
        #expect(bytes.hex.hasPrefix("000102030405060708090a0b0c0d0e0f10"))
        #expect(Data(hex: bytes.hex) == bytes)
        #expect(Data(hex: bytes.hex.uppercased()) == bytes)
    }

    @Test(arguments: ["0", "0g", "0 ", "-1", "٠٠", "0x"])
    func `hexadecimal refuses other digits`(text: String) {
        #expect(Data(hex: text) == nil)
    }

    @Test func `takes out controls and bidirectional formatting`() {
        let hostile = "A\u{0}b\u{1B}[31m\n\u{7F}\u{9B}c\u{202E}d\u{2066}e\u{2069}\u{200F}\u{61C}\u{2028}f"
        #expect(hostile.withoutControls == "Ab[31mcdef")
    }

    @Test func `leaves names as they are`() {
        for name in ["Ana María Núñez", "李小龍", "Łukasz Żółć", "👩‍👩‍👧 O’Neill", "שרה"] {
            #expect(Array(name.withoutControls.utf8) == Array(name.utf8))
        }
    }

    @Test(arguments: [
        ("winter-gala-2026", true), ("A", true), ("a.b_c-1", true), ("7", true), ("", false), (".hidden", false),
        ("..", false), ("-flag", false), ("a/b", false), ("a b", false), ("gälä", false), ("a\u{0}", false),
    ])
    func `an event's id can name a file`(id: String, isValid: Bool) {
        #expect(Event.isValidID(id) == isValid)
    }

    @Test func `an event's id has at most 100 characters`() {
        #expect(Event.isValidID(String(repeating: "a", count: 100)))
        #expect(!Event.isValidID(String(repeating: "a", count: 101)))
    }
}
