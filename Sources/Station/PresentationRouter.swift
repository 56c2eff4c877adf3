internal import StationAPI
internal import Tickets

/// Takes everything that is presented: a pairing goes to the enrolment, a badge to the roster, everything else to the
/// door, after the server was asked about a code that the door does not know.
struct PresentationRouter {
    let door: Door
    let lateTickets: LateTickets
    let enrolments: Enrolments
    let rosters: Rosters
    let announcer: Announcer
    let clock: StationClock

    func take(_ presentation: Presentation) async -> Outcome {
        guard presentation.isPairing else {
            if let (hint, isRepeat) = await rosters.take(presentation) {
                return announce(hint, of: presentation, isRepeat: isRepeat)
            }
            await lateTickets.learn(of: presentation)
            return await door.take(presentation)
        }
        let (answer, isRepeat) = await enrolments.take(presentation)
        let hint = ScanHint(answer, gate: nil, at: clock.now(), how: presentation.how)
        return announce(hint, of: presentation, isRepeat: isRepeat)
    }

    private func announce(_ hint: ScanHint, of presentation: Presentation, isRepeat: Bool) -> Outcome {
        if !isRepeat { announcer.announce(DisplayEvent(.hint(hint), reader: presentation.source)) }
        return .hint(hint)
    }
}
