internal import Tickets

/// The claim `box_office` (docs/MANIFEST.md).
extension BoxOffice {
    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [("key", .string(Base64URL.encode(key.raw)))]
        if let currency { members.append(("currency", .string(currency))) }
        if !payments.isEmpty { members.append(("payments", .array(payments.map(JSONValue.string)))) }
        members.append(("stations", .array(stations.map(JSONValue.string))))
        members.append(("sells", .array(offers.map(\.json))))
        return .object(members)
    }

    /// As it is in the line.
    struct Wire: Decodable {
        private let key: String
        private let currency: String?
        private let payments: [String]?
        private let stations: [String]
        private let sells: [Offer]

        enum CodingKeys: CodingKey, CaseIterable {
            case key, currency, payments, stations, sells
        }

        struct Offer: Decodable {
            let type: String
            let price: String?
            let quota: Int64
            let together: Int64?

            enum CodingKeys: CodingKey, CaseIterable {
                case type, price, quota, together
            }

            fileprivate func checked() throws -> BoxOffice.Offer {
                try WireFault.names("box_office.sells", [type], of: .types)
                let quota = try WireFault.value(
                    "box_office.quota", Int(exactly: quota).flatMap { BoxOffice.quotas.contains($0) ? $0 : nil })
                let together = try WireFault.value(
                    "box_office.together",
                    Int(exactly: together ?? 0).flatMap { (0...quota).contains($0) ? $0 : nil })
                return BoxOffice.Offer(
                    type: type, price: try price.map { try WireFault.value("box_office.price", Amount($0)) },
                    quota: quota, together: together)
            }
        }

        /// - Throws: ``WireFault`` for a value outside its limits
        func checked() throws -> BoxOffice {
            let payments = payments ?? []
            guard payments.count <= BoxOffice.mostPayments, payments.allSatisfy(BoxOffice.isPayment),
                Set(payments).count == payments.count
            else { throw WireFault("its claim box_office.payments has something that is no way of payment, or twice") }
            guard (1...BoxOffice.mostStations).contains(stations.count), stations.allSatisfy(Event.isValidID),
                Set(stations).count == stations.count
            else { throw WireFault("its claim box_office.stations has no names of stations, or one twice") }
            let offers = try sells.map { try $0.checked() }
            guard (1...BodySchema.maximumTypeCount).contains(offers.count),
                Set(offers.map(\.type)).count == offers.count
            else { throw WireFault("its claim box_office.sells has no types, or one twice") }
            let isPriced = offers.contains { $0.price != nil }
            guard currency.map(BoxOffice.isCurrency) ?? !isPriced else {
                throw WireFault("its claim box_office.currency is missing, or no code of a currency")
            }
            return BoxOffice(
                key: try WireFault.value(
                    "box_office.key", Base64URL.decode(key).flatMap { VerificationKey(raw: $0) }),
                currency: currency, payments: payments, stations: stations, offers: offers)
        }
    }
}

extension BoxOffice.Offer {
    fileprivate var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [("type", .string(type))]
        if let price { members.append(("price", .string(price.description))) }
        members.append(("quota", .integer(Int64(quota))))
        if together > 0 { members.append(("together", .integer(Int64(together)))) }
        return .object(members)
    }
}
