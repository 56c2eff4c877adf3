import Testing

@testable import Wedges

@Suite struct ScannerCalibrationTests {
    /// Plays a scan, then the silence after it.
    private func outcome(of type: (inout Typist) -> Void) -> ScannerCalibration.Outcome? {
        var typist = Typist()
        type(&typist)
        var lesson = ScannerCalibration()
        for event in typist.events { lesson.take(event) }
        #expect(lesson.advance(to: typist.events.last!.time + .milliseconds(999)) == nil)
        return lesson.advance(to: lesson.deadline!)
    }

    private func learned(_ type: (inout Typist) -> Void) throws -> LearnedScanner {
        let outcome = outcome(of: type)
        guard case .learned(let scanner) = outcome else {
            throw Recording.Fault(description: String(describing: outcome))
        }
        return scanner
    }

    private func faults(_ type: (inout Typist) -> Void) throws -> String {
        let outcome = outcome(of: type)
        guard case .failed(let sentences) = outcome else {
            throw Recording.Fault(description: String(describing: outcome))
        }
        return sentences.joined(separator: "\n")
    }

    @Test func `the text holds every printable character and fits a QR code of version 6`() {
        let text = ScannerCalibration.text
        #expect(Set(text) == Set(RoundTripTests.printable))
        // ISO/IEC 18004, table 7: 106 bytes at level M.
        #expect(text.utf8.count <= 106)
        #expect(text.hasPrefix("'Usher ") && text.hasSuffix(" Over"))
        #expect(text.filter { $0 == "'" }.count == 1, "a shell that reads it must wait for the second one")
    }

    @Test(arguments: ScannerKeyboard.all)
    func `the layout is found`(keyboard: ScannerKeyboard) throws {
        let scanner = try learned {
            $0.type(ScannerCalibration.text, on: keyboard)
            $0.tap("ENTER")
        }
        #expect(scanner.settings == WedgeSettings(layout: try KeyboardLayout(checking: keyboard.layout)))
        #expect(scanner.end == .enter)
    }

    @Test(arguments: [("TAB", LineEnd.tab), ("KPENTER", .keypadEnter), ("ENTER", .enter)])
    func `the key that ends codes is found`(key: String, end: LineEnd) throws {
        let scanner = try learned {
            $0.type(ScannerCalibration.text, on: .us)
            $0.tap(key)
        }
        #expect(scanner.end == end)
        #expect(scanner.settings.terminator == .key)
    }

    @Test func `a scanner without a terminator is read by silence, and the better way is said`() throws {
        let scanner = try learned { $0.type(ScannerCalibration.text, on: .de) }
        #expect(scanner.end == nil)
        #expect(scanner.settings.terminator == .none)
        #expect(scanner.advice.contains { $0.contains("Enter") })
    }

    @Test func `a scanner without a terminator that is slower than the silence is refused`() throws {
        let faults = try faults {
            $0.pace = .milliseconds(100)
            $0.type(ScannerCalibration.text, on: .us)
        }
        #expect(faults.contains("99 ms pass") && faults.contains("Enter"))
    }

    @Test(arguments: [("]Q1", ""), ("X~]Q1", "X~"), ("##", "##"), ("", "")])
    func `a prefix is found, and an AIM identifier is none`(typed: String, prefix: String) throws {
        let scanner = try learned {
            $0.type(typed + ScannerCalibration.text + "$;", on: .us)
            $0.tap("ENTER")
        }
        #expect(scanner.settings.prefix == prefix)
        #expect(scanner.settings.suffix == "$;")
    }

    @Test func `what a scanner types commands no terminal`() throws {
        let scanner = try learned {
            $0.stroke(.init(key: "LEFTBRACE", modifiers: ["LEFTCTRL"]))
            $0.type("[31m" + ScannerCalibration.text, on: .us)
            $0.tap("ENTER")
        }
        #expect(scanner.settings.prefix == "\u{1B}[31m")
        #expect(scanner.advice.contains { $0.contains("“[31m”") })
    }

