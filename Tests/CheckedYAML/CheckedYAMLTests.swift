import CheckedYAML
import Foundation
import TestSupport
import Testing

@Suite struct CheckedYAMLTests {
    /// Every fault of a text, as lines.
    private func faults(_ text: String, _ build: (YAMLMapping) -> Void) -> [String] {
        do {
            try CheckedYAML.read(text, file: "f.yaml", build)
            return []
        } catch let faults as YAMLFaults {
            return faults.faults.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `reads every type`() throws {
        let text = """
            name: Winter Gala
            port: 8080
            quiet: true
            wait: 2h30m
            mode: loud
            keys: [a.pub, b.pub]
            gates:
              - {id: A}
              - {id: L}
            stations:
              kiosk-3: {gate: A}
            screen: {title: Hello}
            """
        try CheckedYAML.read(text, file: "f.yaml") { root in
            #expect(root.string("name") == "Winter Gala")
            #expect(root.integer("port", in: 1...65535) == 8080)
            #expect(root.bool("quiet"))
            #expect(root.duration("wait", in: .zero ... .seconds(86_400)) == .seconds(9000))
            #expect(root.word("mode", of: ["silent": 0, "loud": 1]) == 1)
            #expect(root.strings("keys") == ["a.pub", "b.pub"])
            #expect(root.mappings("gates")?.map { $0.string("id") } == ["A", "L"])
            let stations = try #require(root.namedMappings("stations"))
            #expect(stations.map(\.name) == ["kiosk-3"])
            #expect(stations[0].mapping.string("gate") == "A")
            #expect(root.mapping("screen").string("title") == "Hello")
        }
    }

    @Test func `takes defaults for what is absent or empty`() throws {
        try CheckedYAML.read("gate:\nother: ~\nthird: null\n", file: "f.yaml") { root in
            #expect(root.string("gate", default: "main") == "main")
            #expect(root.optionalString("other") == nil)
            #expect(root.integer("third", in: 0...9, default: 7) == 7)
            #expect(root.strings("none") == nil)
            #expect(root.mappings("none2") == nil)
            #expect(root.mapping("screen").bool("sound", default: true))
            #expect(root.shape(of: "gate") == nil)
        }
    }

    @Test func `collects every fault with its key and line`() {
        let text = """
            nmae: Winter Gala
            port: 99999
            quiet: yes
            wait: 90
            mode: laud
            keys: a.pub
            gates:
              - {id: A, lst: main}
              - L
            stations:
              kiosk-3: A
            screen: []
            """
        let found = faults(text) { root in
            _ = root.string("name")
            _ = root.integer("port", in: 1...65535)
            _ = root.bool("quiet")
            _ = root.duration("wait", in: .zero ... .seconds(86_400))
            _ = root.word("mode", of: ["silent": 0, "loud": 1])
            _ = root.strings("keys")
            for gate in root.mappings("gates") ?? [] {
                _ = gate.string("id")
                _ = gate.optionalString("list")
            }
            for (_, station) in root.namedMappings("stations") ?? [] { _ = station.string("gate") }
            _ = root.mapping("screen").string("title")
        }
        #expect(
            found == [
                "name: is missing",
                "line 1: nmae: no such key, did you mean \"name\"?",
                "line 2: port: must be a whole number from 1 to 65535, not \"99999\"",
                "line 3: quiet: must be true or false, not \"yes\"",
                "line 4: wait: must be a time span from 0s to 1d, like 90s, 24h or 2h30m, not \"90\"",
                "line 5: mode: must be one of silent, loud, not \"laud\"",
                "line 6: keys: must be a list of texts",
                "line 8: gates[0].lst: no such key, did you mean \"list\"?",
                "line 9: gates[1]: must be a mapping of keys to values",
                "line 11: stations.kiosk-3: must be a mapping of keys to values",
                "line 12: screen: must be a mapping of keys to values",
            ])
    }

    @Test func `says all faults one a line`() {
        #expect {
            try CheckedYAML.read("a: 1\nb: 2\n", file: "f.yaml") { _ in }
        } throws: { error in
            "\(error)" == "cannot use f.yaml: 2 faults\n  line 1: a: no such key\n  line 2: b: no such key"
        }
    }

