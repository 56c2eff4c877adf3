internal import Manifests
internal import StationAPI
internal import Tickets

/// What staff must find out before somebody is let in: the scan is refused as `questions`, and decided again once a
/// person has confirmed what it asks.
extension Door {
    /// Decides a scan again, with everything confirmed that was asked: for the same event, at the same gate and in the
    /// same direction, wherever the station has been moved meanwhile.
    /// - Throws: ``StationError`` when no such scan waits
    func confirm(_ request: ConfirmRequest) throws -> VerdictReport {
        let reader = openQuestions.item(request.ask, now: clock.now())?.scanCase.scan.reader
        let report = try decideAgain(request)
        announcer.announce(DisplayEvent(.verdict(report), reader: reader))
        return report
    }

    /// The same, for a caller that announces the verdict.
    func decideAgain(_ request: ConfirmRequest) throws -> VerdictReport {
        var situation = situation()
        let open = openQuestions.item(request.ask, now: situation.now)
        situation.served.removeAll { $0.plan.event.id != open?.scanCase.manifest?.plan.event.id }
        guard let open, !situation.served.isEmpty else {
            throw StationError(
                .notFound, "confirm", "question \(request.ask)", "no ticket waits for an answer under this number",
                hint: "Scan the ticket again.")
        }
        var scan = open.scanCase.scan
        // What was asked and answered before counts, too: about damaged records a guest is asked after all else.
        scan.answers.merge(try answers(to: open, given: request)) { _, new in new }
        scan.confirmed.formUnion(open.questions)
        scan.gate = open.scanCase.placement?.gate.slug
        scan.direction = open.scanCase.placement?.direction
        scan.operator = request.operator ?? scan.operator
        scan.note = [scan.note, request.note].compactMap { $0 }.reduce(nil) { said, note in
            said.map { "\($0); \(note)" } ?? note
        }
        var report = report(record(try scanCase(of: open.scanCase, scan: scan, in: situation)))
        report.answers = request.ask
        switch report.verdict {
        // It can be confirmed again when the station can decide.
        case .refused(.held), .refused(.notRecorded): break
        default: openQuestions.remove(request.ask)
        }
        filter.replace(with: .verdict(report)) { $0.ask == request.ask }
        return report
    }

    /// - Throws: ``StationError`` when one is missing or wrong; the scan still waits
    private func answers(to open: OpenQuestions.Item, given request: ConfirmRequest) throws -> [String: String] {
        let asked = (open.scanCase.manifest?.plan.questions ?? []).filter { open.questions.contains(.answer($0)) }
        var answers: [String: String]
        do throws(AnswerFault) {
            answers = try asked.checked(request.answers ?? [:])
        } catch {
            throw StationError(
                .refused, "confirm", "question \(request.ask)", error.problem, hint: "Ask the guest again.")
        }
        for question in asked where question.kind == .medium {
            guard let text = answers[question.id], !text.isEmpty else { continue }
            guard let code = medium(typed: text, for: question, of: open.scanCase.manifest?.plan.event.id) else {
                throw StationError(
                    .refused, "confirm", "question \(request.ask)",
                    "this is not a wristband or card of the list that may be handed out",
                    hint: "Scan or type the code of another one.")
            }
            answers[question.id] = code
        }
        return answers
    }

    /// The ticket as its list has it now.
    func scanCase(of earlier: ScanCase, scan: Scan, in situation: Situation) throws -> ScanCase {
        if let code = scan.code { return scanCase(of: code, scan: scan, situation: situation) }
        guard let key = earlier.key else { return scanCase(.nothing, scan: scan, situation: situation) }
        return scanCase(
            try finding(ofKey: key.description, event: nil, in: situation), scan: scan, situation: situation)
    }
}
