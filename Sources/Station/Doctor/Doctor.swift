internal import Backends
internal import Cameras
internal import DoorScreen
internal import Foundation
internal import Journal
internal import Manifests
internal import Tickets

/// Looks at everything a station depends on, and says in each case what to do next.
struct Doctor {
    let station: Station
    /// What it was examined at.
    let situation: Situation
    private static let pictureCount = 2
    private static let picturePatience = Duration.seconds(3)

    func findings() async throws -> [Diagnosis] {
        var findings = try await station.questions.run { try lists() + clock() + journal() + enrolment() }
        findings += readers() + faces()
        for camera in station.readers.board.readers.filter({ $0.kind == .camera && $0.state == .reading }).prefix(
            Self.pictureCount)
        {
            findings += await picture(of: camera)
        }
        findings += try await station.questions.run { try backends() + station.venueFindings() } + network()
        findings += try await station.longWork.run { DiskCheck(folder: station.folder.url).findings() + room() }
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        findings += SandboxCheck(
            status: status, watchdogInterval: station.watchdog.interval, silence: station.watchdog.silence
        ).findings()
        return findings
    }

    // MARK: - What the station stands on

    private func clock() throws -> [Diagnosis] {
        if situation.isClockWrong {
            return [
                Diagnosis(
                    .clock, .broken, "The clock is behind what the station already knows, and not synchronised.",
                    next: "Set the time (timedatectl), and connect to a network with a time server.")
            ]
        }
        if let fault = station.clockFault {
            return [Diagnosis(.clock, .broken, fault, next: "Look at timedatectl timesync-status.")]
        }
        guard situation.clock == .synchronised else {
            return [
                Diagnosis(
                    .clock, .warning, "The clock is not synchronised.",
                    next: "Connect to a network with a time server once (timedatectl).")
            ]
        }
        return [Diagnosis(.clock, .ok, "The clock is synchronised.")]
    }

    private func journal() throws -> [Diagnosis] {
        let health = station.journal.health
        if let failure = health.recordingFailure {
            return [Diagnosis(.journal, .broken, "\(failure.headline).", next: failure.hint)]
        }
        let figures = try station.journal.figures()
        var findings = [Diagnosis(.journal, .ok, "\(figures.entries) entries, \(figures.waiting) unsent.")]
        if figures.refused + figures.parked > 0 {
            findings.append(
                Diagnosis(
                    .journal, .warning,
                    "\(figures.refused) check-ins were refused by their server, and \(figures.parked) wait for a person.",
                    next: "Look at them: usher outbox list --conflicts."))
        }
        if let failure = health.upkeepFailure {
            findings.append(Diagnosis(.journal, .warning, "\(failure.headline).", next: failure.hint))
        }
        return findings
    }

    private func enrolment() throws -> [Diagnosis] {
        let faults = station.enrolments.faults(now: situation.now, clock: situation.clock)
        if let fault = faults.first {
            let isOver = station.enrolments.current.map { situation.now >= $0.ends } ?? false
            return [Diagnosis(.enrolment, isOver ? .broken : .warning, fault, next: "Enrol it again: usher enroll.")]
        }
        return station.enrolments.current.map {
            [Diagnosis(.enrolment, .ok, "Enrolled for \($0.event.name) until \($0.until).")]
        }
            ?? []
    }

    // MARK: - What is around

    private func room() -> [Diagnosis] {
        let health = station.journal.health
        guard health.reserveIsPresent else {
            return [
                Diagnosis(
                    .disk, .broken,
                    "The disk is nearly full: \(health.freeBytes >> 20) MiB, and the reserve is used up.",
                    next: "Make room now; when nothing is left, nobody is let in.")
            ]
        }
        let free = health.freeBytes >> 20
        return [
            free < 256
                ? Diagnosis(.disk, .warning, "Only \(free) MiB are free.", next: "Make room before the next event.")
                : Diagnosis(.disk, .ok, "\(free) MiB are free.")
        ]
    }

    private func readers() -> [Diagnosis] {
        let readers = station.readers.board.readers
        if let blindness = station.readers.board.blindness {
            return [Diagnosis(.readers, .broken, blindness, next: "Is udev running?")]
        }
        guard !readers.isEmpty else {
            return [
                Diagnosis(
                    .readers, .broken, "No camera and no scanner is connected, or none is wanted.",
                    next: "Plug one in; usher devices lists what the system sees, and which are read.")
            ]
        }
        return readers.map { reader in
            switch (reader.state, reader.note) {
            case (.reading, let note):
                Diagnosis(.readers, .ok, "\(reader.name): \(note ?? "read").")
            case (.waiting, let note):
                Diagnosis(
                    .readers, .broken, "\(reader.name) cannot be read: \(note ?? "it is gone").",
                    next: "Plug it in again; if it is refused, look at usher devices.")
            case (.paused, _):
                Diagnosis(
                    .readers, .broken, "\(reader.name) is left out: it presented too many unknown codes.",
                    next: "Somebody may be trying codes. It is read again after five minutes.")
            }
        }
    }

