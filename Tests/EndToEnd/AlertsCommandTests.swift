import Foundation
import ServerDoubles
import Synchronization
import TestSupport
import Testing
import Tickets

/// A program that takes alerts, with the titles that it heard.
private final class Office: ServerDouble {
    private let heard = Mutex<[String]>([])

    var titles: [String] { heard.withLock { $0 } }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        heard.withLock { $0.append(request.members["text"] ?? "") }
        return DoubleAnswer(body: .bytes(Array("ok".utf8)))
    }
}

/// `usher alerts test`, as IT tries it before the evening.
@Suite(.timeLimit(.minutes(2)))
struct AlertsCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func receivers(_ address: String) -> String {
        """
        alerts:
          receivers:
            office: {kind: webhook, url: "\(address)", body: '{"text": "{title}"}'}
            phone: {kind: ntfy, url: "http://127.0.0.1:1/door"}

        """
    }

    @Test func `says what came of each, and fails when one did not take it`() async throws {
        let office = Office()
        try await office.serve { address in
            let file = try folder.write(receivers(address), to: "alerts.yaml").path
            let all = try await Programs.run("usher", ["alerts", "test", "--venue", file])
            #expect(all.status == 1)
            #expect(all.lines.first == "office: taken")
            #expect(all.lines.last?.hasPrefix("phone: cannot ask http://127.0.0.1:1: connection refused") == true)
            let one = try await Programs.run("usher", ["alerts", "test", "office", "--venue", file])
            #expect(one.status == 0)
            let unknown = try await Programs.run("usher", ["alerts", "test", "fax", "--venue", file])
            #expect(unknown.status == 1)
            #expect(unknown.errors.contains("It has: office, phone."))
        }
        #expect(office.titles.count == 2)
    }

    @Test func `a station is asked for its own receivers`() async throws {
        let office = Office()
        try await office.serve { address in
            let state = folder.file("state").path
            let file = try folder.write("station: kiosk-1\n" + receivers(address), to: "usher.yaml").path
            _ = try await DaemonTests.beside(state, options: ["--config", file]) {
                let one = try await Programs.run("usher", ["alerts", "test", "office", "--json", "--state", state])
                #expect(one.output == #"{"items":[{"receiver":"office"}]}"# + "\n")
                #expect(one.status == 0)
                // The station may have something to say of its own meanwhile.
                #expect(office.titles.contains("kiosk-1: This is a test: alerts arrive here."))
            }
        }
    }
}
