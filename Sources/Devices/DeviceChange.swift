/// A change of the devices of this machine.
public enum DeviceChange: Hashable, Sendable {
    /// It is present: at the start, just plugged in, or with a new description.
    case present(Device)
    /// Its node is gone, or is no camera, scanner, keyboard or serial line any more.
    case gone(node: String)
}
