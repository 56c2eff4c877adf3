internal import Foundation

/// Threads of devices: their calls block, which the threads of Swift's tasks must not.
enum DeviceThread {
    /// - Parameter name: what `top -H` shows.
    static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            // A name that a thread is given before it starts does not reach the kernel.
            Thread.current.name = name
            body()
        }
    }
}
