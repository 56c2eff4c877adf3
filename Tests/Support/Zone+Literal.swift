public import Tickets
internal import TimeZones

/// Tests write a zone by its name; its rules are those of this machine.
extension Zone: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) { self = Self.named(name) }

    /// As a literal, for a name that a table of cases has.
    public static func named(_ name: String) -> Zone { ZoneFolder.system.zone(named: name) }
}
