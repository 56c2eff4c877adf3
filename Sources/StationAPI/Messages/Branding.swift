public import Foundation

/// How the organizer's events look, on top of the page's own design. The colours of verdicts stay as they are.
public struct Branding: Codable, Hashable, Sendable {
    /// `#rrggbb`.
    public var color: String?
    /// A legal notice, such as the organizer's address.
    public var legalFooter: String?
    /// The bytes of the picture; `nil`, like ``logoType``, when there is none.
    public var logo: Data?
    /// `image/png`, `image/jpeg` or `image/svg+xml`.
    public var logoType: String?

    public init(color: String? = nil, legalFooter: String? = nil, logo: Data? = nil, logoType: String? = nil) {
        self.color = color
        self.legalFooter = legalFooter
        self.logo = logo
        self.logoType = logoType
    }
}
