internal import Tickets

/// The words in cells, in the languages of the screen: English, German, Spanish, French, Swahili.
enum ImportWords {
    /// Whether a cell says yes; `nil` when it says neither.
    static func isYes(_ text: String) -> Bool? {
        let word = text.headerSpelling
        // A tick or a cross alone has no letters.
        if ["✓", "✔", "☑", "✅"].contains(where: text.hasPrefix) { return true }
        if yes.contains(word) { return true }
        return no.contains(word) ? false : nil
    }

    /// The word of tickets.csv for a status; `nil` for none that is known.
    static func status(_ text: String) -> TicketRow.Status? {
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
        "yes, y, true, 1, x, paid, ok; ja, j, wahr, bezahlt, gezahlt; sí, s, verdadero, pagado, pagada; oui, o, vrai, payé, payée; ndiyo, ndio, kweli, imelipwa, amelipa"
    )

    private static let no = words(
        "no, n, false, 0, not paid, unpaid, open, pending; nein, falsch, offen, unbezahlt, nicht bezahlt; falso, pendiente, no pagado, impagado; non, faux, impayé, non payé, en attente; hapana, la, si kweli, haijalipwa"
    )

    private static let totals = words(
        "total, totals, sum, subtotal; summe, gesamt, gesamtsumme, gesamtzahl, gesamtanzahl, zwischensumme, insgesamt; suma, totales; totaux, somme; jumla"
    )

    private static let grandTotals = words("grand total; gran total")

    private static let initials = Set(
        totals.union(grandTotals).compactMap(\.first).flatMap { [$0, Character($0.uppercased())] })

    private static let statuses: [String: String] = {
        let lists = [
            "valid":
                "ok, active, confirmed, paid; gültig, aktiv, bestätigt, bezahlt; válido, válida, activo, confirmado, pagado; valide, valable, actif, confirmé, payé; halali, imethibitishwa, imelipwa",
            "unpaid":
                "not paid, pending, open, awaiting payment; offen, unbezahlt, nicht bezahlt, ausstehend; pendiente, impagado, no pagado; impayé, non payé, en attente; haijalipwa, inasubiri",
            "voided":
                "void, cancelled, canceled; storniert, storno, annulliert, abgesagt; anulado, anulada, cancelado, cancelada; annulé, annulée; imefutwa, imeghairiwa",
            "refunded": "refund; erstattet, rückerstattet; reembolsado, devuelto; remboursé, remboursée; imerejeshwa",
            "blocked": "on hold; gesperrt, blockiert; bloqueado, bloqueada; bloqué, bloquée; imezuiwa",
            "unapproved": "not approved; nicht freigegeben; no aprobado; non approuvé; haijaidhinishwa",
        ]
        var statuses: [String: String] = [:]
        for (status, text) in lists {
            for word in words(text) { statuses[word] = status }
        }
        return statuses
    }()

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { ",;".contains($0) }.map { String($0).headerSpelling })
    }
}
