internal import CCurl
internal import Foundation
internal import Synchronization

/// The easy handles of a client that are not in use. Each keeps its connections, so that the next request to the same
/// server need not connect, and shake hands, again.
final class IdleHandles: Sendable {
    /// More are closed: nobody asks that many questions at once for long.
    private static let most = 8

    /// One of them, whoever holds it.
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

    func giveBack(_ pointer: UnsafeMutableRawPointer) {
        // Its settings and its secrets go, its connections stay (curl_easy_reset(3)).
        unsafe curl_easy_reset(pointer)
        let isKept = handles.withLock { handles in
            guard handles.count < Self.most else { return false }
            handles.append(unsafe Handle(pointer: pointer))
            return true
        }
        if !isKept { unsafe curl_easy_cleanup(pointer) }
    }
}
