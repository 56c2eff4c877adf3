import Pictures
import Testing

struct FontCoverageTests {
    @Test(arguments: [
        ("Łucja Strauß, Čeněk Yıldız €", false), ("Ελένη Иванова", false), ("", false), ("two\nlines\u{7}", false),
        ("Eva \u{10FFFD}", true), (String(repeating: "a", count: 4000) + "\u{10FFFD}", true),
    ])
    func `says which texts would have boxes`(text: String, lacks: Bool) throws {
        #expect(try FontCoverage().lacks(text) == lacks)
    }

    @Test func `names the scripts of what would be boxes`() throws {
        #expect(try FontCoverage().missingScripts(in: "Eva \u{10FFFD}") == ["Zzzz"])
        #expect(try FontCoverage().missingScripts(in: "Eva") == [])
    }

    @Test(arguments: [
        ("Eva", 3), ("山田", 4), ("김", 2), ("e\u{301}", 1), ("\u{200B}", 0), ("🎉", 2), ("❤\u{FE0F}", 2),
    ])
    func `knows the columns of a terminal`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }
}
