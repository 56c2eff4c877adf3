internal import CheckedYAML
internal import Foundation
internal import Manifests
internal import Tickets

/// `box_office` in event.yaml (docs/EVENT.md).
extension BoxOffice {
    /// - Parameters:
    ///   - root: event.yaml.
    ///   - folder: to which the path of the key is relative.
    ///   - types: those of event.yaml, or of the server; `nil` when there are none yet.
    init?(_ root: YAMLMapping, folder: URL, types: [TicketType]?) {
        guard root.shape(of: "box_office") != nil else { return nil }
        let office = root.mapping("box_office")
        let path = office.string("key")
        var key: VerificationKey?
        if !path.isEmpty {
            do {
                key = try KeyFile.verificationKey(at: URL(filePath: path, below: folder), for: .tickets)
            } catch {
                office.fault("key", "\(error)")
            }
        }
        let currency = office.optionalValue("currency", "the code of a currency, like EUR or UGX") { text in
            BoxOffice.isCurrency(text) ? text : nil
        }
        let payments = office.strings("payments") ?? []
        for (index, word) in payments.enumerated()
        where !BoxOffice.isPayment(word) || payments[..<index].contains(word) {
            office.fault(
                "payments", item: index, "must be up to \(BoxOffice.longestPayment) bytes, each word once")
        }
        if payments.count > BoxOffice.mostPayments {
            office.fault("payments", "has more than \(BoxOffice.mostPayments) words")
        }
        let offers = Self.offers(office, types: types)
        if currency == nil, office.shape(of: "currency") == nil, offers.contains(where: { $0.price != nil }) {
            office.fault("currency", "is missing: there are prices")
        }
        let stations = Self.stations(office)
        guard let key else { return nil }
        self.init(key: key, currency: currency, payments: payments, stations: stations, offers: offers)
    }

    private static func stations(_ office: YAMLMapping) -> [String] {
        let stations = office.strings("stations") ?? []
        if stations.isEmpty { office.fault("stations", "is missing: the names of the stations that sell") }
        for (index, name) in stations.enumerated() where !Event.isValidID(name) || stations[..<index].contains(name) {
            office.fault("stations", item: index, "is not a name a station can have, or was named before")
        }
        if stations.count > mostStations { office.fault("stations", "has more than \(mostStations) names") }
        return stations
    }

    private static func offers(_ office: YAMLMapping, types: [TicketType]?) -> [Offer] {
        let items = office.mappings("sells") ?? []
        if items.isEmpty { office.fault("sells", "is missing: the types that are sold, each with its quota") }
        var seen: Set<String> = []
        return items.map { item in
            let type = item.string("type", maximumByteCount: 100)
            if !type.isEmpty {
                if let types, !types.contains(where: { $0.slug == type }) {
                    item.fault(
                        "type", "is not among types\(Spelling.suggestion(for: type, among: types.map(\.slug)))")
                }
                if !seen.insert(type).inserted { item.fault("type", "was named before") }
            }
            let price = item.optionalValue("price", "a number like 15 or 12.50") { Amount($0) }
            let quota = item.integer("quota", in: quotas)
            let together = item.integer("together", in: 0...quotas.upperBound, default: 0)
            if together > quota { item.fault("together", "is more than quota") }
            return Offer(type: type, price: price, quota: quota, together: min(together, quota))
        }
    }
}
