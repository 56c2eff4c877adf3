// Devices: the cameras and scanners of this machine as udev sees them, and a thread for each that is read.

internal import CUDev

/// What happens to devices.
public enum DeviceChange: Hashable, Sendable {
    /// It is there: since before, just plugged in, or described anew.
    case present(Device)
    /// Its node is gone.
    case gone(node: String)
}
