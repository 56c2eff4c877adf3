/// A rule as it is written in JSON, before anything is known of its meaning.
public indirect enum RuleJSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([RuleJSON])
    case object([String: RuleJSON])
}

extension RuleJSON: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let items = try? value.decode([RuleJSON].self) {
            self = .array(items)
        } else {
            self = .object(try value.decode([String: RuleJSON].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }
}

extension RuleJSON {
    /// For signed lists. Numbers of a rule have at most three decimals.
    public var value: JSONValue {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number(let number):
            Int64(exactly: number).map(JSONValue.integer) ?? .thousandths(Int64((number * 1000).rounded()))
        case .string(let text): .string(text)
        case .array(let items): .array(items.map(\.value))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.value) })
        }
    }
}
