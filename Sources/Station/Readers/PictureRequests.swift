internal import Cameras
internal import Devices
internal import Foundation
internal import Synchronization

/// Requests for a picture of a camera that another thread is reading.
final class PictureRequests: Sendable {
    private struct Request {
        let id: UUID
        let node: String
        let reader: AsyncStream<CameraSnapshot>.Continuation
    }

    private let waiting = Mutex<[Request]>([])

    /// The next picture; `nil` when none comes in time.
    func next(of camera: Device, within timeout: Duration) async -> CameraSnapshot? {
        let (pictures, reader) = AsyncStream.makeStream(of: CameraSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        let request = Request(id: UUID(), node: camera.node, reader: reader)
        waiting.withLock { $0.append(request) }
        defer { waiting.withLock { $0.removeAll { $0.id == request.id } } }
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
        waiting.withLock { $0.contains { $0.node == camera.node } }
    }

    func deliver(_ picture: CameraSnapshot, of camera: Device) {
        let requests = waiting.withLock { waiting in
            let requests = waiting.filter { $0.node == camera.node }
            waiting.removeAll { $0.node == camera.node }
            return requests
        }
        for request in requests { request.reader.yield(picture) }
    }
}
