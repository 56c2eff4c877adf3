internal import Backends
internal import Files
internal import Foundation
internal import Logging
internal import ServiceLifecycle
internal import StationAPI
internal import Synchronization

/// The organizer's branding as the server last sent it: `branding.json` in the state folder, so that a screen looks the
/// same without a network.
final class BrandingCache: Sendable {
    private let file: URL
    private let known: Mutex<Branding?>

    init(file: URL) {
        self.file = file
        let bytes = FileManager.default.contents(atPath: file.path)
        known = Mutex(bytes.flatMap { try? JSONDecoder().decode(Branding.self, from: $0) })
    }

    var current: Branding? { known.withLock { $0 } }

    /// A file that cannot be written costs the branding at the next start, and nothing else.
    func keep(_ branding: Branding) {
        let isNew = known.withLock { known in
            defer { known = branding }
            return known != branding
        }
        if isNew { try? DurableFile.write(branding, asJSONTo: file) }
    }
}

/// Fetches the branding from the first backend that has one, at the start and every six hours.
struct BrandingService: Service {
    private static let interval = Duration.seconds(6 * 3600)
    private static let pauseAfterError = Duration.seconds(600)

    let backends: [BackendSettings]
    let uploads: Uploads
    let cache: BrandingCache
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            while let settings = backends.first(where: { $0.kind == .eventschedule }) {
                var pause = Self.interval
                do throws(BackendError) {
                    if let branding = try await uploads.connector(for: settings).branding(settings) {
                        cache.keep(Branding(branding))
                    }
                } catch {
                    logger.debug("no branding", metadata: ["why": "\(error)"])
                    pause = Self.pauseAfterError
                }
                guard (try? await Task.sleep(for: pause)) != nil else { return }
            }
            try? await gracefulShutdown()
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
