internal import Foundation
public import Tickets

/// One thing that is wrong in a YAML file.
public struct YAMLFault: Hashable, Sendable, CustomStringConvertible {
    /// From 1; `nil` when the fault is not in one place.
    public let line: Int?
    /// The path of the key, `gates[1].list`; `nil` when the fault is not in one key.
    public let key: String?
    /// A clause without a full stop: `is missing`.
    public let problem: String

    /// `line 12: gates[1].list: is missing`
    public var description: String {
        [line.map { "line \($0)" }, key, problem].compactMap { $0 }.joined(separator: ": ")
    }
}

/// Everything that is wrong in a YAML file, in the order of its lines.
public struct YAMLFaults: ExplainedError {
    /// Its path, or the name that the caller gave the text.
    public let file: String
    /// At least one.
    public let faults: [YAMLFault]
    /// Only when the file as a whole cannot be used.
    public let hint: String?

    init(file: String, faults: [YAMLFault], hint: String? = nil) {
        self.file = file
        self.hint = hint
        // The position keeps faults of one line in their order.
        self.faults = faults.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
    }

    init(file: String, fault problem: String, hint: String? = nil) {
        self.init(file: file, faults: [YAMLFault(line: nil, key: nil, problem: problem)], hint: hint)
    }

    /// The file is only read, but it is not used as long as it has a fault.
    public var operation: String { "use" }
    /// The file's name.
    public var subject: String { file }
    /// The only fault, or their number and each on a line of its own.
    public var reason: String {
        if faults.count == 1 { return faults[0].description }
        return "\(faults.count) faults\n" + faults.map { "  \($0)" }.joined(separator: "\n")
    }
}
