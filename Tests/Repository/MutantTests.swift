import Foundation
import Testing

/// The mistakes of Tests/Mutants, which `make mutants` puts into the sources one at a time.
@Suite struct MutantTests {
    private struct Mutant {
        let name: String
        let sentence: String
        let killer: String
        let path: String
        let was: String
        let becomes: String
    }

    private static func mutants() throws -> [Mutant] {
        let pattern =
            #/(?m)^=== (\S+)\n(.+?)\nkilled by: (.+?)\nfile: (.+?)\n--- was\n((?s:.*?))\n--- is\n((?s:.*?))\n--- end$/#
        let text = try RepositoryTree.File(path: "Tests/Mutants/mutants.txt").text()
        return text.matches(of: pattern).map { match in
            let parts = match.output
            return Mutant(
                name: String(parts.1), sentence: String(parts.2), killer: String(parts.3), path: String(parts.4),
                was: String(parts.5), becomes: String(parts.6))
        }
    }

    @Test func `there are enough, each with a name, a sentence and what kills it`() throws {
        let mutants = try Self.mutants()
        let entries = try RepositoryTree.File(path: "Tests/Mutants/mutants.txt").lines()
            .filter { $0.text.hasPrefix("=== ") }
        #expect(mutants.count == entries.count, "an entry of mutants.txt is not written as the others")
        #expect(mutants.count >= 25)
        #expect(Set(mutants.map(\.name)).count == mutants.count, "two have one name")
        for mutant in mutants {
            #expect(mutant.sentence.hasSuffix("."), "\(mutant.name): what it breaks is no sentence")
            #expect(mutant.killer.hasPrefix("simulation") || mutant.killer.hasPrefix("tests "), "\(mutant.name)")
        }
    }

    @Test func `each fits the sources`() throws {
        for mutant in try Self.mutants() {
            let text = try RepositoryTree.File(path: mutant.path).text()
            let count = text.ranges(of: mutant.was).count
            #expect(count == 1, "\(mutant.name): its text stands \(count) times in \(mutant.path): write it anew")
            #expect(mutant.was != mutant.becomes, "\(mutant.name) changes nothing")
        }
    }
}
