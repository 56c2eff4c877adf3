internal import Foundation
internal import Tickets

/// Lines of the system's log, as `journalctl --output=json` prints them, without what people typed.
public enum LogExcerpt {
    /// Fields that hold a person's name or words, or name a ticket.
    private static let personal = ["USHER_OPERATOR", "USHER_BY", "USHER_NOTE", "USHER_ORDER", "USHER_REF"]

    /// Time, program and message of each line.
    /// - Parameter json: one object on each line; other lines are left out.
    public static func lines(json: [UInt8]) -> [String] {
        json.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line))
            // A message that is no text comes as a list of numbers.
            guard let fields = object as? [String: Any], var message = fields["MESSAGE"] as? String else { return nil }
            for name in personal {
                guard let value = fields[name] as? String, !value.isEmpty else { continue }
                message = message.replacing(value, with: Redaction.mark)
            }
            let time = (fields["__REALTIME_TIMESTAMP"] as? String).flatMap { Int64($0) }.map {
                Timestamp(milliseconds: $0 / 1000).description
            }
            let unit = fields["SYSLOG_IDENTIFIER"] as? String
            return [time, unit, message.withoutControls].compactMap(\.self).joined(separator: " ")
        }
    }
}
