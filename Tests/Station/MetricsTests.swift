import Foundation
import StationAPI
import Testing
import Tickets

@testable import Station

/// What Prometheus reads of a station.
@Suite struct MetricsTests {
    private let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    // MARK: - The format

    @Test func `writes labels that nothing can break out of`() {
        var text = PrometheusText()
        text.family("usher_a", .gauge, "one\\two\nthree \"four\"", .init(1, ("event", "a\"} 7\nb\\c")))
        #expect(
            text.text == """
                # HELP usher_a one\\\\two\\nthree "four"
                # TYPE usher_a gauge
                usher_a{event="a\\"} 7\\nb\\\\c"} 1

                """)
    }

    @Test func `a bucket counts everything up to its upper end`() {
        var histogram = Histogram(bounds: [0.001, 0.01])
        for microseconds in [500, 1000, 1001, 20_000, -5] { histogram.note(.microseconds(microseconds)) }
        var text = PrometheusText()
        text.histogram("usher_b_seconds", "How long.", histogram)
        let lines = text.text.split(separator: "\n").dropFirst(2).map(String.init)
        #expect(
            lines.dropLast(2) == [
                #"usher_b_seconds_bucket{le="0.001"} 3"#, #"usher_b_seconds_bucket{le="0.01"} 4"#,
                #"usher_b_seconds_bucket{le="+Inf"} 5"#,
            ])
        #expect(lines.last == "usher_b_seconds_count 5")
        #expect(abs(histogram.sum - 0.022501) < 1e-9)
    }

    @Test func `leaves out a family that has no sample`() {
        var text = PrometheusText()
        text.family("usher_c", .counter, "None.", [])
        #expect(text.text.isEmpty)
    }

    // MARK: - A station's page

    /// A line as the format's own grammar has it.
    private static func isWellFormed(_ line: Substring) -> Bool {
        line.wholeMatch(of: /# (HELP|TYPE) [a-z_]+ .+/) != nil
            || line.wholeMatch(
                of: /[a-z_]+(\{[a-z_]+="([^"\\]|\\[\\n"])*"(,[a-z_]+="([^"\\]|\\[\\n"])*")*\})? -?[0-9.e+-]+/) != nil
    }

    private func evening() async throws -> Station {
        let station = try await fixture.open { $0.gate = "A" }
        try await fixture.install(
            ["\(code("a")),REF-1,standard,Zoe Guest,valid,1,,", "\(code("b")),REF-2,vip,Ada Guest,valid,1,,"],
            in: station)
        for text in [code("a"), code("a"), code("b"), "nobody made this", "https://example.org"] {
            _ = await station.door.show(text)
        }
        return station
    }

    @Test func `says each thing once, in lines that Prometheus takes`() async throws {
        let lines = try await evening().monitor.metrics().split(separator: "\n")
        for line in lines { #expect(Self.isWellFormed(line), "\(line)") }
        let samples = lines.filter { !$0.hasPrefix("#") }.map { $0.prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }
        #expect(Set(samples).count == samples.count)
        let families = lines.filter { $0.hasPrefix("# TYPE") }
        #expect(Set(families).count == families.count)
        for family in families {
            let parts = family.split(separator: " ")
            #expect(parts[3] != "counter" || parts[2].hasSuffix("_total"), "\(family)")
            #expect(lines.contains { $0.hasPrefix("# HELP \(parts[2]) ") }, "\(family)")
            #expect(lines.contains { $0.hasPrefix(parts[2]) }, "\(family)")
        }
    }

    @Test func `counts verdicts, hints and people`() async throws {
        let text = try await evening().monitor.metrics()
        for line in [
            #"usher_build_info{version="\#(Station.version)"} 1"#,
            #"usher_scans_total{verdict="admitted",reason="none",reader="stdin"} 2"#,
            #"usher_scans_total{verdict="refused",reason="alreadyScanned",reader="stdin"} 1"#,
            #"usher_scans_total{verdict="refused",reason="invalid",reader="stdin"} 1"#,
            #"usher_hints_total{hint="webAddress"} 1"#, #"usher_commit_seconds_count 4"#,
            #"usher_decode_seconds_count 0"#, #"usher_admitted{event="gala"} 2"#, #"usher_inside{event="gala"} 2"#,
            #"usher_tickets{event="gala"} 2"#, #"usher_journal_entries 4"#,
            #"usher_outbox_entries{state="waiting"} 0"#, #"usher_outbox_oldest_waiting_seconds 0"#,
            #"usher_devices{kind="camera",state="reading"} 0"#, #"usher_clock_synchronised 1"#,
            #"usher_not_recorded 0"#, #"usher_face_connected 0"#, #"usher_list_old{event="gala"} 0"#,
        ] {
            #expect(text.contains("\n" + line + "\n") || text.hasPrefix(line + "\n"), "\(line) in \(text)")
        }
    }

    @Test func `holds nothing of a guest or a ticket`() async throws {
        let text = try await evening().monitor.metrics()
        for secret in [code("a"), code("b"), "nobody made this", "Zoe", "Ada", "Guest", "REF-1", "kiosk-1"] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }

    @Test func `shows a clock and a list that are wrong`() async throws {
        let station = try await evening()
        fixture.set(now: StationFixture.evening + .seconds(5 * 86_400), isSynchronised: false)
        let text = try await station.monitor.metrics()
        #expect(text.contains("\nusher_clock_synchronised 0\n"))
        let old = StationStatus.ServedEvent(
            id: "gala", name: "", gate: nil, list: nil, tickets: 1, admitted: 0, inside: 0, isTest: false,
            timeZone: "UTC", utcOffsets: [], doorsOpen: StationFixture.evening, listIssued: StationFixture.evening,
            isListOld: true)
        var status = try await station.monitor.status()
        status.serving = [old]
        status.notRecorded = .init(isOn: true, operator: "Grace", waiting: 3)
        status.now = StationFixture.evening + .seconds(90)
        let page = MetricsPage(
            status: status, counts: .init(), waitingSince: StationFixture.evening,
            clockOffset: .milliseconds(-1500), freeBytes: 4096, hasDisplay: true, started: StationFixture.evening
        ).text
        for line in [
            #"usher_list_old{event="gala"} 1"#, #"usher_list_age_seconds{event="gala"} 90"#, "usher_not_recorded 1",
            "usher_not_recorded_waiting 3", "usher_outbox_oldest_waiting_seconds 90",
            "usher_clock_offset_seconds -1.5", "usher_disk_free_bytes 4096", "usher_face_connected 1",
        ] {
            #expect(page.contains("\n\(line)\n"), "\(line)")
        }
        #expect(!page.contains("Grace"))
    }

    @Test func `a showing again is not counted again`() {
        let metrics = Metrics()
        var report = VerdictReport(
            .refused(.noManifest), sequence: nil, plan: nil, gate: nil, direction: .in, at: StationFixture.evening,
            how: .wedge, elapsed: .milliseconds(3), text: \.key)
        metrics.note(.verdict(report))
        report.isRepeat = true
        metrics.note(.verdict(report))
        #expect(metrics.all.scans == [.init(verdict: .refused(.noManifest), how: .wedge): 1])
        #expect(metrics.all.commit.count == 1)
        metrics.noteDecoding(.milliseconds(7))
        #expect(metrics.all.decoding.count == 1)
    }

    // MARK: - Configuration

    private func read(_ text: String) throws -> Configuration {
        let file = fixture.folder.appending(path: "\(UUID()).yaml")
        try Data(text.utf8).write(to: file)
        return try Configuration.read(file: file.path, environment: [:])
    }

    @Test func `other machines see them only when somebody wants that`() throws {
        #expect(try read("station: kiosk").metrics == nil)
        #expect(try read("metrics: {listen: 0.0.0.0:9464}").metrics == MetricsSettings(host: "0.0.0.0", port: 9464))
        #expect(try read("metrics: {listen: \"[::]:9464\"}").metrics == MetricsSettings(host: "::", port: 9464))
        for text in ["metrics: {}", "metrics: {listen: 9464}", "metrics: {port: 1}"] {
            #expect(throws: (any Error).self) { try read(text) }
        }
    }
}
