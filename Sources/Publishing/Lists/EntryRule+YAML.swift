internal import CheckedYAML
internal import Tickets

extension EntryRule {
    /// `rules` of an admission list in event.yaml; `nil` when there are none.
    static func rules(_ list: YAMLMapping) -> (rule: EntryRule?, limitsEntries: Bool) {
        let mapping = list.mapping("rules")
        var rules: [PlainRule] = []
        if mapping.optionalValue("once", "\"a day\"", parse: { $0 == "a day" ? true : nil }) != nil {
            rules.append(.onceADay)
        }
        if let count = mapping.optionalInteger("entries", in: 1...1000) { rules.append(.entries(count)) }
        let wait = "a time span of whole minutes after the last entry, like 90m or 4h, up to 365d"
        if let minutes = mapping.optionalValue("wait", wait, parse: minutes) {
            rules.append(.wait(minutes: minutes))
        }
        let limitsEntries = !rules.isEmpty
        let spans = spans(mapping)
        if !spans.isEmpty { rules.append(.only(spans)) }
        do {
            return (try EntryRule(rules), limitsEntries)
        } catch {
            list.fault("rules", "cannot be used: \(error.problem)")
            return (nil, limitsEntries)
        }
    }

    /// `4h` or `4h after the last entry`
    private static func minutes(_ text: String) -> Int? {
        let span = text.split(separator: " after the last entry", maxSplits: 1, omittingEmptySubsequences: false)
        guard span.count == 1 || span[1].isEmpty, let duration = Duration(text: String(span[0])) else { return nil }
        let minutes = Int(duration.components.seconds / 60)
        return duration.components.seconds % 60 == 0 && (1...525_600).contains(minutes) ? minutes : nil
    }

    private static func spans(_ mapping: YAMLMapping) -> [PlainRule.Span] {
        let expectation = "days and hours like \"weekdays 10:00-16:00\" or \"fri-sun\""
        guard mapping.shape(of: "only") == .list else {
            return mapping.optionalValue("only", expectation, parse: PlainRule.Span.init).map { [$0] } ?? []
        }
        let texts = mapping.strings("only") ?? []
        if texts.isEmpty { mapping.fault("only", "is empty") }
        return texts.enumerated().compactMap { index, text in
            let span = PlainRule.Span(text)
            if span == nil, !text.isEmpty { mapping.fault("only", item: index, "must be \(expectation)") }
            return span
        }
    }
}
