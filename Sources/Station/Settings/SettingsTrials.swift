internal import Fleet
internal import Logging
internal import Messages
internal import ServiceLifecycle
internal import StationAPI
internal import Tickets

/// Tries settings of the control room: the station is opened anew with them, and what breaks then, and stays broken, ends the
/// trial. It goes on with those before, by itself.
struct SettingsTrials: Service {
    /// From one look at the station to the next.
    let interval: Duration
    let book: OrderBook
    let monitor: Monitor
    let notes: StationNotes
    let clock: StationClock
    let logger: Logger
    let restart: @Sendable () -> Void

    /// How many looks it takes to trust them.
    static let looks = 6

    /// - Throws: why an order's settings cannot be tried
    func require(_ order: Order) throws {
        guard book.tried == nil else {
            throw StationError(
                .refused, "try", "the settings", "others are being tried", hint: "Give the order again in a minute.")
        }
        try Configuration.check(orderedSettings: order.settings ?? "")
    }

    /// They count when the station is opened anew.
    func begin(_ order: Order) async throws {
        try book.tryOut(order, broken: Set(await monitor.status().conditions.map(\.nameText)))
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            await noteFailure()
            if let tried = book.tried, let trial = tried.trial, trial.starts > 0 {
                await watch(tried.order, broken: trial.broken)
            }
            try? await gracefulShutdown()
        }
    }

    /// - Parameter broken: what was broken before, and is no fault of the settings.
    private func watch(_ order: Order, broken known: Set<String>) async {
        var before: Set<String> = []
        for _ in 1...Self.looks {
            guard (try? await Task.sleep(for: interval)) != nil else { return }
            guard let conditions = try? await monitor.status().conditions else { continue }
            let broken = conditions.filter { $0.canFollowSettings && !known.contains($0.nameText) }
            if let fault = broken.first(where: { before.contains($0.nameText) }) {
                return await goBack(because: fault.says)
            }
            before = Set(broken.map(\.nameText))
        }
        await keep(order)
    }

    private func keep(_ order: Order) async {
        do {
            try book.end(OrderResult(id: order.id, outcome: .done, at: clock.now()))
            logger.notice("settings of the control room are kept", metadata: ["order": "\(order.summary)"])
        } catch {
            logger.error("settings are not kept", metadata: ["why": "\(error)"])
        }
    }

    private func goBack(because why: String) async {
        do {
            try book.goBack(because: why, at: clock.now())
        } catch {
            return logger.error("settings are not taken back", metadata: ["why": "\(error)"])
        }
        await noteFailure()
        restart()
    }

    /// Writes into journal and log that settings did not go well: also those with which the station has ended.
    private func noteFailure() async {
        guard let failed = book.unnoted else { return }
        logger.warning(
            "settings of the control room are not kept",
            metadata: ["order": "\(failed.order.summary)", "why": "\(failed.result?.why ?? "")"])
        do {
            try await notes.add(.order, by: failed.order.by, "settings (it went back)")
            try book.change(failed.order.id) { $0.trial?.isNoted = true }
        } catch {
            logger.error("it is not on record that settings are not kept", metadata: ["why": "\(error)"])
        }
    }
}

extension Condition {
    /// By which it is known again.
    fileprivate var nameText: String { "\(name.code.rawValue) \(name.subject ?? "")" }

    /// Something is broken that settings may have broken: servers, networks and disks have other reasons.
    fileprivate var canFollowSettings: Bool {
        level == .broken && [.daemon, .readers, .camera, .list, .clock, .display].contains(area)
    }
}
