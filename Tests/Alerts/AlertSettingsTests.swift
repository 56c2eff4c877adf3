import CheckedYAML
import Foundation
import Testing
import Tickets

@testable import Alerts

struct AlertSettingsTests {
    private func read(_ yaml: String) throws -> AlertSettings? {
        try CheckedYAML.read(yaml, file: "usher.yaml") { AlertSettings(of: $0) }
    }

    private func faults(_ yaml: String) -> [String] {
        do {
            _ = try read(yaml)
            return []
        } catch let faults as YAMLFaults {
            return faults.faults.map { [$0.key, $0.problem].compactMap { $0 }.joined(separator: " ") }
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `reads receivers of each kind, and quiet hours`() throws {
        let settings = try #require(
            try read(
                """
                alerts:
                  receivers:
                    office: {kind: webhook, url: "https://example.org/hook?sig=1", body: '{"text": "{title}"}'}
                    manager: {kind: smtp, url: "smtps://mail.example.org", from: usher@example.org, to: [a@example.org]}
                    phone: {kind: ntfy, url: "https://ntfy.example.org/door"}
                  quiet: {from: "23:00", until: "07:00"}
                """))
        #expect(settings.receivers.map(\.name) == ["office", "manager", "phone"])
        #expect(settings.receivers.map(\.host) == ["example.org", "mail.example.org", "ntfy.example.org"])
        #expect(settings.quiet == QuietHours(from: "23:00", until: "07:00"))
    }

    @Test func `the sum of an event is told only by those who hear of all stations`() throws {
        let yaml = "alerts: {digest: de, receivers: {o: {kind: webhook, url: 'https://example.org'}}}\n"
        let settings = try CheckedYAML.read(yaml, file: "relay.yaml") { AlertSettings(of: $0, seesAll: true) }
        #expect(settings?.digest == "de")
        #expect(faults(yaml).contains { $0.contains("digest") })
    }

    @Test func `says once how the old form is written now`() {
        let found = faults("alerts: {url: \"https://example.org\", credential: c, plain_http: false}\n")
        #expect(
            found == [
                "alerts names one webhook without a name; write receivers: {office: {kind: webhook, ...}} with its keys "
                    + "there"
            ])
    }

    @Test(
        arguments: [
            (
                "a: {kind: fax, url: \"https://example.org\"}",
                "alerts.receivers.a.kind must be one of webhook, smtp, ntfy, not \"fax\""
            ),
            (
                "a: {kind: webhook, url: \"http://example.org\"}",
                "alerts.receivers.a.url is not encrypted; use https, or say plain_http: true"
            ),
            (
                "a: {kind: webhook, url: \"https://e.org\", body: '{\"a\": \"{b}\"}'}",
                "alerts.receivers.a.body has {b}, which is not one of {station} {alert} {severity} {state} {subject} "
                    + "{message} {title} {at} {id}"
            ),
            (
                "a: {kind: webhook, url: \"https://e.org\", body: 'text'}",
                "alerts.receivers.a.body is not JSON with texts, whole numbers, true, false and null"
            ),
            (
                "a: {kind: ntfy, url: \"https://ntfy.sh\"}",
                "alerts.receivers.a.url must be a server and a topic, like https://ntfy.sh/TOPIC"
            ),
            (
                "a: {kind: smtp, url: \"smtps://e.org\", from: a@e.org, to: [\"b@e.org>\\r\\nDATA\"]}",
                "alerts.receivers.a.to[0] must be an address like anna@example.org"
            ),
            (
                "a: {kind: smtp, url: \"smtps://e.org\", from: a@e.org, to: [b@e.org], credential: c}",
                "alerts.receivers.a.credential needs a user"
            ),
            (
                "a: {kind: smtp, url: \"smtps://e.org/x\", from: a@e.org, to: [b@e.org]}",
                "alerts.receivers.a.url must be an address like smtps://mail.example.org or "
                    + "smtp://mail.example.org:587"
            ),
        ])
    func `names what is wrong with a receiver`(receiver: String, fault: String) {
        #expect(faults("alerts: {receivers: {\(receiver)}}\n") == [fault])
    }

    @Test func `alerts without receivers tell nobody, which is a fault`() {
        #expect(faults("alerts: {quiet: {from: \"1:00\", until: \"02:00\"}}\n").count == 2)
    }
}

/// The examples of docs/ALERTS.md.
struct AlertPageTests {
    private let blocks: [String]

    init() throws {
        let page = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/ALERTS.md"),
            encoding: .utf8)
        blocks = page.matches(of: #/(?s)```yaml\n(.*?)```/#).map { String($0.1) }
    }

    @Test func `can be used as they are`() throws {
        let settings = try CheckedYAML.read(blocks[0], file: "ALERTS.md") { AlertSettings(of: $0) }
        #expect(settings?.receivers.count == 3)
        #expect(settings?.quiet != nil)
    }

    /// The forms are those of the makers' documents: https://api.slack.com/messaging/webhooks,
    /// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using,
    /// https://matrix-org.github.io/matrix-hookshot/latest/setup/webhooks.html
    @Test(
        arguments: [
            ("slack", #"{"text":"kiosk-1: It says \"no\"."}"#),
            (
                "teams",
                #"{"attachments":[{"content":{"body":[{"text":"kiosk-1: It says \"no\".","type":"TextBlock","#
                    + #""wrap":true}],"type":"AdaptiveCard","version":"1.4"},"#
                    + #""contentType":"application/vnd.microsoft.card.adaptive"}],"type":"message"}"#
            ),
            ("matrix", #"{"text":"kiosk-1: It says \"no\"."}"#),
        ])
    func `have the form of the chat`(name: String, json: String) throws {
        let indented = blocks[1].split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        let yaml = "alerts:\n  receivers:\n\(indented)\n"
        let settings = try CheckedYAML.read(yaml, file: "ALERTS.md") { AlertSettings(of: $0) }
        let receiver = try #require(settings?.receivers.first { $0.name == name })
        guard case .webhook(let webhook) = receiver.way else {
            Issue.record("\(name) is no webhook")
            return
        }
        let alert = Alert<TestKind>(kind: .unsent, subject: "", message: "It says \"no\".")
        let message = AlertMessage(id: "1", alert, .begun, at: Timestamp(seconds: 0))
        #expect(webhook.json(of: message, from: AlertSource(.station, "kiosk-1")).text == json)
    }
}

struct JSONTemplateTests {
    private let alert = Alert<TestKind>(
        kind: .unsent, subject: "box", message: "It says \"no\" {title}\n\\", severity: .broken)

    @Test func `fills in texts, which stay texts`() throws {
        let template = try JSONTemplate(
            #"{"b": [1, true, null, "{alert} {state}"], "a": {"text": "{station}: {message}"}}"#)
        let message = AlertMessage(id: "1", alert, .begun, at: Timestamp(seconds: 0))
        #expect(
            template.filled(message, from: AlertSource(.station, "k\"1")).text
                == #"{"a":{"text":"k\"1: It says \"no\" {title}\n\\"},"b":[1,true,null,"unsent begun"]}"#)
    }
}
