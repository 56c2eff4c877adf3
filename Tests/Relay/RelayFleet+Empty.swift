import TestSupport
import Tickets

@testable import Relay

extension RelayFleet {
    /// Of no station.
    static func empty(_ store: RelayStore) throws -> RelayFleet {
        try RelayFleet(store: store, stations: [], logger: .quiet, now: { Timestamp(seconds: 0) })
    }
}
