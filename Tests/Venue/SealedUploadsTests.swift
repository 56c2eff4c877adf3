import Foundation
import Testing
import Tickets

@testable import Venue

/// Check-ins on their way through the ledger to the station that uploads.
@Suite(.ledgerCluster, .timeLimit(.minutes(2)))
struct SealedUploadsTests {
    private static let backend = "box-office"

    /// Runs with stations that are connected, each with its parcels.
    private func run(
        _ names: [String], groups: [String]? = nil,
        _ body: @Sendable (_ ledger: LedgerFixture, _ parcels: [SealedUploads]) async throws -> Void
    ) async throws {
        let ledger = try await LedgerFixture()
        try await run(ledger, names[...], groups ?? names.map { _ in "key" }, [], body)
    }

    private func run(
        _ ledger: LedgerFixture, _ names: ArraySlice<String>, _ groups: [String], _ open: [SealedUploads],
        _ body: @Sendable (_ ledger: LedgerFixture, _ parcels: [SealedUploads]) async throws -> Void
    ) async throws {
        guard let name = names.first else { return try await body(ledger, open) }
        let station = MemoryStation(name)
        try await station.run(on: try await ledger.add(name), limit: .seconds(30)) {
            try await station.waitUntilConnected()
            let parcels = SealedUploads(try #require(station.ledger), group: groups[open.count])
            try await run(ledger, names.dropFirst(), groups, open + [parcels], body)
        }
    }

    /// What is sealed inside of each.
    private static let token = SealedUpload.makeToken()

    private static func parcel(_ text: String) -> SealedUpload {
        SealedUpload(entry: UUID().uuidString.lowercased(), sealed: Data(text.utf8), token: token)
    }

    private static func answer(
        _ parcel: SealedUpload, _ outcome: SealedUploadAnswer.Outcome = .accepted, _ reason: String = "",
        token: Data? = Self.token
    ) throws -> [Int64: SealedUploadAnswer] {
        [
            try #require(parcel.number): SealedUploadAnswer(
                entry: parcel.entry, outcome: outcome, reason: Data(reason.utf8), token: token)
        ]
    }

    private static func texts(_ parcels: [SealedUpload]?) -> [String]? {
        parcels?.map { String(decoding: $0.sealed, as: UTF8.self) }
    }

