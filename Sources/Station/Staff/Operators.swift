internal import Fleet
internal import Foundation
internal import Journal
package import StationAPI
internal import Threads
package import Tickets

/// The staff of this station, and their PINs.
package struct Operators: OperatorControl {
    let journal: Journal
    let notes: StationNotes
    let rosters: Rosters
    let clock: StationClock
    let journalQueue: WorkQueue
    /// For comparing PINs.
    let pins = WorkQueue("pins")
    /// Who has signed in.
    let present = PresentStaff()
    let languages = ChosenLanguages()

    package func all() async throws -> [OperatorSummary] {
        try await journalQueue.run {
            try journal.operators().map { person in
                let rostered = person.isRostered ? rosters.person(named: person.name) : nil
                return OperatorSummary(
                    name: person.name, role: person.role.rawValue, isRostered: person.isRostered,
                    gates: rostered?.gates, from: rostered?.from, until: rostered?.until)
            }
        }
    }

    package func atWork() async throws -> [OperatorSummary] {
        await rosters.working(try await all()).map { OperatorSummary(name: $0.name, role: $0.role) }
    }

    package func add(_ request: OperatorRequest) async throws {
        guard let role = StaffRole(rawValue: request.role) else {
            throw StationError(
                .refused, "add", "an operator", "the role must be steward or supervisor")
        }
        let (name, pin) = (request.name.precomposedStringWithCanonicalMapping, request.pin)
        try await journalQueue.run {
            guard try !journal.operators().contains(where: { $0.name == name }) else {
                throw StationError(
                    .refused, "add", "operator \(name.withoutControls)",
                    "there is already a person with this name", hint: "Remove them first, or use another name.")
            }
            try journal.addOperator(name: name, role: role, pin: pin, now: clock.now())
        }
        try? await notes.add(.staff, by: nil, "added \(name.withoutControls), \(role.rawValue)")
    }

    package func remove(name: String) async throws {
        guard rosters.person(named: name) == nil else {
            throw StationError(
                .refused, "remove", "operator \(name.withoutControls)",
                "they are in the roster, which is the same at all stations",
                hint: "Take them out of the table, and make and install a new roster: usher roster.")
        }
        languages.forget(name)
        guard try await journalQueue.run({ try journal.removeOperator(name: name) }) else {
            throw StationError(
                .notFound, "remove", "operator \(name.withoutControls)",
                "there is no person with this name", hint: "Look with usher operator list.")
        }
        try? await notes.add(.staff, by: nil, "removed \(name.withoutControls)")
    }

    package func checkPIN(_ request: SessionRequest) async throws -> PINAnswer {
        // As for a name that nobody has: who works elsewhere is nobody's business here.
        guard await rosters.works(request.operator) else { return .wrong(pause: .seconds(1)) }
        // On a thread of its own: it takes tens of milliseconds, and anybody may ask.
        let answer: PINAnswer = try await pins.run {
            let now = clock.now()
            switch try journal.checkPIN(name: request.operator, pin: request.pin, now: now) {
            case .right(let role): return .right(role)
            case .wrong(let nextTry): return .wrong(pause: nextTry - now)
            case .tooSoon(let nextTry): return .tooSoon(pause: nextTry - now)
            }
        }
        // A full disk must not keep anybody from signing in: they are needed to mend it.
        if case .right(let role) = answer {
            try? await notes.add(.signIn, by: request.operator.withoutControls, role.rawValue)
        }
        return answer
    }

    package func watch(_ sessions: @escaping @Sendable () -> [Staff], on page: String) {
        present.watch(sessions, on: page)
    }

    package func language(of name: String) async throws -> String? {
        if let chosen = languages.language(of: name) { return chosen }
        let stored = try await journalQueue.run { try journal.operators().first { $0.isNamed(name) }?.language }
        return stored ?? rosters.person(named: name)?.language
    }

    package func setLanguage(_ language: String, of name: String) async throws {
        languages.choose(language, by: name)
        // As with the sign-in: until the disk takes it, it counts until the station ends.
        try? await journalQueue.run { try journal.setLanguage(language, ofOperator: name) }
    }

    package func account(of name: String) async throws -> OperatorAccount? {
        guard await rosters.works(name) else { return nil }
        return try await journalQueue.run {
            try journal.operators().first { $0.isNamed(name) }.map {
                OperatorAccount(role: $0.role, generation: $0.generation)
            }
        }
    }
}

extension Operator {
    /// By its bytes, as the journal finds it: Swift takes different spellings of a letter for the same.
    fileprivate func isNamed(_ text: String) -> Bool { name.utf8.elementsEqual(text.utf8) }
}
