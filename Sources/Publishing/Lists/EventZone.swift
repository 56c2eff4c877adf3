internal import CheckedYAML
public import Tickets
internal import TimeZones

/// The time zone of an event, as an organizer or a server writes it.
public enum EventZone {
    /// Under the name that is in use now: `America/New_York` for `US/Eastern`, which not every machine has.
    /// - Returns: `nil` for what is no zone of a place, or one that this machine does not know.
    public static func zone(_ text: String) -> Zone? {
        guard ZoneNames.isOfEvents(text) else { return nil }
        let zone = ZoneFolder.system.zone(named: ZoneNames(.system).current(text))
        return zone.isKnown ? zone : nil
    }

    /// The zone that somebody means who writes `europe/berlin`, `Berlin` or `W. Europe Standard Time`.
    static func meant(by text: String) -> Zone? {
        zone(text) ?? ZoneNames(.system).meant(by: text).flatMap(zone)
    }

    /// `, did you mean "Europe/Berlin"?`, or what else to do about a text that is no zone; mostly nothing.
    public static func suggestion(for text: String) -> String {
        if let zone = meant(by: text) { return ", did you mean \"\(zone.name)\"?" }
        let names = ZoneNames(.system).ofEvents
        guard !names.isEmpty else { return ": this machine knows no time zones; install tzdata" }
        let suggestion = Spelling.suggestion(for: text, among: names)
        guard suggestion.isEmpty, ZoneNames.isOfEvents(text) else { return suggestion }
        return ", which tzdata \(ZoneFolder.system.version) does not have"
    }
}
