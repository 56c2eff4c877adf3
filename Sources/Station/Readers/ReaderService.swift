internal import Cameras
internal import Devices
internal import Logging
internal import NFCReaders
internal import ServiceLifecycle
internal import Tickets
internal import Wedges

/// Reads the cameras and scanners of this machine for as long as the station runs.
struct ReaderService: Service {
    /// Codes of cameras that wait for a slow door. A camera repeats its codes in each frame, so only the newest are
    /// kept.
    static let cameraQueue = 8
    /// Codes of scanners that wait. Each comes only once, so there is room for more than a person can scan while a disk
    /// is busy.
    static let scannerQueue = 4096

    let readers: Readers
    let router: PresentationRouter
    let withoutDisplay: Policy.WithoutDisplay
    let venue: VenueLink?
    let watch: @Sendable () throws -> AsyncStream<DeviceChange>
    /// For how many seconds the door has stood still since it was stopped; `nil` when that is not known.
    var standstill: @Sendable () -> Int? = { nil }

    /// On a machine where devices cannot be watched the API still runs, and says so.
    func run() async {
        await cancelWhenGracefulShutdown { await venue?.waitUntilTried() }
        do {
            await read(try watch())
        } catch {
            readers.board.noteWatchError(error)
            readers.logger.error("devices cannot be watched", metadata: ["why": "\(error)"])
            try? await gracefulShutdown()
        }
    }

    private func read(_ watched: AsyncStream<DeviceChange>) async {
        let (changes, change) = AsyncStream.makeStream(of: DeviceChange.self)
        change.yield(.present(NFCReaders.service))
        let (scanned, scannedEnd) = AsyncStream.makeStream(
            of: Presentation.self, bufferingPolicy: .bufferingOldest(Self.scannerQueue))
        let (seen, seenEnd) = AsyncStream.makeStream(
            of: Presentation.self, bufferingPolicy: .bufferingNewest(Self.cameraQueue))
        let gate = ReaderGate(router: router, readers: readers, withoutDisplay: withoutDisplay)
        let threads = DeviceReaders(changes: changes, wanted: readers.wants) { [readers] device, stop, opened in
            let present = { (presentation: Presentation) in
                _ = presentation.how == .camera ? seenEnd.yield(presentation) : scannedEnd.yield(presentation)
            }
            try readers.read(device, until: stop, opened: opened, present: present)
        } report: { [readers] report in
            readers.note(report)
        }
        // Scanners are no display: a beep alone tells nobody why.
        let announced = readers.announcer.listen(as: .program)
        // Before a camera is opened: a change in between opens it again.
        let symbologies = readers.symbologies.now
        readers.board.activate()
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    for await each in watched { change.yield(each) }
                    change.finish()
                }
                group.addTask {
                    await threads.run()
                    scannedEnd.finish()
                    seenEnd.finish()
                }
                for presentations in [scanned, seen] {
                    group.addTask {
                        for await presentation in presentations { await gate.take(presentation) }
                    }
                }
                group.addTask { await gate.watchDisplay(standstill: standstill) }
                group.addTask {
                    for await displayEvent in announced { readers.signal(displayEvent) }
                }
                group.addTask {
                    for await identity in readers.learned.changes {
                        threads.reconsider { $0.identity == identity }
                    }
                }
                group.addTask {
                    var last = symbologies
                    for await _ in readers.symbologies.changes {
                        let next = readers.symbologies.now
                        if next != last { threads.reconsider { $0.kind == .camera } }
                        last = next
                    }
                }
            }
        }
    }
}