    @Test func `faults of the text come before what the caller throws`() {
        struct Confused: Error {}
        #expect(throws: YAMLFaults.self) {
            try CheckedYAML.read("a: 1\n", file: "f.yaml") { _ in throw Confused() }
        }
        #expect(throws: Confused.self) {
            try CheckedYAML.read("", file: "f.yaml") { _ in throw Confused() }
        }
    }

    @Test func `takes faults that only the caller sees`() {
        let found = faults("ends: 3\nkeys:\n  - a\n  - b\n") { root in
            _ = root.integer("ends", in: 0...9)
            _ = root.strings("keys")
            root.fault("ends", "is before starts")
            root.fault("keys", item: 1, "is no key")
        }
        #expect(found == ["line 1: ends: is before starts", "line 4: keys[1]: is no key"])
    }

    @Test(arguments: [
        ("a: [1\n", "line 2: it is not YAML: did not find expected ',' or ']'"),
        ("a: 1\na: 2\n", "line 1: the key \"a\" appears more than once here"),
        ("- a\n", "it is not a mapping of keys to values"),
        ("just a text", "it is not a mapping of keys to values"),
        ("a: 1\n---\nb: 2\n", "line 2: it is not YAML: but found another document"),
        ("a: *nothing\n", "line 1: it is not YAML: found undefined alias"),
        ("? [a, b]\n: 1\n", "line 1: has a key that is not plain text"),
        ("a: \"\u{0}\"\n", "it is not YAML: control characters are not allowed"),
    ])
    func `refuses what is no mapping`(text: String, fault: String) {
        #expect(faults(text) { _ in } == [fault])
    }

    @Test func `a wrong shape is named`() {
        let found = faults("a: [1]\nb: {c: 1}\n") { root in
            _ = root.string("a")
            _ = root.string("b")
        }
        #expect(
            found == [
                "line 1: a: must be a text of 1 to 1000 bytes, not a list",
                "line 2: b: must be a text of 1 to 1000 bytes, not a mapping",
            ])
    }

    @Test func `an alias bomb is harmless`() {
        var bomb = "a0: &a0 [x, x]\n"
        for level in 1...40 { bomb += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        bomb += "? *a40\n: 1\n"
        #expect(faults(bomb) { _ in } == ["it has more than 16 aliases (*name)"])
    }

    @Test func `an alias stands for its value`() throws {
        try CheckedYAML.read("a: &hall Hall\nb: *hall\n", file: "f.yaml") { root in
            #expect(root.string("a") == root.string("b"))
        }
    }

    @Test func `a megabyte is enough`() {
        let long = "a: \"" + String(repeating: "x", count: 1 << 20) + "\"\n"
        #expect(faults(long) { _ in } == ["it is longer than 1048576 bytes"])
    }

    @Test(arguments: ["[", "{a: ", "- "])
    func `deep nesting is refused before the stack ends`(opener: String) {
        #expect(faults("a: " + String(repeating: opener, count: 100_000)) { _ in }.count == 1)
    }

    @Test func `a message never repeats more than a little of a bad value, and nothing that could garble it`() {
        let found = faults("mode: \"\(String(repeating: "x", count: 500))\"\ntone: \"a\\u202Eb\"\n") { root in
            _ = root.word("mode", of: ["loud": 1])
            _ = root.word("tone", of: ["loud": 1])
        }
        #expect(found[0].utf8.count < 120)
        #expect(found[1] == "line 2: tone: must be one of loud, not \"ab\"")
    }

    @Test(arguments: [
        ("90s", 90), ("24h", 86_400), ("7d", 604_800), ("2h30m", 9000), ("1d1h1m1s", 90_061), ("0s", 0),
    ])
    func `reads time spans`(text: String, seconds: Int) {
        let span = Duration(text: text)
        #expect(span == .seconds(seconds))
        #expect(span.flatMap { Duration(text: $0.text) } == span)
    }

    @Test(arguments: ["", "90", "h", "30m2h", "1h1h", "-1h", "1.5h", "1 h", "1H", "9999999999d", "1h "])
    func `refuses other time spans`(text: String) {
        #expect(Duration(text: text) == nil)
    }

    @Test(
        arguments: [
            ("gate", ["gates", "list"], "gates"), ("stauts", ["status", "starts"], "status"),
            ("Type", ["type"], "type"),
            ("zzz", ["type"], nil), ("", ["type"], nil),
        ] as [(String, [String], String?)])
    func `guesses the word that was meant`(word: String, known: [String], meant: String?) {
        #expect(Spelling.closest(to: word, among: known) == meant)
    }

    @Test func `a file that cannot be read is a fault`() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("f.yaml")
        func refusal(_ file: URL) -> String? {
            #expect(throws: YAMLFaults.self) { try CheckedYAML.read(contentsOf: file) { _ in } }.map { "\($0)" }
        }
        #expect(refusal(file) == "cannot use \(file.path): cannot be read: No such file or directory")
        #expect(refusal(folder.url) == "cannot use \(folder.path): cannot be read: Is a directory")
        try Data([0x61, 0x3A, 0xFF]).write(to: file)
        #expect(refusal(file) == "cannot use \(file.path): it is not UTF-8. Save the file as UTF-8.")
        try folder.write("a: b", to: "f.yaml")
        #expect(try CheckedYAML.read(contentsOf: file) { $0.string("a") } == "b")
    }
}
