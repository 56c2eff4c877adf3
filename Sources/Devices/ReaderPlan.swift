/// Decides which devices have a thread, without any thread of its own: change in, actions out.
///
/// A node has one thread at a time: when another device gets the node, the thread of the old one ends first.
struct ReaderPlan {
    enum Action: Hashable {
        case start(Device)
        /// Ask the thread of this node to end; ``ended(_:)`` follows.
        case stop(node: String)
    }

    private enum Thread {
        case none
        case reading(Device)
        case ending
    }

    private struct Place {
        var present: Device?
        var isWanted = false
        var thread = Thread.none
    }

    private var places: [String: Place] = [:]
    private(set) var isFinished = false

    mutating func take(_ change: DeviceChange, wanted: (Device) -> Bool) -> [Action] {
        switch change {
        case .present(let device):
            places[device.node, default: Place()].present = device
            places[device.node]?.isWanted = wanted(device)
            return settle(device.node)
        case .gone(let node):
            places[node]?.present = nil
            return settle(node)
        }
    }

    /// Checks again which devices are wanted.
    /// - Parameter isChanged: whether a device should be read in another way, by a new thread.
    mutating func reconsider(wanted: (Device) -> Bool, isChanged: (Device) -> Bool = { _ in false }) -> [Action] {
        for (node, place) in places { places[node]?.isWanted = place.present.map(wanted) ?? false }
        return places.keys.sorted().flatMap { node in
            guard case .reading(let device) = places[node]?.thread, isChanged(device) else { return settle(node) }
            places[node]?.thread = .ending
            return [.stop(node: node)]
        }
    }

    /// Call when the thread of this node has ended, or could not start: then it is not tried again before the next
    /// change.
    mutating func ended(_ node: String, couldStart: Bool = true) -> [Action] {
        places[node]?.thread = .none
        if !couldStart { places[node]?.isWanted = false }
        return settle(node)
    }

    /// Ends every thread and starts no others.
    mutating func finish() -> [Action] {
        isFinished = true
        return settleAll()
    }

    /// No thread is left.
    var isIdle: Bool {
        places.values.allSatisfy { if case .none = $0.thread { true } else { false } }
    }

    private mutating func settleAll() -> [Action] { places.keys.sorted().flatMap { settle($0) } }

    private mutating func settle(_ node: String) -> [Action] {
        guard let place = places[node] else { return [] }
        let device = place.isWanted && !isFinished ? place.present : nil
        switch (place.thread, device) {
        case (.none, let device?):
            places[node]?.thread = .reading(device)
            return [.start(device)]
        case (.none, nil):
            if place.present == nil { places[node] = nil }
            return []
        case (.reading(let current), let device?) where current.isSame(as: device):
            return []
        case (.reading, _):
            places[node]?.thread = .ending
            return [.stop(node: node)]
        case (.ending, _):
            return []
        }
    }
}

extension Device {
    /// The same device at the same node: new links must not interrupt reading.
    fileprivate func isSame(as other: Device) -> Bool {
        var other = other
        other.links = links
        return self == other
    }
}
