internal import Files
public import Foundation
internal import Manifests
internal import Tickets

/// The highest sequence number of each event's lists, in a file next to the key that signs them. Each number is used
/// once, even for lists that are built within one second, or after the clock was put back.
public struct SequenceFile: Sendable {
    private let file: URL

    /// - Parameter key: file of the secret key, `organizer.key`; the numbers are in `organizer.key.seq`.
    public init(nextToKey key: URL) {
        file = key.appendingPathExtension("seq")
    }

    /// The number of the next list of an event: the time in seconds, or a higher one where that is taken.
    /// - Parameter sequence: number of the list before; 0 without one.
    static func next(in file: SequenceFile?, for event: String, after sequence: Int64, now: Timestamp) throws -> Int64 {
        let lowest = max(now.seconds, sequence + 1)
        return try file?.next(for: event, atLeast: lowest) ?? lowest
    }

    /// The next number of an event. No other list gets it.
    /// - Returns: `nil` where the file cannot be written, as in a read-only folder.
    func next(for event: String, atLeast lowest: Int64) throws -> Int64? {
        let descriptor = unsafe open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Until the descriptor is closed, another build waits here.
        guard flock(descriptor, LOCK_EX) == 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        let content = (try? handle.readToEnd()).flatMap { $0 } ?? Data()
        var numbers = (try? JSONDecoder().decode([String: Int64].self, from: content)) ?? [:]
        let next = max(lowest, (numbers[event] ?? 0) + 1)
        guard next <= ManifestClaims.maximumSequence else { return nil }
        numbers[event] = next
        let text = JSONValue.object(numbers.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }).text + "\n"
        do {
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: Data(text.utf8))
            try handle.truncate(atOffset: UInt64(text.utf8.count))
            try handle.synchronize()
        } catch {
            throw FileError.system("write", file.path, because: error)
        }
        return next
    }
}
