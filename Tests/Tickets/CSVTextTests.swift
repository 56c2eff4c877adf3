import Testing

@testable import Tickets

struct CSVTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""), ("=1+1", "'=1+1"),
        ("\tcmd", "'\tcmd"), ("＝1", "'＝1"), ("a\nb", "\"a\nb\""),
        // A quotation mark with an accent on it is one character, and still ends a cell.
        ("a\"\u{301}b", "\"a\"\"\u{301}b\""), ("=\u{301}1", "'=\u{301}1"),
    ])
    func `quotes what would end a cell or be a formula`(text: String, cell: String) {
        #expect(CSVText.row([text, "x"]).unicodeScalars.elementsEqual((cell + ",x\r\n").unicodeScalars))
    }
}
