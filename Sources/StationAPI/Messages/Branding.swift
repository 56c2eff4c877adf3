public import Foundation

/// How the organizer's events look, on top of the page's own design. It never touches the colours of verdicts.
public struct Branding: Codable, Hashable, Sendable {
    /// `#rrggbb`
    public var color: String?
    /// A line that has to stand somewhere.
    public var legalFooter: String?
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
