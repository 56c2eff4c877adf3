import Messages
import Testing
import Tickets

struct StaffActTests {
    private static let all = Set(Permission.allCases)

    /// Who may do what on a station with every permission.
    static let table: [(StaffAct, steward: Bool, needs: Set<Permission>)] = [
        (.lookUp, true, [.manualCheckIn]),
        (.search, false, [.manualCheckIn, .detailedAttendee]),
        (.admit, true, [.manualCheckIn]),
        (.override, false, [.manualCheckIn]),
        (.checkOut, true, [.manualCheckIn]),
        (.checkOutAll, false, [.manualCheckIn]),
        (.undoOwn, true, [.manualCheckIn]),
        (.undoAny, false, [.manualCheckIn]),
        (.undoElsewhere, false, [.manualCheckIn]),
        (.move, false, []),
        (.notRecorded, false, []),
        (.sell, true, [.manualCheckIn]),
        (.give, false, [.manualCheckIn]),
        (.refund, false, [.manualCheckIn]),
        (.enrol, false, []),
    ]

    @Test func `the table names every act`() {
        #expect(Self.table.map(\.0) == StaffAct.allCases)
    }

    @Test(arguments: table.indices)
    func `a role and the station's permissions allow an act, or say what is missing`(index: Int) {
        let (act, steward, needs) = Self.table[index]
        #expect(act.obstacle(for: .supervisor, with: Self.all) == nil)
        #expect(act.obstacle(for: .steward, with: Self.all) == (steward ? nil : .role))
        for permission in Permission.allCases {
            let missing = needs.contains(permission) ? StaffAct.Obstacle.permission(permission) : nil
            #expect(act.obstacle(for: .supervisor, with: Self.all.subtracting([permission])) == missing)
        }
        #expect((act.obstacle(for: .supervisor, with: []) == nil) == needs.isEmpty)
    }

    @Test(arguments: [
        (Decision.Outcome.admitted(entry: 2), "Welcome, 2 of 4", "Welcome"),
        (.refused(.wrongGate(right: "Lounge")), "VIP entrance: Lounge", "This ticket's entrance: Lounge"),
        (.refused(.alreadyScanned(first: nil)), "All 4 already scanned", "Already scanned"),
    ]) func `a station without the permission tells no type, seat or entry`(
        outcome: Decision.Outcome, message: String, without: String
    ) {
        let type = TicketType(id: 1, slug: "vip", name: "VIP", color: "#9333ea", attention: "Hand out a lanyard")
        let line = TicketLine(
            number: 0, reference: "r-1", type: type, admits: 4, notBefore: Timestamp(seconds: 0),
            notAfter: Timestamp(seconds: 9), seat: "A1")
        func report(_ permissions: Set<Permission>) -> VerdictReport {
            VerdictReport(
                Decision(outcome, line: line), sequence: 1, plan: nil, gate: nil, permissions: permissions,
                direction: .in, at: Timestamp(seconds: 1), how: .camera, text: english)
        }
        let whole = report(Self.all)
        #expect(whole.message == message)
        #expect(whole.type == "VIP" && whole.seat == "A1" && whole.admits == 4)
        let plain = report([.scan])
        #expect(plain.message == without)
        #expect(plain.type == nil && plain.seat == nil && plain.entry == nil && plain.admits == nil)
        #expect(plain.typeColor == nil)
        #expect(plain.attention == (plain.verdict == .admitted ? "Hand out a lanyard" : nil))
        #expect(plain.reference == "r-1")
    }
}
