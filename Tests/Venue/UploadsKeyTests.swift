import Foundation
import Testing

@testable import Venue

/// The key that the ledger never sees.
@Suite struct UploadsKeyTests {
    private let key = UploadsKey(text: Data(repeating: 7, count: 32).base64EncodedString())!
    private let content = Data("a ticket's code".utf8)

    @Test func `what is sealed opens for the same key and the same purpose alone`() throws {
        let sealed = try key.seal(content, as: "entry box-office")
        #expect(sealed.firstRange(of: content) == nil)
        #expect(key.open(sealed, as: "entry box-office") == content)
        #expect(key.open(sealed, as: "entry other") == nil)
        #expect(key.open(sealed.dropLast(), as: "entry box-office") == nil)
        let other = try #require(UploadsKey(text: UploadsKey.makeText()))
        #expect(other.open(sealed, as: "entry box-office") == nil)
        #expect(other.group != key.group)
    }

    @Test func `a key of the same text has the same name, which is not the key`() {
        let again = UploadsKey(text: Data(repeating: 7, count: 32).base64EncodedString())
        #expect(again?.group == key.group)
        #expect(key.group.utf8.count == 16)
        #expect(!key.group.contains("0707"))
    }

    @Test(arguments: ["", "no base64", "c2hvcnQ=", Data(count: 33).base64EncodedString()])
    func `a text of another length or alphabet is no key`(text: String) {
        #expect(UploadsKey(text: text) == nil)
    }
}
