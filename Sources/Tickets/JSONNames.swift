internal import Foundation

/// The names of members in JSON that somebody else wrote.
enum JSONNames {
    /// Whether no object in the text has a member twice. Names with an escape count as twice: nothing that Usher signs
    /// has any, and two spellings of one name would pass for two names.
    ///
    /// The text need not be JSON: the parser that reads it afterwards finds that out.
    static func areUnique(in json: Data) -> Bool {
        /// The names of every object that is open; `nil` for an array.
        var open: [Set<[UInt8]>?] = []
        var expectsName = false
        var rest = [UInt8](json)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "{"):
                open.append([])
                expectsName = true
            case UInt8(ascii: "["):
                open.append(nil)
                expectsName = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
                expectsName = false
            case UInt8(ascii: ","):
                expectsName = open.last.map { $0 != nil } ?? false
            case UInt8(ascii: "\""):
                let (text, hasEscape) = string(&rest)
                guard expectsName, var names = open.popLast() ?? nil else { continue }
                guard !hasEscape, names.insert(text).inserted else { return false }
                open.append(names)
                expectsName = false
            default: break
            }
        }
        return true
    }

    /// Takes the rest of a string, its quotation mark included.
    private static func string(_ rest: inout ArraySlice<UInt8>) -> (text: [UInt8], hasEscape: Bool) {
        var text: [UInt8] = []
        var hasEscape = false
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            text.append(byte)
            guard byte == UInt8(ascii: "\\") else { continue }
            hasEscape = true
            _ = rest.popFirst()
        }
        return (text, hasEscape)
    }
}
