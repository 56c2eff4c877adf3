import Foundation
import TestSupport
import Testing

@testable import Station

/// What may not leave the station in a support bundle.
@Suite struct RedactionTests {
    private let redaction = Redaction(
        secrets: ["hunter2-hunter2", "Anne", "Al", "x"], keeping: ["winter-gala-2026-12-05"])

    @Test(arguments: [
        ("key hunter2-hunter2.", "key (left out)."), ("xxhunter2-hunter2yy", "xx(left out)yy"),
        ("operator=Anne note", "operator=(left out) note"), ("Annex Al already", "Annex (left out) already"),
        ("code wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl", "code (left out)"),
        ("at https://u:p@box.example.org/v1?token=1 now", "at https://box.example.org/(left out) now"),
        ("at https://box.example.org: busy", "at https://box.example.org: busy"),
        ("at https://u:p@box.example.org now", "at //(left out)@box.example.org now"),
        ("event winter-gala-2026-12-05", "event winter-gala-2026-12-05"),
        ("usher_outbox_oldest_waiting_seconds 0", "usher_outbox_oldest_waiting_seconds 0"),
        ("key 6a1f0c9be3d27784", "key 6a1f0c9be3d27784"),
    ])
    func `takes out what nobody else may read, and leaves the rest`(text: String, clean: String) {
        #expect(redaction.clean(text) == clean)
    }

    @Test func `a log line loses what people typed`() {
        let json = """
            {"MESSAGE":"NOT RECORDED is switched note=ask Bo operator=Grace Hopper","USHER_OPERATOR":"Grace Hopper",\
            "USHER_NOTE":"ask Bo","SYSLOG_IDENTIFIER":"usherd","__REALTIME_TIMESTAMP":"1795000000000000"}
            {"MESSAGE":"left by=Grace Hopper event=gala","USHER_BY":"Grace Hopper","USHER_EVENT":"gala"}
            {"MESSAGE":"order=pause: ask Bo","USHER_ORDER":"pause: ask Bo"}
            {"MESSAGE":"taken back ref=R-17","USHER_REF":"R-17"}
            {"MESSAGE":[1,2,3]}
            no JSON
            """
        #expect(
            LogExcerpt.lines(json: Array(json.utf8)) == [
                "2026-11-18T11:06:40.000Z usherd NOT RECORDED is switched note=(left out) operator=(left out)",
                "left by=(left out) event=gala", "order=(left out)", "taken back ref=(left out)",
            ])
    }

    @Test func `a configuration is told without its secrets`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            station: SECRET-1
            backends:
              box: {kind: webhook, url: "https://relay.example.org/SECRET-3", credential: SECRET-4}
            hooks: [{command: [/opt/light, --token, SECRET-5]}]
            alerts:
              receivers:
                office: {kind: webhook, url: "https://alerts.example.org/SECRET-6"}
                anna: {kind: smtp, url: "smtps://mail.example.org", from: a@example.org, to: [SECRET-9@example.org]}
            manifests: {urls: ["https://lists.example.org/SECRET-7"], credential: SECRET-8}
            """, to: "usher.yaml")
        let outline = try Configuration.read(file: file.path, environment: [:]).outline.joined(separator: "\n")
        #expect(!outline.contains("SECRET"), "\(outline)")
        #expect(outline.contains("backend box: webhook at relay.example.org"))
        #expect(outline.contains("alerts: alerts.example.org, mail.example.org"))
    }
}
