internal import StationAPI
internal import Tickets

/// An order that is not over, and what stations made of it.
public struct OrderOverview: Codable, Hashable, Sendable {
    /// One station's answer.
    public struct Answer: Codable, Hashable, Sendable {
        public var station: String
        public var outcome: OrderResult.Outcome
        /// An English sentence of the program; only with `failed`.
        public var why: String?
    }

    /// As it was given. Nobody has checked its signature here: only stations know the key.
    public var order: Order
    /// By name.
    public var answers: [Answer]
    /// Stations that have not answered, by name: they are away, do not know the key, or are about to.
    public var waiting: [String]

    /// - Parameter reports: of all stations that are known.
    init(_ order: Order, _ reports: [StationReport]) {
        let told = reports.filter { order.isFor($0.status.station) }
        self.order = order
        answers = told.compactMap { report in
            report.orders?.last { $0.id == order.id }.map {
                Answer(station: report.status.station, outcome: $0.outcome, why: $0.why)
            }
        }.sorted { $0.station < $1.station }
        let named = order.stations ?? told.map(\.status.station)
        waiting = Set(named).subtracting(answers.map(\.station)).sorted()
    }
}
