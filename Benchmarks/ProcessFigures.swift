import Foundation
import Glibc

/// The memory and descriptors of this process; proc(5).
struct ProcessFigures: Sendable {
    let residentBytes: Int
    let descriptors: Int

    static var now: ProcessFigures {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return ProcessFigures(residentBytes: (pages ?? 0) * Int(getpagesize()), descriptors: names.count)
    }

    var text: String { "\(residentBytes >> 10) KiB, \(descriptors) descriptors" }
}
