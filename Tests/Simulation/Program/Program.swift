// simulation: random histories of real stations, compared with a model of what the documents promise
// (docs/SIMULATION.md).

import Foundation
import StationSimulation

@main
struct Program {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            let isWell = try await run(options)
            try await Simulation.end()
            guard isWell else { exit(1) }
        } catch {
            FileHandle.standardError.write(Data("simulation: \(error)\n".utf8))
            exit(2)
        }
    }

    private static func run(_ options: Options) async throws -> Bool {
        var simulation = Simulation(seed: options.seed, actions: options.actions, families: options.families)
        simulation.shrinks = options.shrinks
        say("seed \(options.seed), \(options.actions) actions")
        let began = ContinuousClock.now
        var next = 20_000
        let found = try await simulation.run { done in
            guard done >= next else { return }
            say("\(done) actions, \(Int(Double(done) / (began.duration(to: .now) / .seconds(1)))) a second")
            next += 20_000
        }
        guard let found else {
            let seconds = began.duration(to: .now) / .seconds(1)
            say(
                "\(options.actions) actions in \(Int(seconds)) s, \(Int(Double(options.actions) / seconds)) a second: no failure"
            )
            return true
        }
        say("seed \(found.seed): \(found.failure)")
        say(
            "the \(options.shrinks ? "shortest " : "")history, as a test:\n\n\(found.history.test(named: "seed \(found.seed)"))\n"
        )
        return false
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// `simulation [actions=N] [seed=N] [only=FAMILY,...] [without=FAMILY,...] [shrink=no]`
struct Options {
    var actions = 20_000
    var seed = UInt64.random(in: 0..<1_000_000_000)
    var families = Set(Family.allCases)
    var shrinks = true

    init(_ arguments: some Sequence<String>) throws {
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Misuse(argument) }
            switch parts[0] {
            case "actions": actions = try Self.number(parts[1])
            case "seed": seed = UInt64(try Self.number(parts[1]))
            case "shrink": shrinks = parts[1] != "no"
            case "only": families = try Self.families(parts[1])
            case "without": families.subtract(try Self.families(parts[1]))
            default: throw Misuse(argument)
            }
        }
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text), number >= 0 else { throw Misuse(text) }
        return number
    }

    private static func families(_ text: String) throws -> Set<Family> {
        Set(
            try text.split(separator: ",").map { word in
                guard let family = Family(rawValue: String(word)) else { throw Misuse(String(word)) }
                return family
            })
    }

    struct Misuse: Error, CustomStringConvertible {
        let description: String

        init(_ argument: String) {
            let families = Family.allCases.map(\.rawValue).joined(separator: ", ")
            description = "\(argument) is not one of actions=N, seed=N, shrink=no, only=..., without=... (\(families))"
        }
    }
}
