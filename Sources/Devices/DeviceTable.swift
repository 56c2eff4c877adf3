/// The devices that were reported, so that only changes are reported.
struct DeviceTable {
    private var devices: [String: Device] = [:]

    /// The change to report when udev describes the device at `node`; `nil`: none.
    mutating func put(_ device: Device?, at node: String) -> DeviceChange? {
        guard devices[node] != device else { return nil }
        devices[node] = device
        return device.map { .present($0) } ?? .gone(node: node)
    }

    /// The changes to report when these are all devices: first those that are gone, sorted by node.
    mutating func replace(with present: [Device]) -> [DeviceChange] {
        let nodes = Set(present.map(\.node))
        let gone = devices.keys.filter { !nodes.contains($0) }.sorted()
        return gone.compactMap { put(nil, at: $0) }
            + present.sorted { $0.node < $1.node }.compactMap { put($0, at: $0.node) }
    }
}
