internal import StationAPI
internal import Tickets

/// How the screen looks and sounds, from the configuration.
public struct PageSettings: Sendable, Equatable {
    public enum Theme: String, Sendable, CaseIterable, Codable {
        /// As the browser's system has it.
        case auto
        case light, dark
    }

    /// Whose event it is. Never touches the colours of verdicts.
    public struct Brand: Sendable, Equatable {
        public var name: String?
        /// `#rrggbb`
        public var color: String?
        /// A PNG, JPEG or SVG file.
        public var logo: String?
        /// A line that has to stand somewhere.
        public var footer: String?

        public init(name: String? = nil, color: String? = nil, logo: String? = nil, footer: String? = nil) {
            self.name = name
            self.color = color
            self.logo = logo
            self.footer = footer
        }
    }

    /// The languages there are message files for.
    public static let languages = ["en", "de", "fr", "es", "sw"]

    /// An address of this machine alone: `127.0.0.1` or `::1`.
    public var host = "127.0.0.1"
    /// 0 takes any that is free.
    public var port = 8722
    /// One of ``languages``.
    public var language = "en"
    public var theme = Theme.auto
    /// How long a verdict stays when no other comes.
    public var readyAfter = Duration.seconds(5)
    /// In percent.
    public var volume = 80
    public var isMuted = false
    /// Guests see themselves while the station is ready, so that they find the camera's view.
    public var showsCamera = true
    public var brand = Brand()
    /// A staff session ends when it is not used for this long.
    public var staffIdle = Duration.seconds(120)
    /// A verdict that asks for something to be done stays until somebody says that it is.
    public var confirmsAttention = false

    public init() {}
}

/// What the page is told of its settings: the answer of `GET /settings`.
struct PageSettingsAnswer: Codable, Sendable {
    let build: String
    let language: String
    let theme: PageSettings.Theme
    let readyAfterMs: Int64
    let volume: Int
    let isMuted: Bool
    let showsCamera: Bool
    let brandName: String?
    let brandColor: String?
    let legalFooter: String?
    let hasLogo: Bool
    let confirmsAttention: Bool

    /// What the venue has written down wins over what the organizer's server says.
    init(_ settings: PageSettings, hasLogo: Bool, branding: Branding?) {
        build = PageAssets.build(with: branding)
        language = settings.language
        theme = settings.theme
        readyAfterMs = settings.readyAfter.wholeMilliseconds
        volume = settings.volume
        isMuted = settings.isMuted
        showsCamera = settings.showsCamera
        brandName = settings.brand.name
        brandColor = settings.brand.color ?? branding?.color
        legalFooter = settings.brand.footer ?? branding?.legalFooter
        self.hasLogo = hasLogo || branding?.logo != nil
        confirmsAttention = settings.confirmsAttention
    }
}
