internal import Cameras
internal import Devices
internal import Synchronization

/// Who waits for a picture of a camera that a thread is reading.
final class PictureRequests: Sendable {
    private let waiting = Mutex<[String: [AsyncStream<CameraSnapshot>.Continuation]]>([:])

    /// The next picture, or `nil` when none comes in time.
    func next(of camera: Device, within timeout: Duration) async -> CameraSnapshot? {
        let (pictures, continuation) = AsyncStream.makeStream(
            of: CameraSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        waiting.withLock { $0[camera.node, default: []].append(continuation) }
        return await withTaskGroup(of: CameraSnapshot?.self) { group in
            group.addTask { await pictures.first { _ in true } }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    func isAnyoneWaiting(for camera: Device) -> Bool {
        waiting.withLock { $0[camera.node] != nil }
    }

    func deliver(_ picture: CameraSnapshot, of camera: Device) {
        let readers = waiting.withLock { $0.removeValue(forKey: camera.node) ?? [] }
        for reader in readers {
            reader.yield(picture)
            reader.finish()
        }
    }
}
