internal import StationAPI

/// What the page of figures is told: the answer of `GET /figures/state`.
struct FiguresState: Codable, Sendable {
    let build: String
    /// Reports may be fetched from here. Never on the kiosk, which must not come to files.
    let hasReports: Bool
    let events: [EventFigures]

    static func current(of station: StationControl, hasReports: Bool) async throws -> FiguresState {
        let events = try await station.figures.figures(event: nil)
        let build = PageAssets.build(with: await station.monitor.branding())
        return FiguresState(build: build, hasReports: hasReports, events: events)
    }
}
