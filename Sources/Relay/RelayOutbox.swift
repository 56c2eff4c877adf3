package import Backends
package import Logging
package import Tickets

/// What the relay has not told a backend yet.
package struct RelayOutbox: Outbox {
    private let backend: RelayBackend
    private let store: RelayStore
    private let key: RelayKey
    private let logger: Logger

    package init(backend: RelayBackend, store: RelayStore, key: RelayKey, logger: Logger) {
        self.backend = backend
        self.store = store
        self.key = key
        self.logger = logger
    }

    private var settings: BackendSettings { backend.settings }

    package func next(limit: Int) throws -> [OutgoingCheckIn] {
        try store.nextToUpload(backend: settings.name, limit: limit).map { upload in
            backend.outgoing(
                upload.message, code: upload.sealedCode.flatMap { key.open($0, of: upload.message.checkIn) },
                undoneCount: upload.undoneCount,
                answers: upload.sealedAnswers.flatMap { key.openAnswers($0, of: upload.message.checkIn) } ?? [:])
        }
    }

    /// What the server does not take as it is concerns a person, who reads this log.
    package func settle(_ answers: [SettledCheckIn]) throws {
        try store.settle(answers, backend: settings.name)
        for answer in answers {
            switch answer.answer {
            case .accepted: continue
            case .disputed(let reason), .contradicted(let reason):
                warn("the server sees a check-in otherwise", of: answer.id, reason)
            case .rejected(let reason): warn("the server cannot take a check-in", of: answer.id, reason)
            }
        }
    }

    private func warn(_ text: Logger.Message, of id: String, _ reason: String) {
        logger.warning(text, metadata: ["backend": "\(settings.name)", "id": "\(id)", "why": "\(reason)"])
    }
}
