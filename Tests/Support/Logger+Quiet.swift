public import Logging

extension Logger {
    /// Says nothing.
    public static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
