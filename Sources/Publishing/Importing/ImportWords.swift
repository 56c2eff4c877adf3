internal import Tickets

/// The words in cells, in the languages of the screen.
enum ImportWords {
    /// Whether a cell says yes; `nil` when it says neither.
    static func isYes(_ text: String) -> Bool? {
        // A tick or a cross alone has no letters.
        if ["✓", "✔", "☑", "✅"].contains(where: text.hasPrefix) { return true }
        if ["✗", "✘", "☒", "❌"].contains(where: text.hasPrefix) { return false }
        let word = text.withASCIIDigits.headerSpelling
        if yes.contains(word) { return true }
        return no.contains(word) ? false : nil
    }

    /// The word of tickets.csv for a status; `nil` for none that is known.
    ///
    /// Of a text with several parts, like `Pending (overdue)` or `Paid, cancelled`, each must be known; what lets nobody in
    /// counts.
    static func status(_ text: String) -> TicketRow.Status? {
        if let status = wholeStatus(text) { return status }
        let parts = text.split { "()[]/,;|–—:".contains($0) }.flatMap { $0.split(separator: " - ") }
            .filter { !$0.allSatisfy(\.isWhitespace) }
        guard parts.count > 1 else { return nil }
        let known = parts.compactMap { wholeStatus(String($0)) }
        return known.count == parts.count ? known.max { $0.severity < $1.severity } : nil
    }

    private static func wholeStatus(_ text: String) -> TicketRow.Status? {
        let word = text.headerSpelling
        if let status = TicketRow.Status(word: word) { return status }
        return statuses[word].flatMap(TicketRow.Status.init(word:))
    }

    /// Whether a text begins like a name of totals: "Summe:", "Total 2026", "Gesamtsumme Gäste".
    static func isTotal(_ text: String) -> Bool {
        // Most cells begin with another letter, or with none.
        guard text.utf8.count <= 60, let letter = text.first(where: \.isLetter), initials.contains(letter) else {
            return false
        }
        return text.split { !$0.isLetter }.first.map { totals.contains(String($0).headerSpelling) } == true
            || grandTotals.contains { text.headerSpelling.hasPrefix($0) }
    }

    private static let yes = words(
        """
        yes, y, true, 1, x, paid, ok; ja, j, wahr, bezahlt, gezahlt; sí, si, s, verdadero, pagado, pagada; oui, o, vrai, payé, \
        payée; ndiyo, ndio, kweli, imelipwa, amelipa; vero, pagato; sim, verdadeiro, pago; waar, betaald; tak, prawda, \
        zapłacono, opłacone; evet, doğru, ödendi; так, правда, оплачено; はい, 有, 済, 済み; 是, 已付款; نعم, مدفوع; כן, שולם
        """)

    private static let no = words(
        """
        no, n, false, 0, not paid, unpaid, open, pending; nein, falsch, offen, unbezahlt, nicht bezahlt; falso, pendiente, \
        no pagado, impagado; non, faux, impayé, non payé, en attente; hapana, la, si kweli, haijalipwa; non pagato; não, nao, \
        não pago; nee, onwaar, niet betaald; nie, fałsz, nieopłacone; hayır, yanlış, ödenmedi; ні, неправда, не оплачено; \
        いいえ, 無, 未; 否, 未付款; لا, غير مدفوع; לא, לא שולם
        """)

    private static let totals = words(
        "total, totals, sum, subtotal; summe, gesamt, gesamtsumme, gesamtzahl, gesamtanzahl, zwischensumme, insgesamt; suma, totales; totaux, somme; jumla"
    )

    private static let grandTotals = words("grand total; gran total")

    private static let initials = Set(
        totals.union(grandTotals).compactMap(\.first).flatMap { [$0, Character($0.uppercased())] })

    static func words(_ text: String) -> Set<String> {
        Set(text.split { ",;".contains($0) }.map { String($0).headerSpelling }.filter { !$0.isEmpty })
    }

    private static let statuses: [String: String] = {
        var statuses: [String: String] = [:]
        for (status, text) in StatusWords.all {
            for word in words(text) { statuses[word] = status }
        }
        return statuses
    }()
}

extension TicketRow.Status {
    /// What lets nobody in counts more than what does: of several statuses of a ticket, the one with the highest.
    var severity: Int {
        switch self {
        case .revoked: 6
        case .ticket(.refunded): 5
        case .ticket(.voided): 4
        case .ticket(.blocked): 3
        case .ticket(.unapproved): 2
        case .ticket(.unpaid): 1
        case .ticket(.valid): 0
        }
    }
}
