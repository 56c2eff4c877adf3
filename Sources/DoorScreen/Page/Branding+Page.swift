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
    /// Each page asks every two seconds, and a logo may have a megabyte.
    private static let lastBuild = Mutex<(branding: Branding, build: String)?>(nil)

    /// Differs also where the branding does: a page that is open then loads itself again.
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
