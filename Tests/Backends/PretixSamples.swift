import TestSupport
import Tickets

@testable import Backends

/// Objects as pretix writes them, with what the tests need of them.
enum PretixSamples {
    static func json(_ text: String) -> LenientJSON {
        LenientJSON(parsing: Array(text.utf8)) ?? .null
    }

    static func list(
        _ id: Int = 1, products: [Int]? = nil, again: Bool = false, after: Bool = false, matches: Bool = false,
        rules: String = "{}", date: Int? = nil
    ) -> LenientJSON {
        json(
            """
            {"id": \(id), "name": "List \(id)", "all_products": \(products == nil), "limit_products": \(products ?? []),
            "subevent": \(date.map(String.init) ?? "null"), "include_pending": false, "allow_multiple_entries": \(again),
            "allow_entry_after_exit": \(after), "rules": \(rules), "exit_all_at": null, "addon_match": \(matches)}
            """)
    }

    static let items = [
        json(
            """
            {"id": 5, "name": {"de": "Stehplatz", "en": "Standing"}, "checkin_attention": false, "checkin_text": "",
            "variations": [{"id": 7, "value": {"en": "Early"}, "checkin_attention": true, "checkin_text": null}]}
            """),
        json(
            #"{"id": 6, "name": {"en": "VIP"}, "checkin_attention": true, "checkin_text": "Lanyard", "variations": []}"#
        ),
        json(#"{"id": 8, "name": {"en": "Meal"}, "checkin_attention": false, "variations": []}"#),
    ]

    static func order(status: String = "p", more: String = "", _ positions: String...) -> LenientJSON {
        json(#"{"code": "ABCDE", "status": "\#(status)"\#(more), "positions": [\#(positions.joined(separator: ","))]}"#)
    }

    static func position(
        _ id: Int, item: Int = 6, code: String? = nil, base: Int? = nil, checkIns: String = "", more: String = ""
    ) -> String {
        """
        {"id": \(id), "positionid": 1, "item": \(item), "variation": null, "secret": "\(code ?? "code-\(id)")",
        "addon_to": \(base.map(String.init) ?? "null"), "subevent": null, "attendee_name": "Ada \(id)", "seat": null,
        "canceled": false, "valid_from": null, "valid_until": null, "checkins": [\(checkIns)]\(more)}
        """
    }

    static func checkIn(_ id: Int, list: Int = 1, _ type: String = "entry", minute: Int = 0, device: Int? = nil)
        -> String
    {
        """
        {"id": \(id), "datetime": "2026-11-21T18:\(minute < 10 ? "0" : "")\(minute):00.123456Z", "list": \(list),
        "auto_checked_in": false, "gate": null, "device": null, "device_id": \(device.map(String.init) ?? "null"),
        "type": "\(type)"}
        """
    }

    static func time(minute: Int) -> Timestamp {
        TestSupport.time("2026-11-21T18:00:00.123Z") + .seconds(60 * minute)
    }

    static func settings(lists: [String: String] = [:], events: [String: String] = [:]) -> BackendSettings {
        var settings = BackendSettings(name: "box", kind: .pretix, url: "https://tickets.example")
        settings.organizer = "gala-ltd"
        settings.lists = lists
        settings.events = events
        return settings
    }
}
