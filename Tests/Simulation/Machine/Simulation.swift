// StationSimulation: random histories of real stations, compared with a model of what the documents promise.

import Foundation

/// A history: the environment in which it begins, and what is done.
package struct History: Sendable {
    /// The environment in which it begins.
    package var setup: Setup
    /// What is done, in order.
    package var actions: [Action]

    package init(_ setup: Setup = Setup(), _ actions: [Action]) {
        self.setup = setup
        self.actions = actions
    }

    /// Performs it, from the beginning.
    /// - Throws: ``Failure`` for the first difference.
    package func replay() async throws {
        if let failure = try await outcome() { throw failure.failure }
    }

    /// The step at which it failed, and how; `nil`: it did not fail.
    func outcome() async throws -> (step: Int, failure: Failure)? {
        let world = try World(setup, below: Self.scratch.appending(path: UUID().uuidString))
        do {
            try await world.begin()
            let found = await failure(in: world)
            try await world.end()
            return found
        } catch {
            try? await world.end()
            throw error
        }
    }

    private func failure(in world: World) async -> (step: Int, failure: Failure)? {
        var step = 0
        do {
            for action in actions {
                try await world.perform(action)
                step += 1
            }
            try await world.finish()
            return nil
        } catch {
            return (step, error as? Failure ?? Failure("\(error)"))
        }
    }

    /// In memory where possible: the speed of a disk is not tested.
    fileprivate static let scratch: URL = {
        let memory = URL(filePath: "/dev/shm")
        let parent =
            FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        return parent.appending(path: "usher-simulation-\(ProcessInfo.processInfo.processIdentifier)")
    }()
}

/// Many histories.
package struct Simulation: Sendable {
    /// Seed of the first history; each following one has the next number.
    package var seed: UInt64
    /// How many actions all histories have together.
    package var actions: Int
    /// The families of actions that may occur.
    package var families: Set<Family>
    /// The most actions in one history.
    package var length = 300
    /// Whether to look for the shortest history that fails.
    package var shrinks = true
    /// How many run at the same time: twice the number of processors, because some wait for a ledger.
    package var histories = 2 * ProcessInfo.processInfo.activeProcessorCount

    package init(seed: UInt64, actions: Int, families: Set<Family> = Set(Family.allCases)) {
        self.seed = seed
        self.actions = actions
        self.families = families
    }

    /// The history with this number, from 0.
    package func history(_ number: Int) -> History {
        var generator = Generator(seed: seed &+ UInt64(number), families: families)
        let count = min(length, actions - number * length)
        return History(generator.setup, generator.actions(count))
    }

    /// Stops what histories have started, and deletes what a failure has left.
    package static func end() async throws {
        try? FileManager.default.removeItem(at: History.scratch)
        try await LedgerPool.shared.stop()
    }

    /// A failure that was found.
    package struct Found: Sendable {
        /// Seed of the history that failed.
        package var seed: UInt64
        /// How the shortest history failed.
        package var failure: Failure
        /// The shortest history that fails.
        package var history: History
    }

    /// - Parameter progress: called now and then with the number of actions that were performed.
    /// - Returns: the failure of the first history that fails, shortened; `nil`: none failed.
    package func run(progress: (Int) -> Void) async throws -> Found? {
        guard let first = try await firstFailing(progress), let failure = first.failure else { return nil }
        let history = history(first.number)
        let short = History(history.setup, Array(history.actions.prefix(failure.step + 1)))
        guard shrinks else {
            return Found(seed: seed &+ UInt64(first.number), failure: failure.failure, history: short)
        }
        let shrunk = try await Shrinker(short, failure.failure).shrunk()
        return Found(seed: seed &+ UInt64(first.number), failure: shrunk.failure, history: shrunk.history)
    }

    /// Histories start in their order: once one has failed, no other starts, and those before it are completed.
    private func firstFailing(_ progress: (Int) -> Void) async throws -> Outcome? {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            let count = (actions + length - 1) / length
            var next = 0
            var done = 0
            var first: Outcome?
            func beginNext() {
                guard first == nil, next < count else { return }
                let number = next
                group.addTask { try await self.outcome(of: number) }
                next += 1
            }
            for _ in 0..<histories { beginNext() }
            while let outcome = try await group.next() {
                if outcome.failure != nil, first.map({ outcome.number < $0.number }) ?? true { first = outcome }
                done += outcome.actions
                progress(done)
                beginNext()
            }
            return first
        }
    }

    private struct Outcome {
        let number: Int
        let actions: Int
        let failure: (step: Int, failure: Failure)?
    }

    private func outcome(of number: Int) async throws -> Outcome {
        let history = history(number)
        return Outcome(number: number, actions: history.actions.count, failure: try await history.outcome())
    }
}

/// Finds the shortest history that still fails, by leaving out smaller and smaller parts (Zeller, Hildebrandt 2002,
/// "ddmin").
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
    /// A test to paste into Tests/Simulation/Histories.
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
        "Setup(stations: \(stations), hall: \(hall), lounge: \(lounge), everyoneOut: \(everyoneOut.map(String.init) ?? "nil"), "
            + "events: \(events), hasServer: \(hasServer), serverCounts: \(serverCounts), hasRelay: \(hasRelay), hasLedger: \(hasLedger))"
    }
}
