/// As in the claim `questions` of a list and in a verdict.
extension CheckInQuestion {
    /// What says nothing is left out.
    public var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("id", .string(id)), ("text", .string(text)), ("kind", .string(kind.rawValue)),
            ("types", .array(types.sorted().map(JSONValue.string))),
        ]
        if let help { members.append(("help", .string(help))) }
        if isRequired { members.append(("required", .bool(true))) }
        if !options.isEmpty {
            let texts = options.map { JSONValue.object([("id", .string($0.id)), ("text", .string($0.text))]) }
            members.append(("options", .array(texts)))
        }
        if let least { members.append(("least", .string(least))) }
        if let most { members.append(("most", .string(most))) }
        if let condition {
            let values = JSONValue.array(condition.values.map(JSONValue.string))
            members.append(("if", .object([("question", .string(condition.question)), ("values", values)])))
        }
        if takesNew { members.append(("new", .bool(true))) }
        return .object(members)
    }
}

extension CheckInQuestion: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, text, help, kind, options, least, most, types
        case isRequired = "required"
        case condition = "if"
        case takesNew = "new"
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys, _ lengths: ClosedRange<Int>) throws -> String? {
            guard let text = try members.decodeIfPresent(String.self, forKey: key) else { return nil }
            return try Self.checked(text, lengths, of: key, in: members)
        }
        let id = try Self.checked(members.decode(String.self, forKey: .id), 1...100, of: .id, in: members)
        let word = try members.decode(String.self, forKey: .kind)
        guard let kind = Kind(rawValue: word) else {
            throw DecodingError.dataCorruptedError(forKey: .kind, in: members, debugDescription: "an unknown kind")
        }
        let options = try members.decodeIfPresent([Option].self, forKey: .options) ?? []
        let ids = options.map(\.id)
        guard Set(ids).count == ids.count, ids.allSatisfy({ !$0.contains(",") && !$0.isEmpty }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .options, in: members, debugDescription: "options with one id, or with none")
        }
        self.init(
            id: id,
            text: try Self.checked(members.decode(String.self, forKey: .text), 1...1000, of: .text, in: members),
            help: try text(.help, 1...1000), kind: kind,
            isRequired: try members.decodeIfPresent(Bool.self, forKey: .isRequired) ?? false, options: options,
            least: try text(.least, 1...40), most: try text(.most, 1...40),
            types: Set(try members.decode([String].self, forKey: .types)),
            condition: try members.decodeIfPresent(Condition.self, forKey: .condition),
            takesNew: try members.decodeIfPresent(Bool.self, forKey: .takesNew) ?? false)
    }

    private static func checked(
        _ text: String, _ lengths: ClosedRange<Int>, of key: CodingKeys, in members: KeyedDecodingContainer<CodingKeys>
    ) throws -> String {
        guard lengths.contains(text.utf8.count), text == text.withoutControls else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: members, debugDescription: "an empty or too long text, or one with control characters")
        }
        return text
    }
}
