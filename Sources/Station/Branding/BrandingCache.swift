internal import Backends
internal import Files
internal import Foundation
internal import Logging
internal import ServiceLifecycle
internal import StationAPI
internal import Synchronization

/// How the events of each backend look, as it last said: `branding.json` in the state folder, so that a screen looks
/// the same without a network.
final class BrandingCache: Sendable {
    private let file: URL
    /// By the name of the backend.
    private let known: Mutex<[String: Branding]>

    init(file: URL) {
        self.file = file
        let bytes = FileManager.default.contents(atPath: file.path)
        known = Mutex(bytes.flatMap { try? JSONDecoder().decode([String: Branding].self, from: $0) } ?? [:])
    }

    func branding(of backend: String) -> Branding? {
        known.withLock { $0[backend] }
    }

    /// The only one; `nil` when there are several, which nobody could choose from without an event.
    var only: Branding? {
        known.withLock { $0.count == 1 ? $0.values.first : nil }
    }

    /// A file that cannot be written costs the branding at the next start, and nothing else.
    func keep(_ branding: Branding, of backend: String) {
        let changed: [String: Branding]? = known.withLock { known in
            guard known.updateValue(branding, forKey: backend) != branding else { return nil }
            return known
        }
        if let changed { try? DurableFile.write(changed, asJSONTo: file) }
    }
}

/// Fetches the branding of every backend that may have one, at the start and every six hours.
struct BrandingService: Service {
    private static let interval = Duration.seconds(6 * 3600)
    private static let pauseAfterError = Duration.seconds(600)

    let backends: [BackendSettings]
    let uploads: Uploads
    let cache: BrandingCache
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            let backends = backends.filter { $0.kind == .eventschedule }
            while !backends.isEmpty {
                var pause = Self.interval
                for settings in backends where await !fetch(from: settings) { pause = Self.pauseAfterError }
                guard (try? await Task.sleep(for: pause)) != nil else { return }
            }
            try? await gracefulShutdown()
        }
    }

    /// - Returns: whether the server could be asked.
    private func fetch(from settings: BackendSettings) async -> Bool {
        do throws(BackendError) {
            if let branding = try await uploads.connector(for: settings).branding(settings) {
                cache.keep(Branding(branding), of: settings.name)
            }
            return true
        } catch {
            logger.debug("no branding", metadata: ["backend": "\(settings.name)", "why": "\(error)"])
            return false
        }
    }
}

extension Branding {
    init(_ branding: ServerBranding) {
        self.init(
            color: branding.color, legalFooter: branding.legalFooter, logo: branding.logo?.bytes,
            logoType: branding.logo?.contentType)
    }
}
