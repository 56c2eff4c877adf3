public import Backends
internal import Files
public import Foundation
public import Tickets
internal import TimeZones

/// Keeps the outboxes of all receivers in a file, and empties each at its own pace.
public actor AlertDispatcher<Kind: AlertKind> {
    private let settings: AlertSettings
    private let source: AlertSource
    private let file: URL
    private let environment: AlertEnvironment
    private var outboxes: AlertOutboxes<Kind>
    private var zone = ZoneFolder.system.local

    /// By receiver: an element when there may be something to send.
    private var wakes: [String: AsyncStream<Void>.Continuation] = [:]

    /// How often outboxes are looked at without a reason: quiet hours end.
    private static var interval: Duration { .seconds(30) }

    /// Reads the file. Without one, or with one that cannot be read, nothing is known: an alert that comes twice is
    /// better than none.
    public init(_ settings: AlertSettings, from source: AlertSource, file: URL, environment: AlertEnvironment) {
        (self.settings, self.source, self.file, self.environment) = (settings, source, file, environment)
        var outboxes =
            (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(AlertOutboxes<Kind>.self, from: $0) }
            ?? AlertOutboxes()
        outboxes.setReceivers(
            settings.receivers.map(\.name), now: environment.now(), makeID: environment.makeID)
        self.outboxes = outboxes
    }

    /// The alerts that have begun and not ended.
    public var active: [Alert<Kind>] { outboxes.active }

    /// Makes these the active alerts, and queues what is to be told of that.
    /// - Parameters:
    ///   - reports: told once each.
    ///   - zone: in which quiet hours are meant.
    public func review(
        _ current: [Alert<Kind>], reports: [AlertReport<Kind>] = [], zone: Zone
    ) {
        self.zone = zone
        let (before, now) = (outboxes, environment.now())
        outboxes.review(current, now: now, quietSince: quietSince(now), makeID: environment.makeID)
        for report in reports {
            outboxes.tell(report, now: now, makeID: environment.makeID)
        }
        guard outboxes != before else { return }
        save()
        wakeAll()
    }

    private func quietSince(_ now: Timestamp) -> Timestamp? {
        settings.quiet?.start(at: now, in: zone)
    }

    /// On a full disk alerts are still sent, at worst once more after a restart.
    private func save() {
        try? DurableFile.write(outboxes, asJSONTo: file)
    }

    // MARK: - Sending

    /// Sends to all receivers until it is cancelled. One that is away holds up no other.
    public func run() async {
        let streams = settings.receivers.map { receiver in
            let (stream, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            wakes[receiver.name] = wake
            return (receiver, stream)
        }
        await withTaskGroup { group in
            for (receiver, stream) in streams { group.addTask { await self.serve(receiver, stream) } }
            while !Task.isCancelled {
                wakeAll()
                await environment.sleep(Self.interval)
            }
        }
    }

    private func wakeAll() {
        for wake in wakes.values { wake.yield() }
    }

    private func serve(_ receiver: AlertReceiver, _ stream: AsyncStream<Void>) async {
        var pauses = RetryPauses()
        for await _ in stream {
            do throws(BackendError) {
                try await sendDue(to: receiver)
                pauses.reset()
            } catch {
                await environment.sleep(pauses.next(after: error, random: environment.random()))
                wakes[receiver.name]?.yield()
            }
        }
    }

    /// Sends everything that is due, once.
    /// - Returns: why receivers did not take it, by their names.
    public func sendOnce() async -> [String: BackendError] {
        await withTaskGroup(of: (String, BackendError?).self) { group in
            for receiver in settings.receivers {
                group.addTask {
                    do throws(BackendError) {
                        try await self.sendDue(to: receiver)
                        return (receiver.name, nil)
                    } catch {
                        return (receiver.name, error)
                    }
                }
            }
            var failures: [String: BackendError] = [:]
            for await (name, error) in group { failures[name] = error }
            return failures
        }
    }

    /// In order. A message that the receiver refuses is left for the next time, and does not hold up those after it.
    private func sendDue(to receiver: AlertReceiver) async throws(BackendError) {
        var refusal: BackendError?
        for message in outboxes.due(for: receiver.name, isQuiet: quietSince(environment.now()) != nil) {
            do throws(BackendError) {
                try await receiver.send(message, from: source, environment)
                outboxes.noteSent(message.id, to: receiver.name)
                save()
                if refusal == nil { environment.note(receiver.name, nil) }
            } catch {
                environment.note(receiver.name, error)
                guard error.code == .unexpected else { throw error }
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
    }
}
