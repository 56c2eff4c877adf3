import Foundation
import Pictures
import Testing

struct VectorDocumentTests {
    @Test func `draws an SVG of the given size in pixels`() throws {
        var document = try VectorDocument.svg(width: 120, height: 40)
        try document.addPage { canvas in
            canvas.fill(.black, [Canvas.Rectangle(x: 10, y: 5, width: 30, height: 20)])
        }
        let text = String(decoding: try document.file(), as: UTF8.self)
        #expect(text.contains(#"width="120px" height="40px" viewBox="0 0 120 40""#))
    }

    @Test func `keeps pages apart in a PDF`() throws {
        var document = try VectorDocument.pdf(pageWidth: 100, pageHeight: 50)
        for _ in 0..<3 { try document.addPage { $0.fill(.white) } }
        let text = String(decoding: try document.file(), as: UTF8.self)
        #expect(text.hasPrefix("%PDF-1."))
        #expect(text.components(separatedBy: "/MediaBox [ 0 0 100 50 ]").count == 4)
    }

    @Test func `draws text that is empty, endless, or full of control characters`() throws {
        var document = try VectorDocument.pdf(pageWidth: 300, pageHeight: 300)
        let texts = [
            "", "\u{0}\n\u{202E}\u{7}", String(repeating: "W", count: 1_000_000),
            "e" + String(repeating: "\u{301}", count: 1_000_000), "Zoë 点茗 👩‍👩‍👧 \u{FFFF}",
        ]
        try document.addPage { canvas in
            for text in texts { canvas.write(text, centredAt: 150, baseline: 20, size: 9, maximumWidth: 100) }
        }
        #expect(try document.file().starts(with: Array("%PDF-".utf8)))
    }
}
