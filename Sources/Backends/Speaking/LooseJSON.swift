internal import Foundation
internal import Tickets

/// A JSON value as strangers write it: read leniently, member by member, so that an id may be a number or a text and
/// anything may be missing.
enum LooseJSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([LooseJSON])
    case object([String: LooseJSON])

    /// `nil` when the bytes are no JSON (RFC 8259).
    init?(parsing bytes: some Sequence<UInt8>) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else {
            return nil
        }
        self.init(value)
    }

    private init(_ value: Any) {
        switch value {
        case let text as String: self = .string(text)
        case let members as [String: Any]: self = .object(members.mapValues { LooseJSON($0) })
        case let items as [Any]: self = .array(items.map { LooseJSON($0) })
        case let number as NSNumber:
            // A boolean is a number too here, of the type `char` that no number of JSON gets.
            self = unsafe number.objCType.pointee == CChar(99) ? .bool(number.boolValue) : .number(number.doubleValue)
        default: self = .null
        }
    }

    /// The member of an object; `null` when there is none.
    subscript(_ name: String) -> LooseJSON {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    /// The first of these members that is there and not null: dialects name the same thing differently.
    subscript(_ first: String, _ others: String...) -> LooseJSON {
        ([first] + others).lazy.map { self[$0] }.first { $0 != .null } ?? .null
    }

    var isNull: Bool { self == .null }

    /// A text, or a number as people write it; `nil` for anything else and for a text without content.
    var text: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .number: integer.map(String.init)
        default: nil
        }
    }

    /// A whole number, or a text that is one.
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

    var items: [LooseJSON]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    var members: [String: LooseJSON]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// An instant as RFC 3339 writes it, or seconds since 1970.
    var time: Timestamp? {
        switch self {
        case .string(let text): Timestamp(rfc3339: text)
        case .number(let number): Int64(exactly: number.rounded(.down)).map(Timestamp.init(seconds:))
        default: nil
        }
    }
}
