internal import Foundation
internal import Messages

/// Whether the machine gets too hot, or too little power, as far as its kernel knows.
struct MachineConditions: ConditionSource {
    /// Where the kernel tells what it knows (sysfs(5)).
    var sysfs = URL(filePath: "/sys")

    /// In thousandths of a degree Celsius. Some firmware gives trip points that mean nothing, such as 0: lower ones do not
    /// count.
    private static let coolestTrip = 60_000

    func conditions(at situation: Situation) -> [Condition] { conditions }

    var conditions: [Condition] {
        let zones = folders("class/thermal", "thermal_zone").compactMap(Zone.init)
        let hottest = zones.max { $0.temperature < $1.temperature }
        let slowed = zones.filter(\.isSlowing).max { $0.temperature < $1.temperature }
        var conditions: [Condition] = []
        if let zone = slowed ?? (isThrottled ? hottest : nil) {
            conditions.append(Condition(.overheating, ["celsius": "\(zone.temperature / 1000)"]))
        }
        if hasLowVoltage { conditions.append(Condition(.undervoltage)) }
        return conditions
    }

    /// A thermal zone: Documentation/driver-api/thermal/sysfs-api.rst of the kernel.
    private struct Zone {
        /// In thousandths of a degree Celsius.
        let temperature: Int
        /// It is where the kernel slows the processor down.
        let isSlowing: Bool

        init?(_ folder: URL) {
            guard let temperature = MachineConditions.text(folder.appending(path: "temp")).flatMap({ Int($0) }) else {
                return nil
            }
            self.temperature = temperature
            var slowest = Int.max
            // They are numbered without gaps.
            for number in 0... {
                let trip = folder.appending(path: "trip_point_\(number)").path
                guard let kind = MachineConditions.text(URL(filePath: "\(trip)_type")) else { break }
                guard kind == "passive" || kind == "hot",
                    let value = MachineConditions.text(URL(filePath: "\(trip)_temp")).flatMap({ Int($0) }),
                    value >= MachineConditions.coolestTrip
                else { continue }
                slowest = min(slowest, value)
            }
            isSlowing = temperature >= slowest
        }
    }

    /// A Raspberry Pi's firmware slows it down by itself. Bits of `vcgencmd get_throttled`, which the board's own kernel
    /// has as a file: 2 is throttled, 3 is the soft limit of the temperature.
    private var isThrottled: Bool {
        let file = sysfs.appending(path: "devices/platform/soc/soc:firmware/get_throttled")
        return Self.text(file).flatMap { Int($0, radix: 16) }.map { $0 & 0b1100 != 0 } ?? false
    }

    /// The kernel's driver raspberrypi-hwmon: Documentation/hwmon/raspberrypi-hwmon.rst.
    private var hasLowVoltage: Bool {
        folders("class/hwmon", "hwmon").contains { folder in
            Self.text(folder.appending(path: "name")) == "rpi_volt"
                && Self.text(folder.appending(path: "in0_lcrit_alarm")) == "1"
        }
    }

    private func folders(_ path: String, _ prefix: String) -> [URL] {
        let folder = sysfs.appending(path: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.sorted().map { folder.appending(path: $0) }
    }

    private static func text(_ file: URL) -> String? {
        (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
