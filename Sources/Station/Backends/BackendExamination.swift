internal import Backends
package import Messages
package import StationAPI
internal import Tickets

/// Tries the configured ticketing servers when somebody asks for it, before the doors open.
package struct BackendExamination: BackendControl {
    let backends: [BackendSettings]
    let uploads: Uploads

    /// See ``BackendControl/check(_:)``.
    package func check(_ name: String) async throws -> [Condition] {
        let settings = try settings(of: name)
        do throws(BackendError) {
            let found = try await uploads.connector(for: settings).check(settings)
            return Self.conditions(of: name, found)
        } catch {
            let code: Condition.Code =
                switch error.code {
                case .misconfigured: .backendUnusable
                case .revoked: .revoked
                default: .backendTrouble
                }
            return [Condition(code, subject: name, ["backend": name], because: error)]
        }
    }

    /// See ``BackendControl/events(of:)``.
    package func events(of name: String) async throws -> [BackendEvent] {
        let settings = try settings(of: name)
        guard let events = try await uploads.connector(for: settings).check(settings).events else {
            throw StationError(.unavailable, "list the events of", name, "this kind of server lists none")
        }
        return events.map { BackendEvent(id: $0.id.withoutControls, name: $0.name?.withoutControls, starts: $0.starts) }
    }

    /// See ``BackendControl/lists(of:at:)``.
    package func lists(of event: String, at name: String) async throws -> [BackendList] {
        let settings = try settings(of: name)
        guard let lists = try await uploads.connector(for: settings).lists(of: settings.serverEvent(event), settings)
        else {
            throw StationError(.unavailable, "list the admission lists of", name, "this kind of server has none")
        }
        return lists.map {
            BackendList(
                id: $0.id, name: $0.name.withoutControls, date: $0.date, products: $0.products,
                reentry: $0.reentry.word, hasRule: $0.hasRule)
        }
    }

    private func settings(of name: String) throws -> BackendSettings {
        guard let settings = backends.first(where: { $0.name == name }) else {
            let names = backends.map(\.name).sorted().joined(separator: ", ")
            throw StationError(
                .notFound, "find backend", name, "usher.yaml has no such name",
                hint: names.isEmpty ? "It has no backends." : "It has: \(names).")
        }
        return settings
    }

    private static func conditions(of name: String, _ found: BackendCheck) -> [Condition] {
        var conditions = [Condition(.backendKnown, subject: name, ["backend": name, "server": found.server])]
        if let count = found.events?.count {
            let code: Condition.Code = count == 0 ? .backendNoEvents : .backendEvents
            conditions.append(Condition(code, subject: name, ["backend": name, "count": "\(count)"]))
        }
        conditions.append(
            found.refusal.map { Condition(.backendTakesNone, subject: name, ["backend": name], because: $0) }
                ?? Condition(.backendTakesCheckIns, subject: name, ["backend": name]))
        if found.seesCodes == true {
            conditions.append(Condition(.backendSeesCodes, subject: name, ["backend": name]))
        }
        if let version = found.appVersion {
            conditions.append(Condition(.backendAppVersion, subject: name, ["backend": name, "version": version]))
        }
        if let offset = found.clockOffset {
            conditions.append(
                ClockConditions.off(offset, variant: "", server: name)
                    ?? Condition(.backendClockFine, subject: name, ["backend": name]))
        }
        return conditions
    }
}
