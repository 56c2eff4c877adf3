internal import Foundation
internal import GRDB
internal import Synchronization
public import Tickets

/// File formats of an export.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// JSON lines: entries, `{"checkpoint":...}` in the place of each purged run, `{"head":...}` at the end.
    case jsonLines
    /// RFC 4180 with a header row, for spreadsheets; the head goes into a separate file.
    case csv
}

/// What an export contained.
public struct JournalExport: Hashable, Sendable {
    /// Id of the event; `nil` when the whole journal was exported.
    public let event: String?
    /// How many entries were written.
    public let entries: Int64
    /// Signed over the last entry that was there when the export began.
    public let head: JournalHead
}

extension Journal {
    private static let pageLength = 500

    /// Writes all entries that exist now, or those of one event.
    ///
    /// - Parameter write: gets pieces of text, line ends included; what it throws is passed on.
    /// - Returns: pass it to ``markExported(_:)`` once the text is stored safely.
    public func exportLines(
        _ format: ExportFormat, event: String? = nil, now: Timestamp, to write: (String) throws -> Void
    ) throws -> JournalExport {
        try longWork.withLock { _ in
            let head = try signHead(now: now)
            var checkpoints = try read("export") { try Self.checkpoints($0) }.sorted { $0.key < $1.key }[...]
            // Checkpoints belong to the whole chain; for one event they would prove nothing.
            let isChain = format == .jsonLines && event == nil
            if format == .csv { try write(CSVText.row(CSV.header)) }
            var (position, count): (Int64, Int64) = (0, 0)
            while true {
                let page = try entries(after: position, limit: Self.pageLength, filter: EntryFilter(event: event))
                let entries = page.prefix { $0.checkIn.sequence <= head.sequence }
                for entry in entries {
                    while isChain, let next = checkpoints.first, next.key < entry.checkIn.sequence {
                        try write(JSONValue.object([("checkpoint", .string(next.value))]).text + "\n")
                        checkpoints.removeFirst()
                    }
                    try write(format == .csv ? CSV.row(of: entry) : entry.json.text + "\n")
                    count += 1
                }
                guard let last = entries.last, entries.count == Self.pageLength else { break }
                position = last.checkIn.sequence
            }
            if isChain {
                for rest in checkpoints {
                    try write(JSONValue.object([("checkpoint", .string(rest.value))]).text + "\n")
                }
            }
            if format == .jsonLines { try write(JSONValue.object([("head", .string(head.line))]).text + "\n") }
            return JournalExport(event: event, entries: count, head: head)
        }
    }

    /// Records that entries are stored outside the station: ``purge(events:now:)`` may remove them.
    public func markExported(_ export: JournalExport) throws {
        try write("note an export in") { db in
            try db.execute(
                sql: """
                    INSERT INTO exported(event, seq) VALUES (?, ?)
                    ON CONFLICT(event) DO UPDATE SET seq = max(seq, excluded.seq)
                    """, arguments: [export.event ?? "", export.head.sequence])
        }
    }
}

/// Rows of the CSV export.
private enum CSV {
    static let header = """
        id,station,seq,event,list,gate,key,line,ref,direction,verdict,reason,kind,undoes,count,how,operator,at,clock,\
        note,knew,previous,hash
        """.split(separator: ",").map(String.init)

    static func row(of entry: JournalEntry) -> String {
        guard case .object(let members) = entry.json else { return "" }
        return CSVText.row(members.map { cell($0.value) })
    }

    private static func cell(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text.withoutControls
        case .array(let values): values.map(cell).joined(separator: " ")
        case .null: ""
        default: value.text
        }
    }
}
