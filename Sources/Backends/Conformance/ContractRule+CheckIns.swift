internal import Tickets

extension ContractRule {
    /// A text that servers have to keep as it is: several scripts, an emoji of two code points, marks of HTML and SQL.
    static let anyText = "<b>&amp; Zoë Łukasz 東京 שלום 👩‍🚀 '); --"

    /// What a server of check-ins does.
    static let checkIns: [ContractRule] = [
        ContractRule(.checkIns, "A check-in is taken.") { trial in
            _ = try? await trial.eventID()
            try await trial.noteBeginning()
            try await trial.take([trial.entry()])
        },
        ContractRule(.checkIns, "The same check-in is taken again.") { trial in
            let entry = trial.entry()
            try await trial.take([entry])
            try await trial.take([entry])
        },
        ContractRule(.checkIns, "The answer to one check-in names it.") { trial in
            let entry = trial.entry()
            let answer = try await trial.post([CheckInMessage(entry).json], id: entry.id)
            guard answer.body["id"].text == entry.id else {
                throw ContractFlaw.broken("it has no `id`, or another one: it could be of something in between")
            }
        },
        ContractRule(.checkIns, "The status of a result is one of the contract's words.") { trial in
            let bad = trial.entry()
            let messages = [CheckInMessage(trial.entry()).json, CheckInMessage(bad).json.without("at")]
            let answer = try await trial.post(messages, id: nil)
            for result in answer.body["results"].items ?? [] { _ = try ContractTrial.opinion(result) }
        },
        ContractRule(.checkIns, "A batch without check-ins is answered with no results.") { trial in
            let answer = try await trial.post([], id: nil)
            guard answer.isSuccess, answer.body["results"].items?.isEmpty == true else {
                throw ContractFlaw.broken("it answers \(answer.status), without an empty `results`")
            }
        },
        ContractRule(.checkIns, "A batch is answered with a result for each check-in, by its id.") { trial in
            try await trial.take([trial.entry(), trial.entry(), trial.entry()])
        },
        ContractRule(.checkIns, "A batch that is sent again, with one more check-in, is taken.") { trial in
            let first = [trial.entry(), trial.entry()]
            try await trial.take(first)
            try await trial.take(first + [trial.entry()])
        },
        ContractRule(.checkIns, "A check-in that cannot be read does not keep its batch from being taken.") { trial in
            let good = [trial.entry(), trial.entry()]
            let bad = trial.entry()
            try await trial.take(good) { [$0[0], CheckInMessage(bad).json.without("at"), $0[1]] }
        },
        ContractRule(.checkIns, "A check-in that cannot be read is not accepted.") { trial in
            let answer = try await trial.post([CheckInMessage(trial.entry()).json.without("at")], id: nil)
            let isAccepted = answer.isSuccess && ["accepted", nil].contains(answer.body["status"].text)
            guard !isAccepted, answer.status < 500 else {
                throw ContractFlaw.broken("one without `at` is answered with \(answer.status)")
            }
        },
        ContractRule(.checkIns, "A refusal is taken.") { trial in
            try await trial.take([trial.entry(.refused(.invalid))])
        },
        ContractRule(.checkIns, "An exit is taken.") { trial in
            let entry = trial.entry(reference: "conformance-exit")
            try await trial.take([entry])
            try await trial.take([trial.entry(.checkedOut, direction: .out, reference: entry.reference)])
        },
        ContractRule(.checkIns, "An undo is taken.") { trial in
            let entry = trial.entry()
            try await trial.take([entry])
            try await trial.take([trial.entry(kind: .undo, undoing: entry, reference: entry.reference)])
        },
        ContractRule(.checkIns, "A check-in of yesterday is taken.") { trial in
            try await trial.take([trial.entry(before: .seconds(86_400))])
        },
        ContractRule(.checkIns, "Texts in any script are taken.") { trial in
            try await trial.take([trial.entry(note: anyText)])
        },
        ContractRule(.checkIns, "Members that are not known are left aside.") { trial in
            try await trial.take([trial.entry()]) { [$0[0].with("of_a_later_version", .object([("a", .integer(1))]))] }
        },
        ContractRule(.checkIns, "A thousand check-ins in two batches are taken.") { trial in
            for _ in 0..<2 {
                var batch: [CheckIn] = []
                for _ in 0..<500 { batch.append(trial.entry()) }
                try await trial.take(batch)
            }
        },
        ContractRule(.checkIns, "A token that is not known is answered with 401.") { trial in
            let body = Array(CheckInMessage(trial.entry()).json.text.utf8)
            for token in ["not-the-token", nil] {
                let answer = try await trial.server.ask("POST", "/checkins", token: token, body: body)
                guard answer.status == 401 else {
                    let which = token == nil ? "none" : "another one"
                    throw ContractFlaw.broken("\(which) is answered with \(answer.status)")
                }
            }
        },
        ContractRule(.checkIns, "What is not JSON is answered with 400, in JSON.") { trial in
            let answer = try await trial.server.ask(
                "POST", "/checkins", token: trial.server.stationToken, body: Array("{\"checkins\": [".utf8))
            guard answer.status == 400, answer.isJSON else {
                throw ContractFlaw.broken("it answers \(answer.status)\(answer.isJSON ? "" : ", not in JSON")")
            }
        },
    ]
}

extension JSONValue {
    fileprivate func without(_ name: String) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.name != name })
    }

    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [.init(name, value)])
    }
}