    @Test func `exchanged capitals are a setting`() throws {
        let swapped = String(
            ScannerCalibration.text.map { Character($0.isUppercase ? $0.lowercased() : $0.uppercased()) })
        let scanner = try learned {
            $0.type(swapped, on: .gb)
            $0.tap("ENTER")
        }
        #expect(scanner.settings == WedgeSettings(layout: try KeyboardLayout(checking: "gb"), capsLock: true))
        #expect(scanner.advice.contains { $0.contains("Caps Lock") })
    }

    @Test func `character codes need no layout`() throws {
        let scanner = try learned {
            $0.typeCodes(ScannerCalibration.text, leadingZero: true)
            $0.tap("ENTER")
        }
        #expect(scanner.settings == WedgeSettings())
        #expect(scanner.advice.contains { $0.contains("character codes") })
    }

    @Test func `a tie goes to the most common layout and is told`() throws {
        let scanner = try learned {
            $0.type(ScannerCalibration.text, on: .us)
            $0.tap("ENTER")
        }
        #expect(scanner.settings.layout == .us)
        #expect(scanner.advice.contains { $0.contains("us, ") && $0.contains("alike; us is taken") })
    }

    @Test func `lost characters are named`() throws {
        let faults = try faults {
            $0.type(ScannerCalibration.text.filter { !"Q7!".contains($0) }, on: .us)
            $0.tap("ENTER")
        }
        #expect(faults.contains("Q ! 7 did not come") && faults.contains("longer delay"))
    }

    @Test func `of two equal keys the second one must come`() throws {
        let faults = try faults {
            $0.type(ScannerCalibration.text.replacing("00", with: "0"), on: .us)
            $0.tap("ENTER")
        }
        #expect(faults.contains("0 did not come"))
    }

    @Test func `a country whose accents stand alone is usable, and what is not is said`() throws {
        // A scanner that puts a space after ~ because its own country has a dead key there.
        let scanner = try learned {
            $0.type(ScannerCalibration.text.replacing("~", with: "~ "), on: .fr)
            $0.tap("ENTER")
        }
        #expect(scanner.settings.layout.name == "fr")
        #expect(scanner.advice.contains { $0.contains("after ~ ") && $0.contains("US keyboard") })
    }

    @Test(arguments: [ScannerCalibration.text.uppercased(), ScannerCalibration.text.lowercased()])
    func `converted letters are no layout`(text: String) throws {
        let faults = try faults {
            $0.type(text, on: .us)
            $0.tap("ENTER")
        }
        #expect(faults.contains("case conversion"))
    }

    @Test func `another code teaches nothing`() throws {
        let faults = try faults {
            $0.type("https://tickets.example/ticket/view/7/12345", on: .us)
            $0.tap("ENTER")
        }
        #expect(faults.contains("not the code shown"))
    }

    @Test func `fingers on a keyboard are no scan, and the scan after them is one`() throws {
        var typist = Typist()
        typist.type("ls", on: .us)
        typist.tap("ENTER")
        typist.now += .seconds(2)
        let begin = typist.events.count
        typist.type(ScannerCalibration.text, on: .us)
        var lesson = ScannerCalibration()
        for event in typist.events[..<begin] { lesson.take(event) }
        #expect(lesson.advance(to: lesson.deadline!) == nil)
        #expect(lesson.deadline == nil)
        for event in typist.events[begin...] { lesson.take(event) }
        guard case .learned = lesson.advance(to: lesson.deadline!) else {
            Issue.record("nothing was learned")
            return
        }
    }

    @Test func `a scan with lost events is asked for again`() throws {
        var typist = Typist()
        typist.type(ScannerCalibration.text, on: .us)
        var lesson = ScannerCalibration()
        for event in typist.events { lesson.take(event) }
        lesson.lose()
        guard case .failed = lesson.advance(to: lesson.deadline!) else {
            Issue.record("half a scan taught something")
            return
        }
    }

    @Test(arguments: ["05e0", "0c2e", "05f9", nil])
    func `the advice about the beep says where`(vendor: String?) {
        #expect(ScannerCalibration.beepAdvice(vendorID: vendor).hasPrefix("Switch the scanner's own beep off"))
    }
}
