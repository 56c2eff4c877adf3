internal import Files
internal import Foundation

/// How many tickets the largest list of an event had at this station, in a file next to the lists: so a list that
/// shrinks a little each time is noticed. If the file is lost, only a warning is lost.
struct LargestCount {
    private let file: URL

    init(_ event: String, in folder: URL) {
        file = folder.appending(path: "\(event).largest")
    }

    /// 0 when it is not known.
    func read() -> Int64 {
        (try? String(contentsOf: file, encoding: .utf8)).flatMap {
            Int64($0.trimmingCharacters(in: .whitespacesAndNewlines))
        } ?? 0
    }

    func write(_ count: Int64) {
        guard count != read() else { return }
        try? DurableFile.write(Data("\(count)\n".utf8), to: file)
    }

    func forget() {
        try? FileManager.default.removeItem(at: file)
    }
}
