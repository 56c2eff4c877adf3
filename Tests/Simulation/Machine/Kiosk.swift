import Foundation
import Journal
import Station
import StationAPI
import Synchronization
import TestSupport
import Tickets

/// A difference from the model, or from a rule that always holds.
package struct Failure: Error, CustomStringConvertible {
    /// What was expected and what happened, in one sentence.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// The staff that acts by hand.
enum Crew {
    static let all = [steward, Staff(name: "Bob", role: .steward), supervisor]
    static let steward = Staff(name: "Ann", role: .steward)
    static let supervisor = Staff(name: "Sue", role: .supervisor)
}

enum Reader {
    static let all: [CheckIn.How] = [.stdin, .camera, .wedge, .image]
}

/// The clock of a station, which only the simulation moves. Its boot-time clock is always right.
final class SimulatedClock: Sendable {
    private let state: Mutex<(now: Int64, right: Int64, isSynchronised: Bool)>
    private let moment = ContinuousClock.now

    init(_ now: Int64) { state = Mutex((now, now, true)) }

    func set(_ now: Int64, right: Int64, isSynchronised: Bool) {
        state.withLock { $0 = (now, right, isSynchronised) }
    }

    var clock: StationClock {
        StationClock(
            now: { Timestamp(milliseconds: self.state.withLock { $0.now }) },
            isSynchronised: { self.state.withLock { $0.isSynchronised } },
            instant: { self.moment + .milliseconds(self.state.withLock { $0.right }) })
    }
}

/// A real station on its own state folder.
struct Kiosk: Sendable {
    let number: Int
    let folder: URL
    let time: SimulatedClock
    /// By how many milliseconds its clock is wrong.
    var offset: Int64 = 0
    var isSynchronised = true
    var gate: String
    var opened: Station?
    /// How many entries of its journal were compared.
    var seen: Int64 = 0
    /// What the model knew when the copy was made.
    var backup: (model: Model.Station, seen: Int64)?
    /// How many of a relay's check-ins it has read.
    var heard = 0
    /// The last hour at which everybody on a list counted as out, as its journal says.
    var hours: [Model.Place: Int64] = [:]

    init(_ number: Int, below folder: URL, gate: String, now: Int64) {
        self.number = number
        self.folder = folder.appending(path: LedgerServer.station(number))
        self.gate = gate
        time = SimulatedClock(now)
    }

    var name: String { LedgerServer.station(number) }

    private static let machineID = String(repeating: "a", count: 32)
    private static let identity = "station.json"

    func station() throws -> Station {
        guard let opened else { throw Failure("\(name) is not open") }
        return opened
    }

    func open(_ change: @Sendable (inout Configuration) -> Void) async throws -> Station {
        var configuration = Configuration(station: name)
        configuration.gate = gate
        change(&configuration)
        let state = StateFolder(folder)
        if configuration.venue != nil {
            try FileManager.default.createDirectory(at: state.credentials, withIntermediateDirectories: true)
            try Data(World.password.utf8).write(to: state.credentials.appending(path: "venue"))
        }
        return try Station(
            folder: state, lock: try await state.lock(socket: nil), configuration: configuration,
            environment: Station.Environment(
                clock: time.clock, machineID: Self.machineID, keyFolders: [], credentialFolders: []),
            logger: .quiet)
    }

    /// As after SIGTERM.
    mutating func close() throws {
        try opened?.close()
        opened = nil
    }

    /// As after SIGKILL: what the process had not written yet is lost.
    mutating func die() throws {
        let image = folder.appendingPathExtension("image")
        try copy(folder, to: image)
        opened = nil
        // The identity file stays: with a copied one the station would take the whole folder for a copy.
        for name in try names(in: folder) where name != Self.identity {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        for name in try names(in: image) where name != Self.identity {
            try FileManager.default.moveItem(at: image.appending(path: name), to: folder.appending(path: name))
        }
    }

    mutating func backUp(_ model: Model.Station) throws {
        try copy(folder, to: folder.appendingPathExtension("backup"))
        backup = (model, seen)
    }

    /// - Returns: what the model knew then; `nil` without a backup.
    mutating func restore() throws -> Model.Station? {
        guard let backup else { return nil }
        try close()
        try FileManager.default.removeItem(at: folder)
        try copy(folder.appendingPathExtension("backup"), to: folder)
        // As with `usher station new-identity`: the station takes a restored folder for a copy.
        _ = try StationIdentity.renew(folder: folder, machineID: Self.machineID)
        seen = backup.seen
        hours = [:]
        return backup.model
    }

    private func copy(_ from: URL, to place: URL) throws {
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for name in try names(in: from) where name != "reserve" {
            try FileManager.default.copyItem(at: from.appending(path: name), to: place.appending(path: name))
        }
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
