internal import Synchronization
internal import Tickets

/// Who has signed in, at the screen and on phones: each page says so when it is asked.
package final class PresentStaff: Sendable {
    private let pages = Mutex<[String: @Sendable () -> [Staff]]>([:])

    func watch(_ sessions: @escaping @Sendable () -> [Staff], on page: String) {
        pages.withLock { $0[page] = sessions }
    }

    /// Each person once, by name.
    var all: [Staff] {
        let staff = pages.withLock { Array($0.values) }.flatMap { $0() }
        return Set(staff).sorted { $0.name < $1.name }
    }
}
