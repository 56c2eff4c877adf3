import Foundation
import Testing

@testable import Web

@Suite struct HTTPDateTests {
    /// The example of RFC 9110 section 5.6.7, and a day before the tenth at midnight.
    @Test(arguments: [(784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (1_709_251_200, "Fri, 01 Mar 2024 00:00:00 GMT")])
    func `a time is written as HTTP writes it`(seconds: Int, text: String) {
        #expect(HTTPDate.text(of: Date(timeIntervalSince1970: TimeInterval(seconds))) == text)
    }
}
