internal import Messages
internal import StationAPI
internal import Tickets

/// How the screen looks and sounds: the key `screen` of usher.yaml.
public struct PageSettings: Sendable, Equatable {
    /// Light or dark colours. Raw values are used in usher.yaml and in JSON.
    public enum Theme: String, Sendable, CaseIterable, Codable {
        /// As the system of the browser is set.
        case auto
        case light, dark
    }

    /// How the organizer's events look. The colours of verdicts stay as they are.
    public struct Brand: Sendable, Equatable {
        /// Shown beside the gate, and where the event's name would be when no event is served.
        public var name: String?
        /// `#rrggbb`; `nil` takes the colour that the organizer's server has.
        public var color: String?
        /// Path of a PNG, JPEG or SVG file of at most 1 MiB; `nil` takes the logo that the organizer's server has.
        public var logo: String?
        /// A legal notice, such as the organizer's address; `nil` takes the one that the organizer's server has.
        public var footer: String?

        public init(name: String? = nil, color: String? = nil, logo: String? = nil, footer: String? = nil) {
            self.name = name
            self.color = color
            self.logo = logo
            self.footer = footer
        }
    }

    /// An address that only this machine can reach: `127.0.0.1` or `::1`.
    public var host = "127.0.0.1"
    /// 0 takes any that is free.
    public var port = 8722
    /// One of `MessageFile.languages`.
    public var language = "en"
    /// Light or dark.
    public var theme = Theme.auto
    /// How long a verdict stays when no other follows: 2 to 60 s.
    public var readyAfter = Duration.seconds(5)
    /// Of sounds, in percent: 0 to 100.
    public var volume = 80
    /// No sounds are played.
    public var isMuted = false
    /// The camera's picture is shown while the station is ready, so that guests find the camera's view.
    public var showsCamera = true
    /// Name, colour, logo and legal notice.
    public var brand = Brand()
    /// A staff session ends when it is not used for this long: 10 s to an hour.
    public var staffIdle = Duration.seconds(120)
    /// A verdict with something to do stays until somebody confirms that it is done.
    public var confirmsAttention = false
    /// How the station's own console shows the page.
    public var console = ConsoleSettings()

    /// So long after its verdict, more of a group are let in by a touch on it: a little longer than it is shown, for a
    /// finger that comes late.
    public var groupPatience: Duration { readyAfter + .seconds(5) }

    /// The settings of an usher.yaml without the key `screen`.
    public init() {}
}

/// A language that the page speaks.
struct PageLanguage: Codable, Sendable, Hashable {
    /// ISO 639-1.
    let language: String
    /// What its speakers call it.
    let name: String
}

/// How the page looks and sounds: the answer of `GET /settings`.
struct PageSettingsAnswer: Codable, Sendable {
    let build: String
    let language: String
    /// All that can be chosen at the screen.
    let languages: [PageLanguage]
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

    /// What usher.yaml says counts before what the organizer's server says.
    init(_ settings: PageSettings, hasLogo: Bool, branding: Branding?) {
        build = PageAssets.build(with: branding)
        language = settings.language
        languages = MessageFile.all.map { PageLanguage(language: $0.language, name: $0.name) }
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
