/// The devices that were told of, so that only what is new is told.
struct DeviceTable {
    private var devices: [String: Device] = [:]

    /// What to tell when udev describes what is at `node`; `nil`: nothing that matters.
    mutating func put(_ device: Device?, at node: String) -> DeviceChange? {
        guard devices[node] != device else { return nil }
        devices[node] = device
        return device.map { .present($0) } ?? .gone(node: node)
    }

    /// What to tell when these are all the devices there are: first what is gone, sorted by node.
    mutating func replace(with present: [Device]) -> [DeviceChange] {
        let nodes = Set(present.map(\.node))
        let gone = devices.keys.filter { !nodes.contains($0) }.sorted()
        return gone.compactMap { put(nil, at: $0) }
            + present.sorted { $0.node < $1.node }.compactMap { put($0, at: $0.node) }
    }
}
