internal import Foundation
public import Tickets

/// One thing that is wrong in a YAML file.
public struct YAMLFault: Hashable, Sendable, CustomStringConvertible {
    /// Counts from 1; `nil` when the fault is in no one place.
    public let line: Int?
    /// The path of the key, `gates[1].list`; `nil` when the fault is in no one key.
    public let key: String?
    public let problem: String

    /// `line 12: gates[1].list: is missing`
    public var description: String {
        [line.map { "line \($0)" }, key, problem].compactMap { $0 }.joined(separator: ": ")
    }
}

/// Everything that is wrong in a YAML file, in the order of its lines.
public struct YAMLFaults: ExplainedError {
    public let file: String
    public let faults: [YAMLFault]
    public let hint: String?

    init(file: String, faults: [YAMLFault], hint: String? = nil) {
        self.file = file
        self.hint = hint
        // Sorting keeps the order of equals apart by their position.
        self.faults = faults.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
    }

    init(file: String, fault problem: String, hint: String? = nil) {
        self.init(file: file, faults: [YAMLFault(line: nil, key: nil, problem: problem)], hint: hint)
    }

    public var operation: String { "use" }
    public var subject: String { file }
    public var reason: String {
        if faults.count == 1 { return faults[0].description }
        return "\(faults.count) faults\n" + faults.map { "  \($0)" }.joined(separator: "\n")
    }
}
