internal import Tickets
internal import Yams

/// The shape of a value, for keys that allow several.
public enum YAMLShape: Sendable {
    case scalar, list, mapping
}

/// One mapping of a YAML file. It records a fault for everything in it that is not what its reader asks for.
///
/// Each key is asked for once, by the getter of its type. A getter with a `default` makes the key optional; a key whose
/// value is empty (`gate:`), `~` or `null` counts as absent.
public final class YAMLMapping {
    /// Where the mapping is: `""` for the root, `gates[1]`.
    public let path: String
    private let line: Int?
    private let values: [String: (key: Node, value: Node)]
    private let notes: YAMLNotes
    /// Placeholder for a mapping that is itself a fault: it adds no faults of its own.
    private let isPlaceholder: Bool
    private var askedKeys: Set<String> = []

    convenience init(root pairs: [(key: Node, value: Node)], notes: YAMLNotes) {
        self.init(path: "", line: nil, pairs: pairs, notes: notes)
    }

    private init(
        path: String, line: Int?, pairs: [(key: Node, value: Node)], notes: YAMLNotes, isPlaceholder: Bool = false
    ) {
        self.path = path
        self.line = line
        self.notes = notes
        self.isPlaceholder = isPlaceholder
        var values: [String: (key: Node, value: Node)] = [:]
        for (key, value) in pairs {
            if case .scalar(let name) = key {
                values[name.string] = (key, value)
            } else {
                notes.add(
                    YAMLFault(
                        line: key.mark?.line ?? line, key: path.isEmpty ? nil : path,
                        problem: "has a key that is not plain text"))
            }
        }
        self.values = values
        notes.watch(self)
    }

    // MARK: - Faults

    /// Records a fault of a key, for rules that only the caller knows.
    /// - Parameters:
    ///   - key: `nil` for the mapping as a whole.
    ///   - item: the index in the key's list.
    ///   - problem: a clause like "is missing".
    public func fault(_ key: String?, item: Int? = nil, _ problem: String) {
        guard !isPlaceholder else { return }
        var place = key.map(pathOf) ?? (path.isEmpty ? nil : path)
        var node = key.flatMap { values[$0] }.map { $0.value.mark == nil ? $0.key : $0.value }
        if let item {
            place = "\(place ?? "")[\(item)]"
            if case .sequence(let items)? = node, items.indices.contains(item) { node = items[item] }
        }
        notes.add(YAMLFault(line: node?.mark?.line ?? line, key: place, problem: problem))
    }

    func reportUnknownKeys() {
        for (name, entry) in values.sorted(by: { $0.key < $1.key }) where !askedKeys.contains(name) {
            let suggestion = Spelling.suggestion(for: name, among: askedKeys.sorted())
            let problem = "no such key" + suggestion
            notes.add(
                YAMLFault(line: entry.key.mark?.line, key: pathOf(Self.excerpt(name)), problem: problem))
        }
    }

