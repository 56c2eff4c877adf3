import Devices
import Foundation
import Testing
import Tickets
import Wedges

@Suite struct WedgeSettingsTests {
    @Test(arguments: KeyboardLayout.common)
    func `every common layout is installed and types text`(layout: KeyboardLayout) throws {
        #expect(try KeyboardLayout(checking: layout.name) == layout)
    }

    @Test(arguments: ["xx", "de(none)", "", "../../etc/passwd", "us+de", "de(", "capslock", "gr", "us,de"])
    func `a layout that cannot be used is refused with those that can`(name: String) {
        #expect {
            _ = try KeyboardLayout(checking: name)
        } throws: { error in
            (error as? WedgeError)?.hint?.contains("us, gb, de, fr") == true
        }
    }

    @Test func `settings survive being stored`() throws {
        let settings = WedgeSettings(
            layout: try KeyboardLayout(checking: "ch(fr)"), terminator: .none, prefix: "~", suffix: "\u{1D}",
            capsLock: true)
        let stored = try JSONEncoder().encode(settings)
        #expect(try JSONDecoder().decode(WedgeSettings.self, from: stored) == settings)
    }

    @Test func `what is not stored is as in a new scanner`() throws {
        #expect(try JSONDecoder().decode(WedgeSettings.self, from: Data("{}".utf8)) == WedgeSettings())
    }

    @Test func `a stored layout that is not there is an error`() {
        #expect(throws: WedgeError.self) {
            try JSONDecoder().decode(WedgeSettings.self, from: Data(#"{"layout":"nowhere"}"#.utf8))
        }
    }

    @Test func `an event shows no code`() {
        let event = WedgeEvent.code(bytes: Array("secret".utf8), arrived: .now)
        var dumped = ""
        dump(event, to: &dumped)
        #expect("\(event)" == "a code")
        #expect(!dumped.contains("115"))
    }
}
