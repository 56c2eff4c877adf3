import QRReader
import Testing

@testable import Cameras

@Suite struct CodesInViewTests {
    /// One code in a frame: 100 pixels wide, in the left, the middle or the right of 640.
    private static func symbol(_ text: String, _ place: Character) -> QRSymbol {
        let left = ["l": 20, "m": 280, "r": 500][place]!
        let corners = [(left, 190), (left, 290), (left + 100, 290), (left + 100, 190)]
        return QRSymbol(bytes: Array(text.utf8), corners: corners.map { QRSymbol.Point(x: $0.0, y: $0.1) })
    }

    /// Codes are written as one letter, a ticket's in capitals, and their place: `Am` is ticket A in the middle.
    private static func symbols(_ codes: String) -> [QRSymbol] {
        codes.split(separator: " ").map { code in
            let name = String(code.first!)
            let text =
                ["w": "https://example.org/", "v": "BEGIN:VCARD\nN:X", "f": "WIFI:S:x;;"][name] ?? "ticket " + name
            return symbol(text, code.last!)
        }
    }

    private static func name(_ bytes: [UInt8]?) -> String {
        guard let bytes else { return "-" }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix("ticket ") ? String(text.dropFirst(7)) : text.hasPrefix("https") ? "w" : "v"
    }

    struct Scene: CustomTestStringConvertible {
        let testDescription: String
        /// Milliseconds since the start, the codes in the frame, what is presented (`-` nothing), the tickets listed.
        let frames: [(at: Int, codes: String, presented: String, listed: String)]
    }

    static let scenes = [
        Scene(
            testDescription: "a ticket alone is presented in every frame it is in",
            frames: [
                (0, "", "-", ""), (33, "Al", "A", ""), (66, "Am", "A", ""), (100, "", "-", ""), (133, "Ar", "A", ""),
            ]),
        Scene(
            testDescription: "a ticket with other codes around it is that ticket, nearer to the middle or not",
            frames: [(0, "wm Al", "A", ""), (33, "vm Al wr", "A", ""), (66, "Al", "A", "")]),
        Scene(
            testDescription: "other codes beside a ticket stay silent while it is missed",
            frames: [(0, "wm Al", "A", ""), (33, "wm", "-", ""), (1400, "wm", "-", ""), (1500, "wm", "w", "")]),
        Scene(
            testDescription: "of other codes alone the nearest to the middle is presented",
            frames: [(0, "wl vm", "v", ""), (33, "wl", "w", ""), (66, "vr wl", "v", "")]),
        Scene(
            testDescription: "of two tickets the nearest to the middle is presented, and sticks when they move",
            frames: [(0, "Al Bm", "B", "BA"), (33, "Am Br", "B", "AB"), (66, "Am Br", "B", "AB")]),
        Scene(
            testDescription: "flicker between two tickets beside each other admits one",
            frames: [
                (0, "Am", "A", ""), (33, "Bl", "-", ""), (66, "Am", "A", ""), (100, "Bl", "-", ""),
                (900, "Bl", "-", ""),
                (1500, "Am", "A", ""), (1533, "Bl", "-", ""), (2900, "Bl", "-", ""), (2950, "Am", "A", ""),
            ]),
        Scene(
            testDescription: "the second of two is presented when the first has been away for 1.5 s",
            frames: [
                (0, "Am Bl", "A", "AB"), (33, "Bl", "-", "AB"), (1499, "Bl", "-", "AB"), (1500, "Bl", "B", ""),
                (1533, "Bl Am", "B", "AB"),
            ]),
        Scene(
            testDescription: "one that was seen beside the first does not take its place at once",
            frames: [
                (0, "Am Bl", "A", "AB"), (33, "Bm", "-", "AB"), (300, "Bm", "-", "AB"), (1499, "Bm", "-", "AB"),
                (1500, "Bm", "B", ""),
            ]),
        Scene(
            testDescription: "paper after paper at the same place: the next is presented when it lay there for 0.2 s",
            frames: [
                (0, "Am", "A", ""), (500, "Am", "A", ""), (533, "Bm", "-", ""), (600, "Bm", "-", ""),
                (733, "Bm", "B", ""),
                (766, "Cm", "-", ""), (800, "", "-", ""), (966, "Cm", "C", ""),
            ]),
        Scene(
            testDescription: "what lies at the first one's place has not replaced it while that is read",
            frames: [
                (0, "Am", "A", ""), (100, "Bm", "-", ""), (200, "Am", "A", ""), (310, "Bm", "-", ""),
                (400, "Bm", "-", ""), (480, "Am", "A", ""),
            ]),
        Scene(
            testDescription: "somewhere else, the next ticket waits until the first has been away for 1.5 s",
            frames: [(0, "Al", "A", ""), (33, "Br", "-", ""), (1466, "Br", "-", ""), (1500, "Br", "B", "")]),
        Scene(
            testDescription: "three tickets on a page are listed while they are in view, the nearest first",
            frames: [
                (0, "Al Bm", "B", "BA"), (33, "Bm Cr", "B", "BCA"), (66, "Al Bm Cr", "B", "BCA"),
                (1600, "Bm", "B", ""),
            ]),
    ]

    @Test(arguments: scenes)
    func `presents one code at a time`(scene: Scene) {
        var view = CodesInView()
        let start = ContinuousClock.now
        for frame in scene.frames {
            let result = view.update(
                Self.symbols(frame.codes), size: FrameSize(width: 640, height: 480),
                at: start + .milliseconds(frame.at))
            #expect(Self.name(result.presented) == frame.presented, "at \(frame.at) ms")
            #expect(result.tickets.map(Self.name).joined() == frame.listed, "at \(frame.at) ms")
        }
    }

    @Test func `texts that no ticket can be give way to one that may be`() {
        var view = CodesInView()
        let unreadable = QRSymbol(bytes: [0xFF, 0xFE], corners: [])
        let size = FrameSize(width: 640, height: 480)
        let start = ContinuousClock.now
        #expect(view.update([unreadable], size: size, at: start).presented == unreadable.bytes)
        let ticket = Self.symbol("ticket A", "l")
        #expect(view.update([unreadable, ticket], size: size, at: start + .seconds(1)).presented == ticket.bytes)
    }

    @Test func `a link to a ticket is a ticket`() {
        var view = CodesInView()
        let link = Self.symbol("https://door.example/ticket/view/12/secret", "l")
        let other = Self.symbol("https://door.example/programme", "m")
        let result = view.update([other, link], size: FrameSize(width: 640, height: 480), at: .now)
        #expect(result.presented == link.bytes)
    }
}
