import Foundation
import TestSupport
import Testing
import Tickets

@testable import Backends
@testable import Relay

/// A relay that lost its state, or has an older copy of it, must not hide what it was told since.
@Suite struct RelayCursorTests {
    private func store(checkIns count: Int64, in folder: TemporaryFolder) throws -> RelayStore {
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        let messages = (1...count).map { number in
            CheckInMessage(
                CheckIn(
                    id: "00000000-0000-7000-8000-00000000000\(number)", station: "kiosk-1", sequence: number,
                    event: "gala", list: "main", verdict: .admitted, count: 1, how: .camera,
                    at: Timestamp(seconds: number), clock: .synchronised))
        }
        _ = try store.receive(messages.map { RelayStore.Incoming(message: $0, event: "gala", backend: nil) })
        return store
    }

    @Test func `a cursor is good for the file that gave it, up to its last number`() throws {
        let folders = [try TemporaryFolder(), try TemporaryFolder()]
        let (store, other) = (try store(checkIns: 3, in: folders[0]), try store(checkIns: 5, in: folders[1]))
        let second = RelayStore.Place(checkIn: 2)
        #expect(try store.place(of: nil) == RelayStore.Place())
        #expect(try store.place(of: store.cursor(at: second)) == second)
        // As earlier versions gave it.
        #expect(try store.place(of: "3") == RelayStore.Place(checkIn: 3))
        let (cursor, earlier) = (store.cursor(at: second), String(store.cursor(at: second).dropLast(2)))
        #expect(try store.place(of: earlier) == second)
        let foreign = [
            other.cursor(at: second), store.cursor(at: .init(checkIn: 4)), store.cursor(at: .init(ticket: 1)),
            earlier + "0", cursor + "-0", "4", "-1", "x", "", "1-2-3",
        ]
        for cursor in foreign { #expect(try store.place(of: cursor) == nil, "\(cursor)") }
        try store.close()
        let again = try RelayStore(folder: folders[0].url, now: { .relayNow })
        #expect(try again.place(of: cursor) == second)
        try again.close()
        try other.close()
    }
}
