internal import Devices

/// Which devices of one kind a station reads.
public enum DeviceChoice<Settings: Sendable & Equatable>: Sendable, Equatable {
    /// Every camera; every scanner that is recognised or was learned.
    case auto
    /// None.
    case off
    /// Only these.
    case listed([Listed])

    /// A device that the configuration names.
    public struct Listed: Sendable, Equatable {
        /// Its device file, or a link to it.
        public var path: String
        /// How it is read.
        public var settings: Settings
    }

    func settings(named device: Device) -> Settings? {
        guard case .listed(let devices) = self else { return nil }
        return devices.first { device.isNamed($0.path) }?.settings
    }

    /// The paths that the configuration names.
    var paths: [String] {
        guard case .listed(let devices) = self else { return [] }
        return devices.map(\.path)
    }
}
