internal import Files
internal import Foundation
internal import Messages

/// The disk under the state folder: whether it keeps what is written, how fast it is, and how worn.
struct DiskCheck {
    /// File systems that lose their content without power.
    private static let volatileSystems: Set<String> = ["tmpfs", "ramfs"]
    /// No disk that really stores the data is that fast.
    static let tooFast = Duration.microseconds(15)
    /// Guests notice a second, and a few scans may wait in line.
    static let slow = Duration.milliseconds(150)

    let folder: URL

    func findings() -> [Condition] {
        fileSystem + [synchronisation(medianSynchronisation())] + wear
    }

    private var fileSystem: [Condition] {
        let table = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
        return Self.fileSystem(of: folder.resolvingSymlinksInPath().path, mounts: table)
    }

    /// - Parameter table: the text of `/proc/self/mountinfo` (proc(5)).
    static func fileSystem(of path: String, mounts table: String) -> [Condition] {
        let mounts = table.split(separator: "\n").compactMap { line -> (point: String, type: String)? in
            let halves = line.split(separator: " ").split(separator: "-", maxSplits: 1).map(Array.init)
            guard halves.count == 2, halves[0].count > 4, let type = halves[1].first else { return nil }
            return (String(halves[0][4]), String(type))
        }
        // The last of the longest: a later mount covers an earlier one.
        let own = mounts.filter { path == $0.point || path.hasPrefix($0.point == "/" ? "/" : $0.point + "/") }
            .max { $0.point.count < $1.point.count }
        guard let own, volatileSystems.contains(own.type) else { return [] }
        return [Condition(.diskVolatile, ["system": own.type])]
    }

    /// Median time of a small durable write; `nil` when the disk takes none.
    private func medianSynchronisation() -> Duration? {
        let file = folder.appending(path: ".doctor-\(UUID().uuidString)")
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer {
            close(descriptor)
            _ = unsafe unlink(file.path)
        }
        let block = [UInt8](repeating: 1, count: 4096)
        let spans = (0..<9).compactMap { number -> Duration? in
            let start = ContinuousClock.now
            guard unsafe pwrite(descriptor, block, block.count, off_t(number * block.count)) == block.count,
                fdatasync(descriptor) == 0
            else { return nil }
            return .now - start
        }
        return spans.count == 9 ? spans.sorted()[4] : nil
    }

    func synchronisation(_ median: Duration?) -> Condition {
        guard let median else { return Condition(.diskTakesNothing) }
        let time = median.formatted(
            .units(allowed: [.milliseconds], width: .abbreviated, fractionalPart: .show(length: 2)))
        let code: Condition.Code = median < Self.tooFast ? .diskTooFast : median > Self.slow ? .diskSlow : .diskFine
        return Condition(code, ["time": time])
    }

    // MARK: - Wear

    /// For eMMC: how much of its life is used, in tenths (the kernel's sysfs-block-mmc, `life_time`).
    private var wear: [Condition] {
        guard let (major, minor) = FileIdentity(path: folder.path)?.deviceNumbers else { return [] }
        let link = "/sys/dev/block/\(major):\(minor)"
        guard let block = unsafe realpath(link, nil) else { return [] }
        defer { unsafe free(block) }
        let path = unsafe URL(filePath: String(cString: block))
        // A partition lies below its disk.
        for place in [path, path.deletingLastPathComponent()] {
            guard let text = try? String(contentsOf: place.appending(path: "device/life_time"), encoding: .utf8) else {
                continue
            }
            return Self.wear(lifeTime: text)
        }
        return []
    }

    static func wear(lifeTime text: String) -> [Condition] {
        let used =
            text.split(separator: " ").compactMap {
                Int($0.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst(2), radix: 16)
            }
            .max() ?? 0
        guard used > 0 else { return [] }
        return [Condition(used < 9 ? .diskLife : .diskWorn, ["percent": used > 10 ? "> 100" : "\(used * 10)"])]
    }
}
