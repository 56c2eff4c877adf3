internal import StationAPI

/// The numbers that the page of figures shows: the answer of `GET /figures/state`.
struct FiguresState: Codable, Sendable {
    let build: String
    /// Reports can be fetched here. Never on the kiosk, whose browser must not get at files.
    let hasReports: Bool
    let events: [EventFigures]

    static func current(of station: StationControl, hasReports: Bool) async throws -> FiguresState {
        let events = try await station.figures.figures(event: nil)
        let build = PageAssets.build(with: await station.monitor.branding())
        return FiguresState(build: build, hasReports: hasReports, events: events)
    }
}
