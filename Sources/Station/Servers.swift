internal import DoorScreen
internal import Foundation
internal import Logging
internal import Messages
internal import StationAPI
internal import Tickets
internal import Web

/// What a station serves over HTTP besides its API: the page, the figures and the metrics.
struct Servers {
    let configuration: Configuration
    let station: Station

    /// The page for staff. A station that reads codes from a file has none unless it was asked for, because many may
    /// run at once.
    func page(isAsked: Bool) -> PageServer? {
        guard isAsked, let settings = configuration.page else { return nil }
        return PageServer(
            station: station.control, settings: settings, logo: logo(of: settings), logger: station.resources.logger,
            report: note(.screenFailed, "url"))
    }

    /// For tablets and second screens; `nil` when they are not configured.
    func figures() -> FiguresServer? {
        guard let settings = station.resources.configuration.figures, let page = station.resources.configuration.page
        else { return nil }
        let (credentials, conditions) = (station.resources.credentials, station.resources.conditions)
        let token: @Sendable () -> String? = {
            credentials.text("figures-token").flatMap { $0.utf8.count >= RemoteSettings.shortestToken ? $0 : nil }
        }
        let note = note(.figuresFailed, "figures")
        return FiguresServer(
            station: station.control, settings: settings, page: page, logo: logo(of: page), token: token,
            now: station.resources.clock.now, logger: station.resources.logger
        ) { report in
            note(report)
            guard token() == nil else { return conditions.clear(.figuresWithoutToken) }
            conditions.report(
                Condition(.figuresWithoutToken, ["characters": "\(RemoteSettings.shortestToken)"]))
        }
    }

    /// For the phones of staff; `nil` when they are not configured.
    func phones() -> PhonesServer? {
        guard let settings = station.resources.configuration.phones, let page = station.resources.configuration.screen
        else { return nil }
        let (credentials, conditions) = (station.resources.credentials, station.resources.conditions)
        let token: @Sendable () -> String? = {
            credentials.text("phones-token").flatMap { $0.utf8.count >= RemoteSettings.shortestToken ? $0 : nil }
        }
        let note = note(.phonesFailed, "phones")
        return PhonesServer(
            station: station.control, settings: settings, page: page, token: token,
            now: station.resources.clock.now, logger: station.resources.logger
        ) { report in
            note(report)
            guard token() == nil else { return conditions.clear(.phonesWithoutToken) }
            conditions.report(
                Condition(.phonesWithoutToken, ["characters": "\(RemoteSettings.shortestToken)"]))
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