    @Test func `one station takes the parcels of all in order, and each learns what became of its own`() async throws {
        try await run(["north", "south"]) { _, parcels in
            let (north, south) = (parcels[0], parcels[1])
            let (first, second, third) = (Self.parcel("1"), Self.parcel("2"), Self.parcel("3"))
            try await south.submit([first, second], to: Self.backend)
            try await north.submit([third], to: Self.backend)
            try await north.submit([Self.parcel("other")], to: "another backend")
            let taken = try #require(try await north.take(for: Self.backend, most: 10))
            #expect(Self.texts(taken) == ["1", "2", "3"])
            #expect(Self.texts(try await north.take(for: Self.backend, most: 2)) == ["1", "2"])
            #expect(try await north.settle(try Self.answer(taken[0], .refused, "no"), of: Self.backend))
            #expect(try await north.settle(try Self.answer(taken[2]), of: Self.backend))
            let entries = [first.entry, second.entry, third.entry]
            #expect(
                try await south.progress(of: entries, to: Self.backend)
                    == SealedUploadProgress(
                        answers: [SealedUploadAnswer(entry: first.entry, outcome: .refused, reason: Data("no".utf8))],
                        waiting: 1))
            #expect(Self.texts(try await north.take(for: Self.backend, most: 10)) == ["2"])
        }
    }

    @Test func `nobody else takes or settles, until the one that uploads is gone`() async throws {
        try await run(["north", "south"]) { ledger, parcels in
            let (north, south) = (parcels[0], parcels[1])
            try await south.submit([Self.parcel("1")], to: Self.backend)
            let taken = try #require(try await north.take(for: Self.backend, most: 10)?.first)
            #expect(try await south.take(for: Self.backend, most: 10) == nil)
            #expect(try await south.settle(try Self.answer(taken), of: Self.backend) == false)
            let status = try await ledger.office.status()
            #expect(status.uploads.map(\.station) == ["north"])
            #expect(status.uploads.map(\.waiting) == [1])
            #expect(status.stations.map(\.connections) == [2, 2])
            await north.releaseLock()
            // The server ends a session when it notices that its connection is closed.
            var again: [SealedUpload]?
            while again == nil { again = try await south.take(for: Self.backend, most: 10) }
            #expect(again == [taken])
            #expect(try await north.settle(try Self.answer(taken), of: Self.backend) == false)
            #expect(try await south.settle(try Self.answer(taken), of: Self.backend))
            #expect(try await ledger.office.status().uploads.map(\.station) == ["south"])
        }
    }

    @Test(arguments: [SealedUploadAnswer.Outcome.accepted, .refused, .parked])
    func `only who could open a parcel settles it`(outcome: SealedUploadAnswer.Outcome) async throws {
        try await run(["north", "thief"]) { _, parcels in
            let (north, thief) = (parcels[0], parcels[1])
            let parcel = Self.parcel("1")
            try await north.submit([parcel], to: Self.backend)
            let taken = try #require(try await thief.take(for: Self.backend, most: 10)?.first)
            for token in [nil, Data(), SealedUpload.makeToken(), parcel.tokenHash] {
                _ = try await thief.settle(try Self.answer(taken, outcome, token: token), of: Self.backend)
            }
            #expect(
                try await north.progress(of: [parcel.entry], to: Self.backend)
                    == SealedUploadProgress(answers: [], waiting: 1))
            _ = try await thief.settle(try Self.answer(taken, outcome), of: Self.backend)
            #expect(try await north.progress(of: [parcel.entry], to: Self.backend).answers.map(\.outcome) == [outcome])
        }
    }

    @Test func `what is called unreadable goes back to its station, and is handed in anew`() async throws {
        try await run(["north"]) { _, parcels in
            let parcel = Self.parcel("1")
            try await parcels[0].submit([parcel], to: Self.backend)
            let taken = try #require(try await parcels[0].take(for: Self.backend, most: 10)?.first)
            _ = try await parcels[0].settle(try Self.answer(taken, .unreadable, token: nil), of: Self.backend)
            #expect(
                try await parcels[0].progress(of: [parcel.entry], to: Self.backend).answers
                    == [SealedUploadAnswer(entry: parcel.entry, outcome: .unreadable, reason: Data())])
            try await parcels[0].submit([parcel], to: Self.backend)
            #expect(Self.texts(try await parcels[0].take(for: Self.backend, most: 10)) == ["1"])
        }
    }

    @Test func `another station may upload to another backend`() async throws {
        try await run(["north", "south"]) { _, parcels in
            let (north, south) = (parcels[0], parcels[1])
            let mine = try await north.take(for: "one", most: 1)
            let other = try await south.take(for: "other", most: 1)
            let taken = try await north.take(for: "other", most: 1)
            #expect(mine == [])
            #expect(other == [])
            #expect(taken == nil)
        }
    }

    @Test func `stations with another key are among themselves`() async throws {
        try await run(["north", "south"], groups: ["key", "another"]) { _, parcels in
            let (north, south) = (parcels[0], parcels[1])
            try await north.submit([Self.parcel("1")], to: Self.backend)
            #expect(try await south.take(for: Self.backend, most: 10) == [])
            #expect(Self.texts(try await north.take(for: Self.backend, most: 10)) == ["1"])
        }
    }

    @Test func `what waits under an old key waits under the new one when it is handed in anew`() async throws {
        let ledger = try await LedgerFixture()
        let station = MemoryStation("north")
        try await station.run(on: try await ledger.add("north"), limit: .seconds(30)) {
            try await station.waitUntilConnected()
            let open = try #require(station.ledger)
            let (old, new) = (SealedUploads(open, group: "old"), SealedUploads(open, group: "new"))
            let parcel = Self.parcel("1")
            try await old.submit([parcel], to: Self.backend)
            try await new.submit([parcel], to: Self.backend)
            let left = try await old.take(for: Self.backend, most: 10)
            let taken = try await new.take(for: Self.backend, most: 10)
            #expect(left == [])
            #expect(Self.texts(taken) == ["1"])
        }
    }

    @Test func `handed in again it stays what it is, and what was refused waits anew once that is known`() async throws
    {
        try await run(["north"]) { ledger, parcels in
            let north = parcels[0]
            let handed = [Self.parcel("1"), Self.parcel("2")]
            try await north.submit(handed, to: Self.backend)
            try await north.submit(handed, to: Self.backend)
            let taken = try #require(try await north.take(for: Self.backend, most: 10))
            #expect(taken.count == 2)
            _ = try await north.settle(try Self.answer(taken[0]), of: Self.backend)
            _ = try await north.settle(try Self.answer(taken[1], .parked), of: Self.backend)
            try await north.submit(handed, to: Self.backend)
            #expect(try await north.take(for: Self.backend, most: 10) == [])
            #expect(try await north.progress(of: handed.map(\.entry), to: Self.backend).answers.count == 2)
            try await north.submit(handed, to: Self.backend)
            #expect(Self.texts(try await north.take(for: Self.backend, most: 10)) == ["2"])
            // An answer is removed a while after it was learnt, not before.
            _ = try await ledger.ask(
                "UPDATE usher.parcel SET settled = now() - interval '1 hour' WHERE settled IS NOT NULL RETURNING 1")
            _ = try await north.settle([:], of: Self.backend)
            #expect(try await ledger.ask("SELECT count(*) FROM usher.parcel") == "2")
            _ = try await ledger.ask(
                "UPDATE usher.parcel SET learnt = now() - interval '1 hour' WHERE settled IS NOT NULL RETURNING 1")
            _ = try await north.settle([:], of: Self.backend)
            #expect(try await ledger.ask("SELECT count(*) FROM usher.parcel") == "1")
        }
    }

    @Test func `a station that hands in too much is refused`() async throws {
        try await run(["north"]) { _, parcels in
            try await parcels[0].submit((0...1000).map { Self.parcel("\($0)") }, to: Self.backend)
            let error = await #expect(throws: VenueError.self) {
                try await parcels[0].submit([Self.parcel("more")], to: Self.backend)
            }
            #expect(error?.code == .limited)
        }
    }
}
