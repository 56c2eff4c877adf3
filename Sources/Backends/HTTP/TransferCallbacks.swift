internal import Threads
internal import Tickets

/// What libcurl calls back during one transfer, all on the transfer's thread.
final class TransferCallbacks {
    private let target: HTTPTarget
    private let firstByte: Duration?
    private let upload: Upload
    private let handoff: Handoff<TransferPart>
    private var head = HTTPHeadReader()
    private var hasHead = false
    private var sentBytes: Int64 = 0
    private var lastSent = ContinuousClock.now
    /// Why a callback stopped the transfer.
    private(set) var failure: (any Error)?

    init(
        _ request: HTTPRequest, to target: HTTPTarget, sending upload: Upload, handoff: Handoff<TransferPart>
    ) {
        firstByte = request.timeouts.firstByte
        self.target = target
        self.upload = upload
        self.handoff = handoff
    }

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
            return unsafe try upload.read(into: buffer)
        } catch {
            failure = error
            return nil
        }
    }

    /// libcurl needs the body from its beginning again: the connection it used was closed already.
    func rewind() -> Bool {
        upload.rewind()
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
        guard !hasHead, let limit = firstByte, lastSent.duration(to: .now) > limit else { return true }
        failure = HTTPError(.timedOut, "ask", target.origin, "it did not answer within \(limit)")
        return false
    }
}
