/// Lets others work until this holds.
///
/// - Throws: what the question throws; `CancellationError` when the time limit of the suite is over.
public func waitUntil(_ holds: () async throws -> Bool) async throws {
    while try await !holds() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
