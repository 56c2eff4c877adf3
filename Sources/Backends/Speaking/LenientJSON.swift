internal import Foundation
internal import Tickets

/// A JSON value from another system, read leniently, member by member: an id may be a number or a text, and anything
/// may be missing.
enum LenientJSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([LenientJSON])
    case object([String: LenientJSON])

    /// More values than any real answer has: each takes hundreds of bytes of memory, and two bytes of text.
    private static let mostValues = 400_000

    /// `nil` when the bytes are not valid JSON (RFC 8259), or have too many values.
    init?(parsing bytes: some Sequence<UInt8>) {
        let data = Data(bytes)
        guard Self.hasFewValues(data),
            let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        else { return nil }
        self.init(value)
    }

    /// Counts what begins or separates values, outside texts.
    private static func hasFewValues(_ data: Data) -> Bool {
        guard data.count > mostValues else { return true }
        var (count, isText, isEscaped) = (0, false, false)
        for byte in data {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): count += 1
                default: break
                }
                if count > mostValues { return false }
            }
        }
        return true
    }

    private init(_ value: Any) {
        switch value {
        case let text as String: self = .string(text)
        case let members as [String: Any]: self = .object(members.mapValues { LenientJSON($0) })
        case let items as [Any]: self = .array(items.map { LenientJSON($0) })
        case let number as NSNumber:
            // Foundation's booleans are numbers too, of the type `char`, which no JSON number gets.
            self = unsafe number.objCType.pointee == CChar(99) ? .bool(number.boolValue) : .number(number.doubleValue)
        default: self = .null
        }
    }

    /// The member of an object; `null` when it is missing.
    subscript(_ name: String) -> LenientJSON {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    /// The first of these members that exists and is not null: dialects use different names.
    subscript(_ first: String, _ others: String...) -> LenientJSON {
        member([first] + others)?.value ?? .null
    }

    /// The first of these members that exists and is not null, and its name.
    func member(_ names: [String]) -> (name: String, value: LenientJSON)? {
        names.lazy.map { ($0, self[$0]) }.first { !$0.1.isNull }
    }

    var isNull: Bool { self == .null }

    /// A text, or a whole number as text; `nil` for anything else and for an empty text.
    var text: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .number: integer.map(String.init)
        default: nil
        }
    }

    /// A whole number, or a text that contains one.
    var integer: Int? {
        switch self {
        case .number(let number): Int(exactly: number)
        case .string(let text): Int(text)
        default: nil
        }
    }

    func integer(in range: ClosedRange<Int>) -> Int? {
        integer.flatMap { range.contains($0) ? $0 : nil }
    }

    var flag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .number(0), .string("0"), .string("false"): false
        case .number(1), .string("1"), .string("true"): true
        default: nil
        }
    }

    var items: [LenientJSON]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    var members: [String: LenientJSON]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// From here on a number is milliseconds: as seconds it would be a time after the year 5000, and as milliseconds
    /// the times before it are of 1973.
    private static let firstMilliseconds = 1e11

    /// An instant: RFC 3339 text, or seconds or milliseconds since 1970.
    var time: Timestamp? {
        switch self {
        case .string(let text): Timestamp(rfc3339: text)
        case .number(let number) where abs(number) >= Self.firstMilliseconds:
            Int64(exactly: number.rounded(.down)).map(Timestamp.init(milliseconds:))
        case .number(let number): Int64(exactly: number.rounded(.down)).map(Timestamp.init(seconds:))
        default: nil
        }
    }
}

extension LenientJSON {
    /// The same text for equal values, whatever the order of their members: to compare what a server says with what it
    /// said before.
    var canonicalText: String {
        switch self {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .string(let text): JSONValue.string(text).text
        case .array(let items): "[\(items.map(\.canonicalText).joined(separator: ","))]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map {
                    "\(JSONValue.string($0.key).text):\($0.value.canonicalText)"
                }.joined(separator: ",") + "}"
        }
    }
}
