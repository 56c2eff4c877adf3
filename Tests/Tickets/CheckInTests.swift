import Testing
import Tickets

struct CheckInTests {
    @Test func `lists its fields in the order of the journal`() throws {
        let entry = CheckIn(
            id: "019ab000-0000-7000-8000-000000000001", station: "kiosk-1", sequence: 3, event: "winter-gala-2026",
            list: "main", gate: "A", key: TicketKey(hex: "621e76c363feab9ec378faa1d3851f99"), line: 0,
            reference: "ref-0", verdict: .refused(.unpaid), count: 0, how: .camera,
            at: try time("2026-12-05T16:00:00.123Z"), clock: .unsynchronised, note: "n", knew: ["a", "b"])
        let expected =
            #"{"id":"019ab000-0000-7000-8000-000000000001","station":"kiosk-1","seq":3,"event":"winter-gala-2026","#
            + #""list":"main","gate":"A","key":"621e76c363feab9ec378faa1d3851f99","line":0,"ref":"ref-0","#
            + #""direction":"in","verdict":"refused","reason":"unpaid","kind":"scan","undoes":null,"count":0,"#
            + #""how":"camera","operator":null,"at":"2026-12-05T16:00:00.123Z","clock":"unsynchronised","note":"n","knew":["a","b"]}"#
        #expect(JSONValue.object(entry.fields).text == expected)
    }

    private struct SampleError: ExplainedError {
        let operation = "install"
        let subject = "gala.usher"
        let reason = "seq 7 is not above 9"
        var hint: String?
    }

    @Test func `an error says what failed, on what, why and what to do`() {
        #expect("\(SampleError())" == "cannot install gala.usher: seq 7 is not above 9")
        let hint = SampleError(hint: "Publish the list again.")
        #expect("\(hint)" == "cannot install gala.usher: seq 7 is not above 9. Publish the list again.")
    }
}
