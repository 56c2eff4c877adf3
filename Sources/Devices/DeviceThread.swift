internal import CLinux
internal import Foundation

/// Threads for devices: their calls block, which the threads of Swift's tasks must not.
/// See docs/decisions/034-one-thread-per-device.md.
enum DeviceThread {
    /// - Parameter name: shown by `top -H`, at most 15 bytes of it.
    static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            // Not Thread.name: it is lost if the thread runs before Foundation knows its number.
            unsafe linux_name_thread(name)
            body()
        }
    }
}
