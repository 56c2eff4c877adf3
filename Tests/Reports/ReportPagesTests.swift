import Messages
import Testing

@testable import Reports

/// How reports are laid out; what they say is tested with a station.
@Suite struct ReportPagesTests {
    @Test func `a long table goes on over pages with its head again`() throws {
        var flow = PageFlow()
        ReportTable(
            columns: [.init(title: "Heading", share: 1)], rows: (1...200).map { ["row \($0)"] }
        ).add(to: &flow)
        let file = try flow.pdfFile(title: "", author: "", subject: "", foot: "", in: .english)
        let pages = String(decoding: file, as: UTF8.self).matches(of: #/\/Type \/Page\b[^s]/#).count
        #expect(pages == 5)
    }

    @Test(arguments: [(1, 2), (3, 4), (5, 10), (11, 20), (40, 40), (41, 100), (1000, 1000)])
    func `an axis ends at a round number`(most: Int, end: Int) {
        #expect(ReportChart.roundedUp(most) == end)
    }
}
