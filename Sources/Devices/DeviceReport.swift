public import Tickets

/// What became of a device that is wanted.
public struct DeviceReport: Sendable {
    public enum Event: Sendable {
        /// It is open and is read.
        case opened
        /// It could not be opened, or failed later. It is opened again after `retry`; `nil`: when it is described
        /// anew or ``DeviceReaders/reconsider()`` is called.
        case failed(any ExplainedError, retry: Duration?)
        /// It is not read any more: unplugged, replaced, not wanted, or everything stops.
        case gone
    }

    public var device: Device
    public var event: Event
    /// Whether a log should tell it. Of a device that opens and fails without end only some reports are news; to know
    /// how it is at the moment, take them all.
    public var isNews: Bool

    public init(device: Device, event: Event, isNews: Bool) {
        self.device = device
        self.event = event
        self.isNews = isNews
    }
}

extension DeviceReport.Event {
    /// What makes a report another one than the last; the pause does not.
    var gist: String {
        switch self {
        case .opened: "opened"
        case .failed(let error, _): "failed: \(error)"
        case .gone: "gone"
        }
    }
}
