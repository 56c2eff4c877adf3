internal import CCurl
internal import Foundation
internal import Tickets

/// What a transfer delivers, in this order: one head, then pieces of the body.
enum TransferPart: Sendable {
    case head(HTTPHead)
    case piece([UInt8])
}

/// One request on its own thread: libcurl's easy interface blocks.
final class Transfer: @unchecked Sendable {
    // Unchecked: `handoff` and `puller` have locks of their own; everything else belongs to the thread.
    private let request: HTTPRequest
    private let target: HTTPTarget
    private let idle: IdleHandles
    private let handoff = Handoff<TransferPart>()
    private let puller = Puller()
    private var upload: Upload?
    private var head = HTTPHeadReader()
    private var hasHead = false
    /// Why a callback stopped the transfer.
    private var failure: (any Error)?
    private var sentBytes: Int64 = 0
    private var lastSent = ContinuousClock.now

    init(_ request: HTTPRequest, to target: HTTPTarget, with idle: IdleHandles) {
        self.request = request
        self.target = target
        self.idle = idle
    }

    func start() {
        Thread.detachNewThread { self.run() }
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
        puller.cancel()
    }

    private func run() {
        Self.blockPipeSignals()
        do {
            let upload = try Upload(request.body, puller: puller)
            self.upload = upload
            try perform(upload)
            handoff.end()
        } catch {
            handoff.end(failure ?? error)
        }
    }

    /// When this returns, the connection can be used for the next request.
    private func perform(_ upload: Upload) throws {
        var easy = try EasyHandle(to: target, from: idle)
        try easy.perform(request, size: upload.size, on: self)
    }

    /// A server that hangs up must not end the process. With CURLOPT_NOSIGNAL libcurl leaves this to its caller.
    private static func blockPipeSignals() {
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

// MARK: - Called back by libcurl, on the transfer's thread

extension Transfer {
    /// One line of the head. `false` stops the transfer.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        guard !hasHead, let head = head.receive(unsafe String(decoding: line, as: UTF8.self)) else { return true }
        hasHead = true
        return handoff.give(.head(head))
    }

    /// Bytes of the body. `false` stops the transfer.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe bytes.isEmpty || handoff.give(.piece(unsafe Array(bytes)))
    }

    /// Fills the buffer with what is to be sent; 0 at the end, `nil` stops the transfer.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do {
            return unsafe try upload?.read(into: buffer) ?? 0
        } catch {
            failure = error
            return nil
        }
    }

    /// libcurl needs the body from its beginning again: the connection it used was closed already.
    func rewind() -> Bool {
        upload?.rewind() ?? false
    }

    /// Called repeatedly. `false` stops the transfer.
    ///
    /// - Parameter sent: how many bytes of the request's body were sent so far.
    func mayContinue(sent: Int64) -> Bool {
        if handoff.isAbandoned { return false }
        if sent != sentBytes {
            sentBytes = sent
            lastSent = .now
        }
        guard !hasHead, let limit = request.timeouts.firstByte, lastSent.duration(to: .now) > limit else { return true }
        failure = HTTPError(.timedOut, "ask", target.origin, "it did not answer within \(limit)")
        return false
    }
}
