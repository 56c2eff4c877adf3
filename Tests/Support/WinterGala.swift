/// The event that most tests are about, on the evening of 5 December 2026.
public enum WinterGala {
    /// Its `event.yaml`: what every event has, without types, lists and gates.
    ///
    /// - Parameters:
    ///   - timeZone: of its times: the doors open at 17:00, it starts at 19:00 and ends at 2:00.
    ///   - more: lines that are added at the end.
    public static func yaml(id: String = "gala", timeZone: String = "Africa/Kampala", more: String = "") -> String {
        """
        id: \(id)
        name: Winter Gala
        organizer: Gala Ltd
        timezone: \(timeZone)
        doors_open: 2026-12-05 17:00
        starts: 2026-12-05 19:00
        ends: 2026-12-06 02:00
        \(more)
        """
    }
}
