internal import DoorScreen
internal import Foundation
internal import Logging
internal import Messages
internal import StationAPI
internal import Tickets
internal import Web

/// What a station serves over HTTP besides its API: the page, the figures and the metrics.
struct Servers {
    let station: Station

    /// The page for staff. A station that reads codes from a file has none unless it was asked for, because many may
    /// run at once.
    func page(isAsked: Bool) -> PageServer? {
        guard isAsked, let settings = station.resources.configuration.page else { return nil }
        return PageServer(
            station: station.control, settings: settings, logo: logo(of: settings), logger: station.resources.logger,
            report: note(.screenFailed, "url"))
    }

    /// For tablets and second screens; `nil` when they are not configured.
    func figures() -> FiguresServer? {
        let configuration = station.resources.configuration
        guard let settings = configuration.figures, let page = configuration.page else { return nil }
        let token = token("figures-token")
        return FiguresServer(
            station: station.control, settings: settings, page: page, logo: logo(of: page), token: token,
            now: station.resources.clock.now, logger: station.resources.logger,
            report: note(.figuresFailed, "figures", without: .figuresWithoutToken, token))
    }

    /// For the phones of staff; `nil` when they are not configured.
    func phones() -> PhonesServer? {
        let configuration = station.resources.configuration
        guard let settings = configuration.phones, let page = configuration.page else { return nil }
        let token = token("phones-token")
        return PhonesServer(
            station: station.control, settings: settings, page: page, token: token,
            now: station.resources.clock.now, logger: station.resources.logger,
            report: note(.phonesFailed, "phones", without: .phonesWithoutToken, token))
    }

    /// Reads a credential at each request; `nil` when it is missing or can be guessed.
    private func token(_ name: String) -> @Sendable () -> String? {
        { [credentials = station.resources.credentials] in
            credentials.text(name).flatMap { $0.utf8.count >= RemoteSettings.shortestToken ? $0 : nil }
        }
    }

    /// The same of a page that takes a token.
    private func note(
        _ failure: Condition.Code, _ name: String, without missing: Condition.Code,
        _ token: @escaping @Sendable () -> String?
    ) -> @Sendable (ListenerReport) -> Void {
        let note = note(failure, name)
        return { [conditions = station.resources.conditions] report in
            note(report)
            guard token() == nil else { return conditions.clear(missing) }
            conditions.report(Condition(missing, ["characters": "\(RemoteSettings.shortestToken)"]))
        }
    }

    /// For a Prometheus of the venue; `nil` when it is not configured.
    func metrics() -> MetricsServer? {
        station.resources.configuration.metrics.map { settings in
            MetricsServer(
                settings: settings, logger: station.resources.logger, page: station.monitor.metrics,
                report: note(.metricsFailed, "metrics"))
        }
    }

    /// - Parameter name: name of the address in the log.
    private func note(_ failure: Condition.Code, _ name: String) -> @Sendable (ListenerReport) -> Void {
        { [conditions = station.resources.conditions, logger = station.resources.logger] report in
            switch report {
            case .listening(let url):
                conditions.clear(failure)
                logger.notice("listening", metadata: ["\(name)": "\(url)"])
            case .failed(let error):
                if conditions.report(Condition(failure, because: error)) {
                    logger.error("not listening", metadata: ["what": "\(name)", "why": "\(error)"])
                }
            }
        }
    }

    private func logo(of settings: PageSettings) -> [UInt8]? {
        settings.brand.logo.flatMap { try? Data(contentsOf: URL(filePath: $0)) }.map(Array.init)
    }
}
