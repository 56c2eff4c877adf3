// CheckedYAML: reads a YAML file of a person and finds every fault in it before any of it is used.

public import Foundation
internal import Yams

/// Reads a whole YAML mapping, or reports everything that is wrong with it.
///
/// ```swift
/// let screen = try CheckedYAML.read(text, file: "usher.yaml") { root in
///     Screen(port: root.integer("port", in: 1...65535, default: 8080), title: root.string("title"))
/// }
/// ```
/// A getter that finds a fault records it and returns a placeholder of its type, so that reading goes on; nothing made
/// of placeholders leaves ``read(_:file:_:)``. Keys that no getter asked for are faults too.
/// See docs/decisions/001-checked-yaml-module.md.
public enum CheckedYAML {
    /// Longer texts are refused without parsing: 1 MiB.
    public static let maximumByteCount = 1 << 20

    /// More aliases than this are refused. YAML parsers hash keys, and a key may be an alias of an alias of an alias: a
    /// few lines ("billion laughs") would keep a parser busy for ever.
    static let maximumAliasCount = 16

    /// - Parameter file: the name of the text in faults.
    /// - Throws: ``YAMLFaults``, or what `build` throws when the text has no fault.
    public static func read<Value>(
        _ text: String, file: String, _ build: (YAMLMapping) throws -> Value
    ) throws -> Value {
        let notes = YAMLNotes()
        let root = YAMLMapping(root: try rootPairs(of: text, file: file), notes: notes)
        let value = Result { try build(root) }
        notes.reportUnknownKeys()
        guard notes.faults.isEmpty else { throw YAMLFaults(file: file, faults: notes.faults) }
        return try value.get()
    }

    /// - Throws: ``YAMLFaults``, also for a file that cannot be read.
    public static func read<Value>(
        contentsOf file: URL, _ build: (YAMLMapping) throws -> Value
    ) throws -> Value {
        let bytes: Data
        do {
            let handle = try FileHandle(forReadingFrom: file)
            bytes = try handle.read(upToCount: maximumByteCount + 1) ?? Data()
        } catch {
            throw YAMLFaults(file: file.path, fault: "cannot be read: \(systemWords(error))")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw YAMLFaults(file: file.path, fault: "it is not UTF-8", hint: "Save the file as UTF-8.")
        }
        return try read(text, file: file.path, build)
    }

    /// The system's text for what failed (strerror(3)), where there is one: it says more than Foundation's.
    private static func systemWords(_ error: any Error) -> String {
        let cause = (error as? CocoaError)?.underlying.map { $0 as NSError }
        guard let cause, cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return unsafe String(cString: strerror(Int32(cause.code)))
    }

    private static func rootPairs(of text: String, file: String) throws -> [(key: Node, value: Node)] {
        guard text.utf8.count <= maximumByteCount else {
            throw YAMLFaults(file: file, fault: "it is longer than \(maximumByteCount) bytes")
        }
        guard aliasCount(in: text) <= maximumAliasCount else {
            throw YAMLFaults(file: file, fault: "it has more than \(maximumAliasCount) aliases (*name)")
        }
        let node: Node?
        do {
            // No resolver: whether `on` is a word or a flag is decided by the getter that asks for it.
            node = try Yams.compose(yaml: text, .basic)
        } catch let error as YamlError {
            throw YAMLFaults(file: file, faults: [YAMLFault(error)])
        }
        switch node {
        case .mapping(let mapping)?: return mapping.map { ($0.key, $0.value) }
        case nil: return []
        default: throw YAMLFaults(file: file, fault: "it is not a mapping of keys to values")
        }
    }

    /// Words that begin with `*`, if there is any anchor. May count too many inside texts.
    private static func aliasCount(in text: String) -> Int {
        let bytes = text.utf8
        guard bytes.contains(UInt8(ascii: "&")) else { return 0 }
        let openers = Set(" \t\r\n,:[{?-".utf8)
        return zip(bytes, bytes.dropFirst()).count { $1 == UInt8(ascii: "*") && openers.contains($0) }
    }
}

extension YAMLFault {
    init(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(line: mark.line, key: nil, problem: "it is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context):
            let names = keys.sorted().map { "\"\(YAMLMapping.excerpt($0))\"" }.joined(separator: ", ")
            self.init(line: context.mark.line, key: nil, problem: "the key \(names) appears more than once here")
        case .reader(let problem, _, _, _):
            self.init(line: nil, key: nil, problem: "it is not YAML: \(problem)")
        default:
            self.init(line: nil, key: nil, problem: "it is not YAML")
        }
    }
}
