import Foundation
import Messages
import Testing

@Suite struct ConditionTests {
    @Test(arguments: Condition.Code.allCases)
    func `has a sentence, and a next step unless it is in order`(code: Condition.Code) {
        let sentences = Self.keys(of: "conditions").filter { Self.code(of: $0) == code }
        #expect(!sentences.isEmpty)
        guard Condition(code).level > .ok else { return }
        let steps = Self.keys(of: "nextSteps").filter { Self.code(of: $0) == code }
        #expect(!steps.isEmpty)
    }

    @Test func `every text belongs to a condition`() {
        for key in Self.keys(of: "conditions") + Self.keys(of: "nextSteps") {
            let code = Self.code(of: key)
            #expect(code != nil, "\(key)")
        }
    }

    @Test func `says what, on what, and what to do`() {
        let condition = Condition(.deviceGone, subject: "/dev/c", ["name": "C920", "device": "/dev/c", "why": "EBUSY"])
        #expect(condition.says == "C920 (/dev/c) cannot be read: EBUSY.")
        #expect(condition.next?.hasPrefix("Plug it in again.") == true)
        #expect(condition.level == .broken)
        #expect(condition.area == .readers)
    }

    @Test func `a variant has a sentence of its own, and the next step of its code`() {
        let ahead = Condition(.clockOff, ["seconds": "40", "server": "pretix"], variant: "Ahead")
        #expect(ahead.says == "The clock is 40 s ahead of pretix: set it right.")
        #expect(ahead.next == Condition(.clockOff, variant: "Behind").next)
        #expect(Condition(.alone, ["why": "x"], variant: "NotALedger").next == "Run usher venue init on it.")
    }

    @Test func `what a device calls itself does not reach a terminal's control`() {
        let condition = Condition(.cameraSilent, ["name": "a\u{1B}[2Jb {device}"])
        #expect(!condition.says.contains("\u{1B}"))
        #expect(condition.says.contains("{device}"))
    }

    // MARK: - The message file

    private static func keys(of branch: String) -> [String] {
        let english = MessageFile.all.first { $0.language == "en" }.map { Data($0.bytes) } ?? Data()
        let root = try? JSONSerialization.jsonObject(with: english) as? [String: Any]
        return (root?[branch] as? [String: String]).map { Array($0.keys) } ?? []
    }

    /// The code whose name, with a variant after it, is the key.
    private static func code(of key: String) -> Condition.Code? {
        Condition.Code.allCases.filter { code in
            guard key.hasPrefix(code.rawValue) else { return false }
            return key.dropFirst(code.rawValue.count).first.map(\.isUppercase) ?? true
        }.max { $0.rawValue.count < $1.rawValue.count }
    }
}