    private func picture(of camera: StationStatus.Reader) async -> [Diagnosis] {
        guard let device = station.readers.board.camera(named: camera.device),
            let snapshot = await station.readers.pictures.next(of: device, within: Self.picturePatience)
        else { return [Diagnosis(.camera, .broken, "\(camera.name) sends no pictures.", next: "Plug it in again.")] }
        let quality = PictureQuality(snapshot.picture)
        if let problem = quality.problem {
            return [Diagnosis(.camera, .broken, "The picture of \(camera.name) \(problem.says).", next: problem.next)]
        }
        return [
            snapshot.codes.isEmpty
                ? Diagnosis(
                    .camera, .ok, "The picture of \(camera.name) has light and focus.",
                    next: "Hold a ticket before it and look again, to see that it is read.")
                : Diagnosis(.camera, .ok, "\(camera.name) reads the code that is held before it.")
        ]
    }

    private func faces() -> [Diagnosis] {
        seen() + console()
    }

    /// The screen of usher-screen.service.
    private func console() -> [Diagnosis] {
        switch station.announcer.console.state {
        case nil: []
        case .drawn: [Diagnosis(.faces, .ok, "The screen on the console draws what it is told.")]
        case .some(let state):
            [
                Diagnosis(
                    .faces, .broken, state.fault ?? "",
                    next: "It is started again by itself; else systemctl restart usher-screen.")
            ]
        }
    }

    private func seen() -> [Diagnosis] {
        if station.announcer.hasListener { return [Diagnosis(.faces, .ok, "Somebody sees the verdicts.")] }
        let isRefusing = station.configuration.policy.faceless == .refuse
        return [
            Diagnosis(
                .faces, isRefusing ? .broken : .warning,
                "Nobody would see a verdict" + (isRefusing ? ", so no ticket is taken." : "."),
                next: "Open the screen in a browser, or usher tail.")
        ]
    }

    private func network() -> [Diagnosis] {
        let needsIt =
            !station.links.all.isEmpty || !station.configuration.lists.urls.isEmpty || station.venue != nil
        guard needsIt else { return [] }
        return NetworkCheck.hasAddress()
            ? [Diagnosis(.network, .ok, "There is a network.")]
            : [
                Diagnosis(
                    .network, .warning, "There is no network: verdicts go on, check-ins wait.",
                    next: "Plug the cable in, or look at the wireless network.")
            ]
    }

    private func backends() throws -> [Diagnosis] {
        try station.links.all.flatMap { desk -> [Diagnosis] in
            let name = desk.settings.name
            if desk.report.isRevoked {
                return [Diagnosis(.backend, .broken, Station.revocation(by: name), next: "Enrol the station again.")]
            }
            if let trouble = desk.report.trouble(with: .uploads) ?? desk.report.trouble(with: .news) {
                // What comes and goes with a network needs nobody.
                let passes: Set<BackendTrouble.Code> = [.unreachable, .failing, .busy]
                let level: Diagnosis.Level = passes.contains(trouble.code) ? .warning : .broken
                return [Diagnosis(.backend, level, "\(name): \(trouble.headline).", next: trouble.hint)]
            }
            if let waiting = try station.longWait(for: name, now: situation.now) {
                return [Diagnosis(.backend, .warning, waiting, next: "Look at the network.")]
            }
            guard desk.report.lastContact != nil else {
                return [
                    Diagnosis(
                        .backend, .warning, "\(name) has not been spoken to yet.", next: "Look again in a minute.")
                ]
            }
            return [Diagnosis(.backend, .ok, "\(name) answers.")]
        } + unusableBackends
    }

    /// Configured, and not even begun with.
    private var unusableBackends: [Diagnosis] {
        let open = Set(station.links.all.map(\.settings.name))
        return station.configuration.backends.filter { !open.contains($0.name) }.compactMap { settings in
            station.health.sentence(.backend(settings.name)).map {
                Diagnosis(.backend, .broken, $0, next: "Mend usher.yaml or the credential, and start usherd again.")
            }
        }
    }
}