    private func pathOf(_ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    /// A text from the file, safe for a message: without control characters, at most 60 characters; of an address only its
    /// origin, because the rest may be a secret.
    static func excerpt(_ text: String) -> String {
        let clean = text.contains("://") ? "\(ServerAddress(text.withoutControls))/..." : text.withoutControls
        return clean.count > 60 ? clean.prefix(60) + "..." : clean
    }

    // MARK: - Access

    /// The key's value, `nil` when absent.
    private func node(_ key: String) -> Node? {
        askedKeys.insert(key)
        guard let value = values[key]?.value else { return nil }
        if case .scalar(let scalar) = value, scalar.style != .singleQuoted, scalar.style != .doubleQuoted,
            ["", "~", "null"].contains(scalar.string)
        {
            return nil
        }
        return value
    }

    /// The shape of the key's value; `nil` when the key is absent, or has no value. Does not count as asking for the value.
    public func shape(of key: String) -> YAMLShape? {
        let wasAsked = askedKeys.contains(key)
        guard let value = node(key) else { return nil }
        if !wasAsked { askedKeys.remove(key) }
        return switch value {
        case .mapping: .mapping
        case .sequence: .list
        default: .scalar
        }
    }

    /// Reads a text with `parse`, which returns `nil` for a bad one.
    /// - Parameters:
    ///   - expectation: completes "must be ...".
    ///   - isSecret: the value may hold a secret: a fault does not quote it.
    ///   - suggestion: `, did you mean "..."?` for a bad text, or nothing.
    /// - Returns: `nil` when the key is absent or its value is a fault.
    public func optionalValue<Value>(
        _ key: String, _ expectation: String, isSecret: Bool = false,
        suggestion: (String) -> String = { _ in "" }, parse: (String) -> Value?
    ) -> Value? {
        guard let node = node(key) else { return nil }
        guard case .scalar(let scalar) = node else {
            fault(key, "must be \(expectation), not a \(shape(of: key) == .list ? "list" : "mapping")")
            return nil
        }
        guard let value = parse(scalar.string) else {
            let quotation = isSecret ? "" : ", not \"\(Self.excerpt(scalar.string))\"\(suggestion(scalar.string))"
            fault(key, "must be \(expectation)\(quotation)")
            return nil
        }
        return value
    }

    /// Like ``optionalValue(_:_:isSecret:parse:)``, for a key that must be there.
    public func value<Value>(
        _ key: String, _ expectation: String, isSecret: Bool = false, parse: (String) -> Value?
    ) -> Value? {
        if shape(of: key) == nil {
            askedKeys.insert(key)
            fault(key, "is missing")
            return nil
        }
        return optionalValue(key, expectation, isSecret: isSecret, parse: parse)
    }

    func value<Value>(
        _ key: String, _ expectation: String, default fallback: Value?, placeholder: Value, parse: (String) -> Value?
    ) -> Value {
        if let fallback { return optionalValue(key, expectation, parse: parse) ?? fallback }
        return value(key, expectation, parse: parse) ?? placeholder
    }

    // MARK: - Structure

    /// A mapping in this one. An absent one is like an empty one, so that its keys get their defaults.
    public func mapping(_ key: String) -> YAMLMapping {
        switch node(key) {
        case .mapping(let mapping)?: return child(pathOf(key), mapping)
        case nil:
            return YAMLMapping(path: pathOf(key), line: line, pairs: [], notes: notes, isPlaceholder: isPlaceholder)
        default:
            fault(key, "must be a mapping of keys to values")
            return placeholder(pathOf(key))
        }
    }

    /// A list of mappings; `nil` when the key is absent.
    public func mappings(_ key: String) -> [YAMLMapping]? {
        guard let items = list(key, of: "mappings") else { return nil }
        return items.enumerated().map { index, item in
            if case .mapping(let mapping) = item { return child("\(pathOf(key))[\(index)]", mapping) }
            fault(key, item: index, "must be a mapping of keys to values")
            return placeholder("\(pathOf(key))[\(index)]")
        }
    }

    /// A mapping whose keys are names the file's author chose, in the order of the file; `nil` when the key is absent.
    public func namedMappings(_ key: String) -> [(name: String, mapping: YAMLMapping)]? {
        guard let node = node(key) else { return nil }
        guard case .mapping(let entries) = node else {
            fault(key, "must be a mapping of names to mappings")
            return []
        }
        return entries.compactMap { entry in
            guard case .scalar(let name) = entry.key else {
                fault(key, "has a key that is not plain text")
                return nil
            }
            let path = "\(pathOf(key)).\(Self.excerpt(name.string))"
            if case .mapping(let mapping) = entry.value { return (name.string, child(path, mapping)) }
            notes.add(YAMLFault(line: entry.key.mark?.line, key: path, problem: "must be a mapping of keys to values"))
            return (name.string, placeholder(path))
        }
    }

    /// A mapping of names the file's author chose to texts; `nil` when the key is absent.
    public func namedTexts(_ key: String) -> [(name: String, text: String)]? {
        guard let node = node(key) else { return nil }
        guard case .mapping(let entries) = node else {
            fault(key, "must be a mapping of names to texts")
            return []
        }
        return entries.compactMap { entry in
            guard case .scalar(let name) = entry.key, case .scalar(let text) = entry.value, !text.string.isEmpty else {
                fault(key, "must be a mapping of names to texts")
                return nil
            }
            return (name.string, text.string)
        }
    }

    /// A list of texts; `nil` when the key is absent.
    public func strings(_ key: String) -> [String]? {
        guard let items = list(key, of: "texts") else { return nil }
        return items.enumerated().map { index, item in
            if case .scalar(let scalar) = item, !scalar.string.isEmpty { return scalar.string }
            fault(key, item: index, "must be a text")
            return ""
        }
    }

    /// A list of words, in any order; `nil` when the key is absent.
    /// - Parameter known: the words that may be in it.
    public func words<Word>(_ key: String, of known: [Word]) -> Set<Word>?
    where Word: RawRepresentable & Hashable, Word.RawValue == String {
        guard let words = strings(key) else { return nil }
        return Set(
            words.enumerated().compactMap { index, word in
                if word.isEmpty { return nil }
                if let word = known.first(where: { $0.rawValue == word }) { return word }
                let names = known.map(\.rawValue)
                let suggestion = Spelling.suggestion(for: word, among: names)
                fault(key, item: index, "is not one of \(names.joined(separator: ", "))\(suggestion)")
                return nil
            })
    }

    private func list(_ key: String, of content: String) -> [Node]? {
        guard let node = node(key) else { return nil }
        guard case .sequence(let items) = node else {
            fault(key, "must be a list of \(content)")
            return []
        }
        return Array(items)
    }

    private func child(_ path: String, _ mapping: Node.Mapping) -> YAMLMapping {
        YAMLMapping(
            path: path, line: mapping.mark?.line, pairs: mapping.map { ($0.key, $0.value) }, notes: notes,
            isPlaceholder: isPlaceholder)
    }

    private func placeholder(_ path: String) -> YAMLMapping {
        YAMLMapping(path: path, line: line, pairs: [], notes: notes, isPlaceholder: true)
    }
}
