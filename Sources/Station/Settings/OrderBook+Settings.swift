internal import Fleet
internal import Foundation
internal import Tickets

/// How a station tries settings that were ordered.
struct SettingsTrial: Codable, Hashable, Sendable {
    /// What was broken before, and is no fault of theirs.
    var broken: Set<String>
    /// How often the station was opened with them.
    var starts = 0

    /// A station that has ended so often while it tried them was not well.
    static let mostStarts = 2
}

/// Settings that the control room has ordered: those of the last order that went well, or that is being tried.
extension OrderBook {
    /// The order whose settings count now; `nil`: those of usher.yaml do.
    var settings: Order? {
        if let tried, tried.key == key { return tried.order }
        return done.filter { $0.order.act == .settings }.max { $0.order.issued < $1.order.issued }?.order
    }

    /// Settings that are being tried; `nil` when there are none.
    var tried: Entry? {
        entries.last { $0.trial != nil }.flatMap { $0.result == nil ? $0 : nil }
    }

    /// They count from the next start on.
    /// - Parameter broken: what is broken now.
    func tryOut(_ order: Order, broken: Set<String>) throws {
        try change(order.id) { $0.trial = SettingsTrial(broken: broken) }
    }

    /// Before a station that is to run is opened: settings with which it has ended twice do not count any more.
    func countStart(at now: Timestamp) throws {
        guard let trial = tried?.trial, let order = tried?.order else { return }
        guard trial.starts < SettingsTrial.mostStarts else {
            try goBack(because: "the station has ended twice while it tried them", at: now)
            return
        }
        try change(order.id) { $0.trial?.starts += 1 }
    }

    /// Those before them count again, from the next start on.
    /// - Returns: the order; `nil` when none is being tried.
    @discardableResult
    func goBack(because why: String, at now: Timestamp) throws -> Order? {
        guard let order = tried?.order else { return nil }
        try end(OrderResult(id: order.id, outcome: .failed, why: "it went back: \(why)", at: now))
        return order
    }
}
