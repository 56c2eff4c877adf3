internal import CLinux
internal import Foundation

/// Threads of devices: their calls block, which the threads of Swift's tasks must not.
enum DeviceThread {
    /// - Parameter name: what `top -H` shows, at most 15 bytes of it.
    static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            // Not Thread.name: it is lost when the thread runs before Foundation knows its number.
            unsafe linux_name_thread(name)
            body()
        }
    }
}
