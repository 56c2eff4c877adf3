internal import CCurl
internal import Foundation
internal import Synchronization

/// The unused easy handles of a client. Each keeps its connections, so that the next request to the same server needs
/// no new connection and TLS handshake.
/// See docs/decisions/043-kept-curl-handles.md.
final class IdleHandles: Sendable {
    /// How many are kept; more are closed, because so many simultaneous requests are rare.
    private static let most = 8

    /// One handle, in use or not.
    @safe private struct Handle: @unchecked Sendable {
        // Unchecked: a handle is used by one thread at a time, the one that took it.
        let pointer: UnsafeMutableRawPointer
    }

    /// Once per process, before any other call (curl_global_init(3)).
    private static let globalState = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    private let handles = Mutex<[Handle]>([])

    deinit {
        for handle in handles.withLock({ $0 }) { unsafe curl_easy_cleanup(handle.pointer) }
    }

    /// `nil` when libcurl cannot start.
    func take() -> UnsafeMutableRawPointer? {
        guard Self.globalState == CURLE_OK else { return nil }
        if let handle = handles.withLock({ $0.popLast() }) { return unsafe handle.pointer }
        return unsafe curl_easy_init()
    }

    func putBack(_ pointer: UnsafeMutableRawPointer) {
        // Settings and secrets are erased, connections stay (curl_easy_reset(3)).
        unsafe curl_easy_reset(pointer)
        let isKept = handles.withLock { handles in
            guard handles.count < Self.most else { return false }
            handles.append(unsafe Handle(pointer: pointer))
            return true
        }
        if !isKept { unsafe curl_easy_cleanup(pointer) }
    }
}
