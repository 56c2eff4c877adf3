import Foundation
import Pictures
import QRReader
import Subprocess
import TestSupport
import Testing

@testable import Handouts
@testable import Publishing

/// An event with guests in a temporary folder, and what is made of it.
final class GuestList {
    let folder: TemporaryFolder

    static let event = """
        id: gala
        name: Winter Gala
        organizer: Gala Ltd
        timezone: Africa/Kampala
        doors_open: 2026-12-05 17:00
        starts: 2026-12-05 19:00
        ends: 2026-12-06 02:00
        place: {name: Hall 2, address: "5 Main Street, Kampala"}
        types: [{id: standard, name: Standard, color: "#2563eb"}, {id: vip, name: VIP, color: "#9333ea"}]
        """

    static let codes = [
        "wk8wfyzjrbrdv5rxvjxjzpx9gg", "q3n7tvd0c2xkmy58hz41sjfa96", "h5s0e8qj2ktw9vbn4xg7czd1my",
        "t9c3mzx7va1pdwk6e4hrnvy0bg",
    ]

    init() throws { folder = try TemporaryFolder() }

    func path(_ name: String) -> URL { folder.file(name) }

    func definition(_ yaml: String = event) throws -> EventDefinition {
        try EventDefinition(contentsOf: folder.write(yaml, to: "event.yaml"))
    }

    func tickets(_ csv: String) throws -> [SoldTicket] {
        try SoldTicket.all(in: folder.write(csv, to: "tickets.csv"), of: definition()).tickets
    }

    func design(_ yaml: String) throws -> HandoutDesign {
        try HandoutDesign(contentsOf: folder.write(yaml, to: "design.yaml"))
    }

    func printer(_ layout: HandoutLayout, design: HandoutDesign = HandoutDesign()) throws -> HandoutPrinter {
        try HandoutPrinter(definition(), design: design, layout: layout)
    }

    /// The texts of all QR codes on the pages, as a printer shows them.
    func codes(on pdf: URL) async throws -> [String] {
        try await poppler(["pdftoppm", "-r", "150", "-gray", pdf.path, path("page").path])
        var reader = try QRReader()
        var texts: [String] = []
        for name in try folder.names() where name.hasPrefix("page") {
            let picture = try GreyImage(readingFile: path(name).path)
            let symbols = reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
            texts += symbols.compactMap(\.text)
            try FileManager.default.removeItem(at: path(name))
        }
        return texts
    }

    /// The text of each page.
    func texts(on pdf: URL) async throws -> [String] {
        try await poppler(["pdftotext", "-layout", pdf.path, path("text").path])
        let text = try String(contentsOf: path("text"), encoding: .utf8)
        return text.split(separator: "\u{C}", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// A word on a page, in points.
    struct Word {
        let page: Int
        let text: String
        let left: Double
        let top: Double
        let right: Double
        let bottom: Double

        func overlaps(_ other: Word) -> Bool {
            page == other.page && left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    func words(on pdf: URL) async throws -> [Word] {
        try await poppler(["pdftotext", "-bbox", pdf.path, path("boxes").path])
        let text = try String(contentsOf: path("boxes"), encoding: .utf8)
        var page = 0
        return text.split(separator: "\n").compactMap { line in
            if line.contains("<page ") { page += 1 }
            guard
                let found = line.firstMatch(
                    of: #/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word>/#),
                let left = Double(found.1), let top = Double(found.2), let right = Double(found.3),
                let bottom = Double(found.4)
            else { return nil }
            return Word(page: page, text: String(found.5), left: left, top: top, right: right, bottom: bottom)
        }
    }

    private func poppler(_ command: [String]) async throws {
        let result = try await run(
            .name(command[0]), arguments: Arguments(Array(command.dropFirst())), output: .discarded,
            error: .string(limit: 4096))
        try #require(result.terminationStatus == .exited(0), "\(result.standardError)")
    }
}
