internal import Cameras
internal import DoorScreen
internal import Foundation
internal import Messages
internal import StationAPI
internal import Threads

/// Checks everything on which a station depends: what it knows of itself, and what has to be tried out.
struct Doctor: Sendable {
    private static let pictureCount = 2
    private static let pictureLimit = Duration.seconds(3)

    let conditions: CurrentConditions
    let readers: Readers
    let watchdog: WatchdogLog
    /// The state folder.
    let folder: URL
    /// A backend, a list address or a ledger is configured.
    let needsNetwork: Bool
    let staffKeys: StaffKeys
    /// `nil` where the page is not served.
    let console: ConsoleSettings?
    let journalQueue: WorkQueue
    let longWork: WorkQueue

    /// Sorted by area, in the order in which a person would check.
    func findings(at situation: Situation) async throws -> [Condition] {
        var findings = try await journalQueue.run { try conditions.all(at: situation) }
        for camera in readers.board.readers.filter({ $0.kind == .camera && $0.state == .reading })
            .prefix(Self.pictureCount)
        {
            findings.append(await picture(of: camera))
        }
        if needsNetwork { findings.append(Condition(NetworkCheck.hasAddress() ? .networkFine : .noNetwork)) }
        findings += try await longWork.run { DiskCheck(folder: folder).findings() }
        findings += ConsoleCheck(settings: console).findings()
        let fonts = FontCheck(manifests: situation.served, staffKeys: staffKeys)
        findings += try await longWork.run { fonts.findings() }
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        findings += SandboxCheck(
            status: status, watchdogInterval: watchdog.interval, silence: watchdog.silence
        ).findings()
        return Self.order.flatMap { area in findings.filter { $0.area == area } }
    }

    private static let order: [Condition.Area] = [
        .list, .clock, .disk, .journal, .enrolment, .readers, .camera, .display, .backend, .uploads, .venue, .control,
        .network,
        .sandbox, .daemon,
    ]

    private func picture(of camera: StationStatus.Reader) async -> Condition {
        func found(_ code: Condition.Code) -> Condition {
            Condition(code, subject: camera.device, ["name": camera.name])
        }
        guard let device = readers.board.camera(named: camera.device),
            let snapshot = await readers.pictures.next(of: device, within: Self.pictureLimit)
        else { return found(.cameraSilent) }
        return found(PictureQuality(snapshot.picture).problem ?? (snapshot.codes.isEmpty ? .pictureFine : .codeRead))
    }
}
