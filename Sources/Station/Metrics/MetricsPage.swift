internal import Messages
internal import StationAPI
internal import Tickets

/// The page that Prometheus reads. Labels hold words of the program, ids of events and names from the configuration,
/// but nothing about a guest, a ticket or a member of staff.
struct MetricsPage {
    var status: StationStatus
    var counts: Metrics.Counts
    /// When the oldest check-in that still waits was made; `nil` when none waits.
    var waitingSince: Timestamp?
    /// How far this machine's clock is ahead of the ticketing server's from which it differs most; `nil` when no server
    /// has told its time.
    var clockOffset: Duration?
    var freeBytes: Int64
    /// A person would see a verdict.
    var hasDisplay: Bool
    var started: Timestamp

    var text: String {
        var text = PrometheusText()
        addStation(to: &text)
        addScans(to: &text)
        addEvents(to: &text)
        addOutbox(to: &text)
        addVenue(to: &text)
        addMachine(to: &text)
        return text.text
    }

    private typealias Sample = PrometheusText.Sample

    private func addStation(to text: inout PrometheusText) {
        text.family(
            "usher_build_info", .gauge, "The version that runs; always 1.", Sample(1, ("version", status.version)))
        text.family(
            "usher_start_time_seconds", .gauge, "When the station was opened, in Unix time.",
            Sample(started.seconds))
        text.family(
            "usher_faults", .gauge, "What usher status asks a person to look at.", Sample(status.faults.count))
        text.family(
            "usher_conditions", .gauge, "What usher status asks a person to look at, by code and level.",
            Dictionary(grouping: status.conditions, by: \.code).sorted { $0.key.rawValue < $1.key.rawValue }.map {
                Sample($0.value.count, ("code", $0.key.rawValue), ("level", $0.value[0].level.rawValue))
            })
        text.family("usher_face_connected", .gauge, "Whether somebody would see a verdict.", Sample(isTrue: hasDisplay))
    }

    private func addScans(to text: inout PrometheusText) {
        let scans = counts.scans.map { (verdict: $0.key.verdict, how: $0.key.how.rawValue, count: $0.value) }
            .sorted {
                ($0.verdict.word, $0.verdict.reason?.rawValue ?? "", $0.how) < (
                    $1.verdict.word, $1.verdict.reason?.rawValue ?? "", $1.how
                )
            }
        text.family(
            "usher_scans_total", .counter, "Verdicts; the reason of an admission or check-out is none.",
            scans.map { scan in
                Sample(
                    scan.count, ("verdict", scan.verdict.word), ("reason", scan.verdict.reason?.rawValue ?? "none"),
                    ("reader", scan.how))
            })
        text.family(
            "usher_codes_not_taken_total", .counter, "Codes that were read while no display would show their verdicts.",
            Sample(counts.notTaken))
        text.family(
            "usher_hints_total", .counter, "What was shown and is no ticket, by what it is.",
            counts.hints.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                Sample($0.value, ("hint", $0.key.rawValue))
            })
        text.histogram(
            "usher_decode_seconds", "From a camera's frame to the ticket codes in it, of frames that hold one.",
            counts.decoding)
        text.histogram(
            "usher_commit_seconds", "From the frame or the last key to the recorded verdict.", counts.commit)
    }

    private func addEvents(to text: inout PrometheusText) {
        func each(_ value: (StationStatus.ServedEvent) -> Int64) -> [Sample] {
            status.serving.map { Sample(value($0), ("event", $0.id)) }
        }
        text.family("usher_tickets", .gauge, "Lines in the list of an event that is served.", each(\.tickets))
        text.family(
            "usher_admitted", .gauge, "People let in, as far as this station knows.", each { Int64($0.admitted) })
        text.family("usher_inside", .gauge, "People inside, as far as this station knows.", each { Int64($0.inside) })
        text.family(
            "usher_list_age_seconds", .gauge, "Since the list was made.",
            each { (status.now - $0.listIssued).components.seconds })
        text.family(
            "usher_list_old", .gauge, "Whether the list is past its expiry or older than its organizer wants.",
            each { $0.isListOld ? 1 : 0 })
    }

    private func addOutbox(to text: inout PrometheusText) {
        let journal = status.journal
        text.family("usher_journal_entries", .gauge, "Entries of the journal.", Sample(journal.entries))
        text.family(
            "usher_outbox_entries", .gauge, "Check-ins that their ticketing server has not settled.",
            [
                Sample(journal.waiting, ("state", "waiting")), Sample(journal.refused, ("state", "refused")),
                Sample(journal.parked, ("state", "parked")),
            ])
        text.family(
            "usher_outbox_oldest_waiting_seconds", .gauge, "How long the oldest waits; 0 when none does.",
            Sample(waitingSince.map { max(0, (status.now - $0).components.seconds) } ?? 0))
        text.family(
            "usher_backend_trouble", .gauge, "Whether something is wrong with a ticketing server.",
            status.backends.map { Sample(isTrue: $0.trouble != nil, ("backend", $0.name)) })
        text.family(
            "usher_backend_last_contact_timestamp_seconds", .gauge, "When it last answered, in Unix time.",
            status.backends.compactMap { backend in
                backend.lastContact.map { Sample($0.seconds, ("backend", backend.name)) }
            })
        text.family(
            "usher_not_recorded", .gauge, "Whether the disk takes no entries.",
            Sample(isTrue: status.notRecorded != nil))
        text.family(
            "usher_not_recorded_waiting", .gauge, "Decisions that are in memory only.",
            Sample(status.notRecorded?.waiting ?? 0))
    }

    private func addVenue(to text: inout PrometheusText) {
        guard let venue = status.venue else { return }
        text.family(
            "usher_venue_connected", .gauge, "Whether every passage is asked of the venue's ledger first.",
            Sample(isTrue: venue.condition == .connected))
        text.family(
            "usher_venue_entries", .gauge, "Entries that the venue's ledger does not have.",
            [Sample(venue.waiting, ("state", "waiting")), Sample(venue.parked, ("state", "parked"))])
    }

    private func addMachine(to text: inout PrometheusText) {
        text.family(
            "usher_devices", .gauge, "Cameras and scanners by what they are doing.",
            StationStatus.Reader.Kind.allCases.flatMap { kind in
                StationStatus.Reader.State.allCases.map { state in
                    Sample(
                        status.readers.count { $0.kind == kind && $0.state == state }, ("kind", kind.rawValue),
                        ("state", state.rawValue))
                }
            })
        text.family(
            "usher_clock_synchronised", .gauge, "Whether the kernel takes the clock for right.",
            Sample(isTrue: status.clock == .synchronised))
        text.family(
            "usher_clock_offset_seconds", .gauge, "How far the clock is ahead of a ticketing server's.",
            clockOffset.map { [Sample(seconds: Double($0.wholeMilliseconds) / 1000)] } ?? [])
        text.family(
            "usher_disk_free_bytes", .gauge, "Room on the disk of the state folder.", Sample(freeBytes))
        text.family(
            "usher_disk_low", .gauge, "Whether the journal uses up its reserve.", Sample(isTrue: status.isDiskLow))
    }
}
