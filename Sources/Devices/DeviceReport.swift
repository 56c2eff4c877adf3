public import Tickets

/// A report about a device that is wanted.
public struct DeviceReport: Sendable {
    /// What happened to it.
    public enum Event: Sendable {
        /// It is open and being read.
        case opened
        /// It could not be opened, or failed later. It is opened again after `retry`; `nil`: when its description
        /// changes or ``DeviceReaders/reconsider()`` is called.
        case failed(any ExplainedError, retry: Duration?)
        /// It is no longer read: unplugged, replaced, not wanted, or everything stops.
        case gone
    }

    /// As it was when its thread started.
    public var device: Device
    /// What happened to it.
    public var event: Event
    /// Whether to log it. For a device that opens and fails without end, only some reports are logged; to show the
    /// current state, use all of them.
    public var shouldLog: Bool

    public init(device: Device, event: Event, shouldLog: Bool) {
        self.device = device
        self.event = event
        self.shouldLog = shouldLog
    }
}

extension DeviceReport.Event {
    /// What distinguishes a report from the previous one; the length of the pause does not.
    var summary: String {
        switch self {
        case .opened: "opened"
        case .failed(let error, _): "failed: \(error)"
        case .gone: "gone"
        }
    }
}
