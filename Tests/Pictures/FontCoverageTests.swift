import Pictures
import Testing

struct FontCoverageTests {
    @Test(arguments: [
        ("Łucja Strauß, Čeněk Yıldız €", false), ("Ελένη Иванова", false), ("", false), ("two\nlines\u{7}", false),
        ("山田", true), ("Eva \u{10FFFD}", true), (String(repeating: "a", count: 4000) + "山", true),
    ])
    func `says which texts would have boxes`(text: String, lacks: Bool) throws {
        #expect(try FontCoverage().lacks(text) == lacks)
    }
}
