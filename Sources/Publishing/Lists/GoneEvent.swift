internal import Backends
internal import Foundation
internal import Manifests
internal import Tickets

/// An event that its server does not have any more, and the last list of it.
///
/// Nothing proves to a program that an event was deleted on purpose: a credential that lost a right, or a wrong id, gives
/// the same answer. So the doors stay open until the organizer says that they are to close.
struct GoneEvent {
    private let list: PreviousList

    /// - Parameter file: where the last list is.
    /// - Returns: `nil` without a list that this key has signed.
    init?(lastList file: URL, key: VerificationKey) {
        guard let list = try? PreviousList(file, key: key) else { return nil }
        self.list = list
    }

    /// Its id.
    var event: String { list.claims.event.id }

    /// The doors are closed already.
    var isCancelled: Bool { list.claims.event.status == .cancelled }

    /// The answer of the server, with what the organizer can do.
    func error(after error: BackendError) -> BackendError {
        BackendError(
            error.code, error.operation, error.subject, error.reason,
            hint: """
                People are let in with the last list. If the event was deleted on purpose, close its doors \
                with `usher publish --cancel \(event)`. Otherwise check the event's id, and whose account the key belongs to.
                """)
    }

    /// Its list stays.
    var unchanged: ManifestBuilder.Outcome {
        ManifestBuilder.Outcome(claims: list.claims, difference: nil, isUnchanged: true, changesByteCount: nil)
    }

    /// Makes a list of the same tickets that says that the event is cancelled.
    /// - Parameters:
    ///   - sequences: the file of numbers that earlier lists have.
    ///   - changes: those beside the output; `nil` to make none.
    func cancel(
        to output: URL, key: SigningKey, now: Timestamp, sequences: SequenceFile?, changes: PublishedChanges?
    ) throws -> ManifestBuilder.Outcome {
        let (event, sequence) = (list.claims.event.id, list.claims.sequence)
        let claims = list.claims.cancelled(
            issued: now, sequence: try SequenceFile.next(in: sequences, for: event, after: sequence, now: now))
        let plan = EventPlan(
            event: claims.event, types: list.plan.types, lists: list.plan.lists, gates: list.plan.gates,
            assignments: list.plan.assignments)
        let difference = try ManifestDifference(from: list, to: list.body, plan: plan, claims: claims, now: now)
        let size = changes?.write(from: list, to: list.bodyFile, claims)
        try SignedList(claims, body: list.bodyFile).write(to: output, with: key)
        changes?.tidyUp(before: sequence, sequence: claims.sequence)
        return ManifestBuilder.Outcome(
            claims: claims, difference: difference, isUnchanged: false, changesByteCount: size)
    }
}
