internal import Tickets

extension ContractRule {
    /// What a server does that tells what all stations did.
    static let told: [ContractRule] = [
        ContractRule(.told, "Every check-in that was taken is told, once.") { trial in
            let told = try await trial.toldCheckIns().compactMap { $0["id"].text }
            let missing = Set(trial.taken.map(\.id)).subtracting(told).count
            guard missing == 0 else { throw ContractFlaw.broken("\(missing) of \(trial.taken.count) are missing") }
            let repeated = told.count - Set(told).count
            guard repeated == 0 else { throw ContractFlaw.broken("\(repeated) are told again") }
        },
        ContractRule(.told, "They are told in the order in which they came.") { trial in
            let told = try await trial.toldCheckIns().compactMap { $0["seq"].integer }
            guard !told.isEmpty, told == told.sorted() else { throw ContractFlaw.broken("they are in another order") }
        },
        ContractRule(.told, "Times and other members are those that the station sent.") { trial in
            let sent = Dictionary(trial.taken.map { ($0.id, $0) }) { first, _ in first }
            for item in try await trial.toldCheckIns() {
                guard let checkIn = item["id"].text.flatMap({ sent[$0] }) else { continue }
                let told: CheckIn
                do throws(CheckInMessage.Fault) {
                    told = try CheckInMessage(item).checkIn
                } catch {
                    throw ContractFlaw.broken("in one, \(error.problem)")
                }
                guard told == checkIn else {
                    throw ContractFlaw.broken(difference(told, checkIn) + " is not what was sent")
                }
            }
        },
        ContractRule(.told, "From a cursor on, only what came after it is told.") { trial in
            let path = "/checkins"
            let token = trial.server.stationToken
            _ = try await trial.toldCheckIns()
            let cursor = try await trial.pages(of: path, after: trial.beginning, token: token).cursor
            let entry = trial.entry()
            try await trial.take([entry])
            let later = try await trial.pages(of: path, after: cursor, token: token).items.compactMap { $0["id"].text }
            guard later.contains(entry.id) else { throw ContractFlaw.broken("a new check-in is not told") }
            guard trial.taken.first.map({ !later.contains($0.id) }) ?? true else {
                throw ContractFlaw.broken("older ones are told again")
            }
        },
        ContractRule(.told, "A cursor that the server did not give is answered with 400.") { trial in
            _ = try await trial.toldCheckIns()
            try await trial.checkUnknownCursor(of: "/checkins", token: trial.server.stationToken)
        },
        ContractRule(.told, "A token that is not known is told nothing.") { trial in
            _ = try await trial.toldCheckIns()
            let answer = try await trial.server.ask("GET", "/checkins", token: "not-the-token")
            guard answer.status == 401 else { throw ContractFlaw.broken("it answers \(answer.status)") }
        },
        ContractRule(.told, "A sealed ticket code is told to nobody.") { trial in
            _ = try await trial.toldCheckIns()
            let entry = trial.entry()
            let before = try await trial.pages(
                of: "/checkins", after: trial.beginning, token: trial.server.stationToken
            ).cursor
            let message = CheckInMessage(entry, sealedCode: "c2VhbGVk").jsonWithCode()
            _ = try await trial.post([message], id: entry.id)
            let told = try await trial.pages(of: "/checkins", after: before, token: trial.server.stationToken).items
            guard told.allSatisfy({ $0["sealed_code"].isNull }) else {
                throw ContractFlaw.broken("`sealed_code` is told")
            }
        },
    ]

    /// The first member in which two check-ins differ.
    private static func difference(_ one: CheckIn, _ other: CheckIn) -> String {
        let pairs = zip(one.fields, other.fields)
        return pairs.first { $0.0.value != $0.1.value }.map { "`\($0.0.name)`" } ?? "a member"
    }
}
