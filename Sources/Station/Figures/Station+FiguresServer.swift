internal import DoorScreen
internal import Foundation
internal import Logging
internal import Tickets

extension Station {
    /// The server for tablets and second screens, when the configuration wants one.
    func figuresServer() -> FiguresServer? {
        guard let settings = configuration.figures, let page = configuration.screen else { return nil }
        let logo = page.brand.logo.flatMap { try? Data(contentsOf: URL(filePath: $0)) }
        return FiguresServer(
            station: control, settings: settings, page: page, logo: logo.map(Array.init),
            token: { [credentials] in Self.figuresToken(credentials) }, now: clock.now, logger: logger,
            report: { [health, logger, credentials] report in
                switch report {
                case .listening(let url):
                    logger.notice("the figures are open", metadata: ["figures": "\(url)"])
                    guard Self.figuresToken(credentials) == nil else { return health.clear(.figures) }
                    health.report(.figures, Self.missingToken)
                case .failed(let sentence):
                    if health.report(.figures, sentence) {
                        logger.error("no figures", metadata: ["why": "\(sentence)"])
                    }
                }
            })
    }

    private static let missingToken = """
        Nobody can sign in to the figures: the credential figures-token is missing, or has fewer than \
        \(FiguresSettings.shortestToken) characters.
        """

    private static func figuresToken(_ credentials: Credentials) -> String? {
        credentials.text("figures-token").flatMap { $0.utf8.count >= FiguresSettings.shortestToken ? $0 : nil }
    }
}
