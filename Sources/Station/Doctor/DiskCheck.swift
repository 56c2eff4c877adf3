internal import DoorScreen
internal import Foundation

/// The disk under the state folder: whether what it says is written is written, how long that takes, and how worn it is.
struct DiskCheck {
    /// File systems whose content does not outlast the power.
    private static let volatileSystems: Set<String> = ["tmpfs", "ramfs"]
    /// No disk that keeps anything is that fast.
    static let tooFast = Duration.microseconds(15)
    /// Guests notice a second; a few scans wait for one another.
    static let slow = Duration.milliseconds(150)

    let folder: URL

    func findings() -> [Diagnosis] {
        fileSystem + synchronisation(medianSynchronisation()) + wear
    }

    private var fileSystem: [Diagnosis] {
        let table = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
        return Self.fileSystem(of: folder.resolvingSymlinksInPath().path, mounts: table)
    }

    /// - Parameter table: the text of `/proc/self/mountinfo` (proc(5)).
    static func fileSystem(of path: String, mounts table: String) -> [Diagnosis] {
        let mounts = table.split(separator: "\n").compactMap { line -> (point: String, type: String)? in
            let halves = line.split(separator: " ").split(separator: "-", maxSplits: 1).map(Array.init)
            guard halves.count == 2, halves[0].count > 4, let type = halves[1].first else { return nil }
            return (String(halves[0][4]), String(type))
        }
        // The last of the longest: a later mount covers an earlier one.
        let own = mounts.filter { path == $0.point || path.hasPrefix($0.point == "/" ? "/" : $0.point + "/") }
            .max { $0.point.count < $1.point.count }
        guard let own, volatileSystems.contains(own.type) else { return [] }
        return [
            Diagnosis(
                .disk, .broken, "The state folder lies in memory (\(own.type)): a power cut loses the journal.",
                next: "Put it on a disk.")
        ]
    }

    /// Of small writes, each made durable; `nil` when the disk does not take them.
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

    func synchronisation(_ median: Duration?) -> [Diagnosis] {
        guard let median else {
            return [
                Diagnosis(
                    .disk, .broken, "The disk of the state folder takes no writes.",
                    next: "Make room, or look at the system's log for errors of the disk.")
            ]
        }
        let span = median.formatted(
            .units(allowed: [.milliseconds], width: .abbreviated, fractionalPart: .show(length: 2)))
        if median < Self.tooFast {
            return [
                Diagnosis(
                    .disk, .warning, "The disk says after \(span) that something is written: it may only remember it.",
                    next: "Switch its write cache off (hdparm -W 0), or use a disk with power-loss protection.")
            ]
        }
        if median > Self.slow {
            return [
                Diagnosis(
                    .disk, .warning, "The disk takes \(span) to write an entry: each guest waits that long.",
                    next: "Use an SSD, or a card of class A1 or better.")
            ]
        }
        return [Diagnosis(.disk, .ok, "An entry is on the disk after \(span).")]
    }

    // MARK: - Wear

    /// Of eMMC: tenths of its life that are used (the kernel's sysfs-block-mmc, `life_time`).
    private var wear: [Diagnosis] {
        var status = stat()
        guard unsafe stat(folder.path, &status) == 0 else { return [] }
        let (major, minor) = ((status.st_dev >> 8) & 0xfff, (status.st_dev & 0xff) | ((status.st_dev >> 12) & 0xfff00))
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

    static func wear(lifeTime text: String) -> [Diagnosis] {
        let used =
            text.split(separator: " ").compactMap {
                Int($0.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst(2), radix: 16)
            }
            .max() ?? 0
        guard used > 0 else { return [] }
        guard used >= 9 else { return [Diagnosis(.disk, .ok, "At most \(used * 10) % of the disk's life is used.")] }
        return [
            Diagnosis(
                .disk, .warning, "The disk is worn: \(used > 10 ? "over 100" : "\(used * 10)") % of its life is used.",
                next: "Replace it before the next event; usher journal export keeps the records.")
        ]
    }
}
