internal import CCurl
internal import Foundation
internal import Threads
internal import Tickets

/// What a transfer delivers, in this order: one head, then pieces of the body.
enum TransferPart: Sendable {
    case head(HTTPHead)
    case piece([UInt8])
}

/// One request on its own thread: libcurl's easy interface blocks.
final class Transfer: Sendable {
    private let request: HTTPRequest
    private let target: HTTPTarget
    private let idle: IdleHandles
    private let handoff = Handoff<TransferPart>()
    private let pieces: Puller<[UInt8]>?

    init(_ request: HTTPRequest, to target: HTTPTarget, with idle: IdleHandles) {
        self.request = request
        self.target = target
        self.idle = idle
        pieces = if case .pieces(let pieces) = request.body { Puller(pieces) } else { nil }
    }

    func start() {
        startOwnThread { self.run() }
    }

    func next() async throws -> TransferPart? {
        try await withTaskCancellationHandler {
            try await handoff.next()
        } onCancel: {
            cancel()
        }
    }

    /// Ends it within a second: libcurl may wait that long before it calls back.
    func cancel() {
        handoff.abandon()
        pieces?.cancel()
    }

    private func run() {
        Self.blockPipeSignals()
        // An answer may come before all pieces were sent.
        defer { pieces?.cancel() }
        do {
            let upload = try Upload(request.body, pieces: pieces)
            let callbacks = TransferCallbacks(request, to: target, sending: upload, handoff: handoff)
            try perform(callbacks, size: upload.size)
            handoff.end()
        } catch {
            handoff.end(error)
        }
    }

    /// When this returns, the connection can be used for the next request.
    private func perform(_ callbacks: TransferCallbacks, size: Int64?) throws {
        var easy = try EasyHandle(to: target, from: idle)
        do {
            try easy.perform(request, size: size, on: callbacks)
        } catch {
            throw callbacks.failure ?? error
        }
    }

    /// A server that hangs up must not end the process. With CURLOPT_NOSIGNAL libcurl leaves this to its caller.
    static func blockPipeSignals() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

/// A task's reference to a transfer: when the last one is released, the transfer ends.
final class TransferOwner: Sendable {
    private let transfer: Transfer

    init(_ transfer: Transfer) {
        self.transfer = transfer
        transfer.start()
    }

    deinit {
        transfer.cancel()
    }

    func next() async throws -> TransferPart? {
        try await transfer.next()
    }
}
