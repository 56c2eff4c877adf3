import Foundation
import Messages
import TestSupport
import Testing

@testable import Station

@Suite struct MachineConditionsTests {
    /// Files as the kernel has them below /sys.
    private static func says(_ files: [String: String]) throws -> [String] {
        let folder = try TemporaryFolder()
        for (name, text) in files {
            let file = folder.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("\(text)\n".utf8).write(to: file)
        }
        return MachineConditions(sysfs: folder.url).conditions.map(\.says)
    }

    private static func zone(_ number: Int, _ temperature: String, trips: [(String, String)]) -> [String: String] {
        let folder = "class/thermal/thermal_zone\(number)"
        var files = ["\(folder)/temp": temperature]
        for (place, trip) in trips.enumerated() {
            files["\(folder)/trip_point_\(place)_type"] = trip.0
            files["\(folder)/trip_point_\(place)_temp"] = trip.1
        }
        return files
    }

    @Test func `a machine that tells nothing of itself has nothing`() throws {
        #expect(try Self.says([:]).isEmpty)
        #expect(try Self.says(["class/thermal/thermal_zone0/temp": "", "class/hwmon/hwmon0/name": "rpi_volt"]).isEmpty)
    }

    @Test(arguments: [("79000", false), ("95000", true), ("104500", true)])
    func `hot is where the kernel slows the processor down`(temperature: String, isHot: Bool) throws {
        let files = Self.zone(0, temperature, trips: [("critical", "110000"), ("passive", "95000"), ("passive", "0")])
            .merging(Self.zone(1, "27800", trips: [("passive", "-274000")])) { one, _ in one }
        let celsius = String(temperature.dropLast(3))
        #expect(
            try Self.says(files) == (isHot ? ["The machine is at \(celsius) °C and slows itself down."] : []))
    }

    @Test(arguments: [("0", false), ("50000", false), ("50005", true), ("8", true)])
    func `a Raspberry Pi says itself that it is slowed down`(throttled: String, isHot: Bool) throws {
        let files = Self.zone(0, "82300", trips: [("critical", "110000")])
            .merging(["devices/platform/soc/soc:firmware/get_throttled": throttled]) { one, _ in one }
        #expect(try Self.says(files) == (isHot ? ["The machine is at 82 °C and slows itself down."] : []))
    }

    @Test func `a weak power supply is told`() throws {
        let files = ["class/hwmon/hwmon1/name": "rpi_volt", "class/hwmon/hwmon1/in0_lcrit_alarm": "1"]
        #expect(try Self.says(files) == ["The power supply is too weak: the voltage drops."])
    }
}
