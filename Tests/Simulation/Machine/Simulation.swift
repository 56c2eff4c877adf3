// StationSimulation: random histories of real stations beside a model of what the documents promise.

import Foundation

/// A history: what it begins with and what is done.
package struct History: Sendable {
    package var setup: Setup
    package var actions: [Action]

    package init(_ setup: Setup = Setup(), _ actions: [Action]) {
        self.setup = setup
        self.actions = actions
    }

    /// Does it all again, from the beginning.
    /// - Throws: ``Failure`` for what went otherwise than it must.
    package func replay() async throws {
        if let failure = try await outcome() { throw failure.failure }
    }

    /// Where and how it failed; `nil`: it did not.
    func outcome() async throws -> (step: Int, failure: Failure)? {
        let world = try await World(setup, below: Self.scratch.appending(path: UUID().uuidString))
        var found: (Int, Failure)?
        for (step, action) in actions.enumerated() where found == nil {
            do {
                try await world.perform(action)
            } catch {
                found = (step, error as? Failure ?? Failure("\(error)"))
            }
        }
        if found == nil {
            do {
                try await world.finish()
            } catch {
                found = (actions.count, error as? Failure ?? Failure("\(error)"))
            }
        }
        try? await world.end()
        return found
    }

    /// In memory where there is such a place: the speed of a disk is not what is tried.
    fileprivate static let scratch: URL = {
        let memory = URL(filePath: "/dev/shm")
        let parent =
            FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        return parent.appending(path: "usher-simulation-\(ProcessInfo.processInfo.processIdentifier)")
    }()
}

/// Many histories in a row.
package struct Simulation: Sendable {
    package var seed: UInt64
    package var actions: Int
    package var families: Set<Family>
    /// In one history.
    package var length = 300

    package init(seed: UInt64, actions: Int, families: Set<Family> = Set(Family.allCases)) {
        self.seed = seed
        self.actions = actions
        self.families = families
    }

    package func history(_ number: Int) -> History {
        var generator = Generator(seed: seed &+ UInt64(number), families: families)
        let count = min(length, actions - number * length)
        return History(generator.setup, generator.actions(count))
    }

    /// Stops what histories have started, and removes what a failure has left.
    package static func end() async throws {
        try? FileManager.default.removeItem(at: History.scratch)
        try await LedgerServer.stop()
    }

    package struct Found: Sendable {
        package var seed: UInt64
        package var failure: Failure
        package var history: History
    }

    /// - Returns: the first failure, shrunk; `nil`: there is none.
    package func run(progress: (Int) -> Void) async throws -> Found? {
        for number in 0..<((actions + length - 1) / length) {
            let history = history(number)
            if let (step, failure) = try await history.outcome() {
                let short = History(history.setup, Array(history.actions.prefix(step + 1)))
                let shrunk = try await Shrinker(short, failure).shrunk()
                return Found(seed: seed &+ UInt64(number), failure: shrunk.failure, history: shrunk.history)
            }
            progress(number * length + history.actions.count)
        }
        return nil
    }
}

/// Finds the shortest history that still fails, by leaving out ever smaller pieces (Zeller, Hildebrandt 2002, "ddmin").
struct Shrinker {
    private var best: History
    private var failure: Failure

    init(_ history: History, _ failure: Failure) {
        best = history
        self.failure = failure
    }

    consuming func shrunk() async throws -> (history: History, failure: Failure) {
        var piece = max(1, best.actions.count / 2)
        while true {
            let before = best.actions.count
            try await leaveOut(piece)
            guard best.actions.count == before else { continue }
            guard piece > 1 else { break }
            piece = max(1, piece / 2)
        }
        return (best, failure)
    }

    private mutating func leaveOut(_ piece: Int) async throws {
        var start = 0
        while start < best.actions.count {
            var candidate = best
            candidate.actions.removeSubrange(start..<min(start + piece, best.actions.count))
            if let (step, failure) = try await candidate.outcome() {
                candidate.actions = Array(candidate.actions.prefix(step + 1))
                (best, self.failure) = (candidate, failure)
            } else {
                start += piece
            }
        }
    }
}

extension History {
    /// As a test that can be pasted into Tests/Simulation/Histories.
    package func test(named name: String) -> String {
        let lines = actions.map { "                .\($0),".replacing("StationSimulation.", with: "") }
        return """
                @Test func `\(name)`() async throws {
                    try await History(
                        \(setup.literal),
                        [
            \(lines.map { "            " + $0.dropFirst(8) }.joined(separator: "\n"))
                        ]
                    ).replay()
                }
            """
    }
}

extension Setup {
    fileprivate var literal: String {
        "Setup(stations: \(stations), hall: \(hall), lounge: \(lounge), events: \(events), hasServer: \(hasServer), "
            + "hasLedger: \(hasLedger))"
    }
}
