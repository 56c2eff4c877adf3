/// What happens to devices.
public enum DeviceChange: Hashable, Sendable {
    /// It is there: since before, just plugged in, or described anew.
    case present(Device)
    /// Its node is gone, or is no longer what this module tells of.
    case gone(node: String)
}
