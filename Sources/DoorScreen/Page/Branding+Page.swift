internal import Foundation
internal import StationAPI
internal import Synchronization

extension Branding {
    var logoAsset: PageAsset? {
        guard let logo, let logoType else { return nil }
        return PageAsset(contentType: logoType, bytes: Array(logo))
    }
}

extension PageAssets {
    /// Kept, because each page asks every two seconds, and a logo may have a megabyte.
    private static let lastBuild = Mutex<(branding: Branding, build: String)?>(nil)

    /// Also changes with the branding, so that an open page reloads.
    static func build(with branding: Branding?) -> String {
        guard let branding else { return build }
        return lastBuild.withLock { last in
            if let last, last.branding == branding { return last.build }
            let bytes = (try? ControlJSON.encode(branding)) ?? []
            let named = build + "-" + PageAsset(contentType: "", bytes: bytes).entityTag.filter { $0 != "\"" }
            last = (branding, named)
            return named
        }
    }
}
