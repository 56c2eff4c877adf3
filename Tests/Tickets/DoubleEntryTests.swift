import Testing
import Tickets

struct DoubleEntryTests {
    private static func passage(
        _ id: String, minute: Int64, _ verdict: Verdict = .admitted, count: Int = 1, heard: Int64? = nil
    ) -> Passage {
        Passage(
            id: id, at: Timestamp(seconds: minute * 60), verdict: verdict, count: count, gate: nil, station: nil,
            heard: heard.map { Timestamp(seconds: $0 * 60) })
    }

    @Test(arguments: [
        (["a"], 1, []), (["a", "b"], 1, ["b"]), (["a", "b"], 2, []), (["a", "b", "c"], 1, ["b", "c"]),
    ])
    func `without re-entry every entry beyond the ticket's number is one too many`(
        ids: [String], admits: Int, surplus: [String]
    ) {
        let passages = ids.enumerated().map { Self.passage($1, minute: Int64($0)) }
        // The order in which they became known does not matter.
        let found = DoubleEntry.find(in: passages.reversed(), admits: admits, reentry: .none)
        #expect(found.map(\.id) == surplus)
    }

    @Test func `whoever was checked out may come again where that is allowed`() {
        let passages = [
            Self.passage("in", minute: 1), Self.passage("out", minute: 2, .checkedOut),
            Self.passage("again", minute: 3),
            Self.passage("twice", minute: 4),
        ].connected
        #expect(DoubleEntry.find(in: passages, admits: 1, reentry: .afterExit).map(\.id) == ["twice"])
        #expect(DoubleEntry.find(in: passages, admits: 1, reentry: .none).map(\.id) == ["again", "twice"])
        #expect(DoubleEntry.find(in: passages, admits: 1, reentry: .unlimited).isEmpty)
    }

    @Test func `a place is a gate, and the station where two of them share one`() {
        let places = [("A", "k1"), ("A", "k2"), ("B", "k3"), ("B", "k3"), (nil, "k4"), (nil, nil), ("C", nil)].map {
            Passage(id: "", at: Timestamp(seconds: 0), verdict: .admitted, count: 1, gate: $0.0, station: $0.1)
        }
        let told = ["gate A (k1)", "gate A (k2)", "gate B", "gate B", "k4", "a gate without a name", "gate C"]
        #expect(DoubleEntry.places(of: places) == told)
    }

    @Test func `a group counts its people`() {
        let passages = [Self.passage("three", minute: 1, count: 3), Self.passage("two", minute: 2, count: 2)]
        #expect(DoubleEntry.find(in: passages, admits: 4, reentry: .none).map(\.id) == ["two"])
    }

    @Test(arguments: [([], ["again"]), (["in"], [])] as [(Set<String>, [String])])
    func `an exit whose station did not know the entry is no exit between two, whatever time it says`(
        knew: Set<String>, surplus: [String]
    ) {
        let passages = [
            Self.passage("in", minute: 5), Self.passage("out", minute: 20, .checkedOut).knowing(knew),
            Self.passage("again", minute: 25),
        ]
        #expect(DoubleEntry.find(in: passages, admits: 1, reentry: .afterExit).map(\.id) == surplus)
    }

    @Test func `an exit with a clock that is behind comes after the entry that it knew`() {
        let passages = [
            Self.passage("in", minute: 5), Self.passage("out", minute: 1, .checkedOut).knowing(["in"]),
            Self.passage("again", minute: 25).knowing(["out"]),
        ]
        #expect(DoubleEntry.find(in: passages, admits: 1, reentry: .afterExit).isEmpty)
    }
}
