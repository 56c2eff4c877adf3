internal import Foundation

/// What a column of a spreadsheet can be read as: a column of tickets.csv, or a part of one.
public enum ImportField: String, CaseIterable, Sendable {
    case code, ref, type, holder
    case firstName = "first_name"
    case lastName = "last_name"
    case company, email, seat, status
    /// Yes or no: the status is valid or unpaid.
    case paid
    /// Yes or a day: the status is voided.
    case cancelled
    case admits
    case notBefore = "not_before"
    case notAfter = "not_after"
    case attention, notes, order, price

    /// The column of tickets.csv that it goes to.
    var column: String {
        switch self {
        case .firstName, .lastName: Self.holder.rawValue
        case .paid, .cancelled: Self.status.rawValue
        default: rawValue
        }
    }

    /// Its value is a time.
    var isTime: Bool { self == .notBefore || self == .notAfter }

    /// Secrets: shown in part.
    var isCode: Bool { self == .code }
}

/// What the name of a column says it is.
enum HeaderMeaning: Hashable {
    case field(ImportField)
    /// "Name": the whole name, or the part that no other column has.
    case name
    /// "Nombre": a name in Spanish, a number in French.
    case nameOrNumber
}

extension HeaderMeaning {
    /// The meaning of a column's name; `nil` when no language has it.
    init?(_ header: String) {
        let word = header.headerSpelling
        guard let meaning = Self.meanings[word] else { return nil }
        self = meaning
    }

    /// Whether a column may have ids of tickets, or only count the rows: "Nr.", "No.", "N°".
    static func isNumber(_ header: String) -> Bool { numbers.contains(header.headerSpelling) }

    private static let numbers: Set<String> = [
        "no", "n", "nr", "num", "number", "nummer", "lfdnr", "laufendenummer", "numero", "nambari",
    ]

    /// By how people call such columns in the languages of the screen: English, German, Spanish, French, Swahili. A word
    /// that may be two things, like "Kartennummer" or "Nr.", is not here: people are asked.
    private static let meanings: [String: HeaderMeaning] = {
        let fields: [(ImportField, String)] = [
            (
                .code,
                """
                code, ticket code, barcode, bar code, qr, qr code, ticket barcode, secret, ticket secret, token; \
                kartencode, eintrittscode, strichcode; \
                código, código de entrada, código de boleto, código de ticket, código de barras, código qr; \
                code billet, code du billet, code barre, code-barres, code qr; \
                kodi, msimbo, msimbo wa tiketi, msimbo wa qr, msimbopau, kodi ya tiketi
                """
            ),
            (
                .ref,
                """
                ref, reference, order, order number, order no, order id, order ref, order code, booking, booking number, \
                booking reference, ticket id, attendee id, id; \
                referenz, bestellnummer, bestell-nr, bestellung, buchung, buchungsnummer, buchungs-nr, auftragsnummer, \
                belegnummer, ticket-id; \
                referencia, pedido, número de pedido, nº de pedido, reserva, número de reserva, localizador; \
                référence, réf, commande, numéro de commande, n° de commande, réservation, numéro de réservation; \
                rejea, kumbukumbu, agizo, nambari ya agizo, nambari ya oda
                """
            ),
            (
                .type,
                """
                type, ticket type, category, ticket category, ticket name, product, item, tier; \
                typ, art, kategorie, ticketart, kartenart, tickettyp, ticketkategorie, preiskategorie, produkt, artikel; \
                tipo, tipo de entrada, tipo de boleto, tipo de ticket, categoría, producto; \
                type de billet, type de ticket, catégorie, produit, tarif; \
                aina, aina ya tiketi, bidhaa
                """
            ),
            (
                .holder,
                """
                full name, holder, ticket holder, guest, guest name, attendee, attendee name, participant, visitor; \
                vollständiger name, vor- und nachname, gast, inhaber, karteninhaber, besucher, teilnehmer, name des gastes; \
                nombre completo, nombre y apellidos, titular, asistente, invitado, participante; \
                nom complet, nom et prénom, prénom et nom, titulaire, participant, invité; \
                jina kamili, mgeni, mshiriki, mwenye tiketi
                """
            ),
            (
                .firstName,
                """
                first name, given name, forename, first names; vorname, vornamen, rufname; \
                nombre de pila, nombres; prénom, prénoms; jina la kwanza
                """
            ),
            (
                .lastName,
                """
                last name, surname, family name; nachname, familienname, zuname; apellido, apellidos; nom de famille; \
                jina la mwisho, jina la ukoo, jina la familia
                """
            ),
            (
                .company,
                """
                company, organisation, organization; firma, unternehmen; empresa, organización; entreprise, société; \
                kampuni, shirika
                """
            ),
            (
                .email,
                """
                email, e-mail, mail, email address, e-mail address; e-mail-adresse, mailadresse; correo, \
                correo electrónico; adresse e-mail, courriel; barua pepe
                """
            ),
            (
                .seat,
                """
                seat, seat number, seat no; platz, sitz, sitzplatz, platznummer, platz-nr, sitzplatznummer; \
                asiento, butaca, número de asiento; siège, place, fauteuil, numéro de siège; \
                kiti, nambari ya kiti
                """
            ),
            (
                .status,
                """
                status, state, ticket status; zustand, ticketstatus; estado, estado de la entrada; \
                statut, état; hali, hali ya tiketi
                """
            ),
            (
                .paid,
                """
                paid, is paid, paid on, payment, payment status, payment date; \
                bezahlt, bezahlt am, gezahlt, zahlung, zahlungsstatus, zahlungseingang, bezahlstatus; \
                pagado, pagada, pago, estado del pago, fecha de pago; payé, payée, payé le, paiement, réglé, statut du paiement; \
                imelipwa, amelipa, malipo, hali ya malipo
                """
            ),
            (
                .cancelled,
                """
                cancelled, canceled, cancelled on, cancellation, void, voided; \
                storniert, storniert am, storno, stornierung, abgesagt, abgesagt am, absage; \
                cancelado, cancelada, cancelación, anulado, anulada; annulé, annulée, annulé le, annulation; \
                imefutwa, imeghairiwa
                """
            ),
            (
                .admits,
                """
                admits, quantity, qty, count, persons, people, number of people, number of persons, number of guests, pax, \
                number of tickets, party size; \
                anzahl, menge, personen, personenzahl, anzahl personen, anzahl der personen, anzahl gäste, stück, \
                anzahl karten, anzahl tickets, anzahl plätze, pers; \
                cantidad, personas, número de personas, número de entradas; \
                quantité, qté, personnes, nombre de personnes, nombre de places, nombre de billets, nb, nb places, \
                nb de places, nb personnes, nb de personnes; \
                idadi, watu, idadi ya watu, idadi ya tiketi
                """
            ),
            (
                .notBefore,
                """
                not before, valid from, entry from, admission from; gültig ab, gueltig ab, einlass ab, gültig von; \
                válido desde, entrada desde; valable dès, valable à partir du, valable du, entrée dès; \
                halali kuanzia, kuanzia
                """
            ),
            (
                .notAfter,
                """
                not after, valid until, valid to, expires; gültig bis, gueltig bis, einlass bis; válido hasta; \
                valable jusqu'au, valable jusqu’à, valable au; halali hadi, mwisho wa matumizi
                """
            ),
            (
                .attention,
                """
                attention, instruction, instructions; hinweis, achtung, hinweis für einlass; atención, aviso; consigne; \
                tahadhari, angalizo
                """
            ),
            (
                .notes,
                """
                note, notes, comment, comments, remark, remarks; bemerkung, bemerkungen, notiz, notizen, kommentar, \
                anmerkung, anmerkungen; nota, notas, observación, observaciones, comentario, comentarios; \
                remarque, remarques, commentaire, commentaires; maelezo, maoni
                """
            ),
            (
                .price,
                """
                price, ticket price; preis, kartenpreis, ticketpreis; precio; prix, prix du billet; bei, bei ya tiketi
                """
            ),
        ]
        var meanings: [String: HeaderMeaning] = ["name": .name, "nom": .name, "jina": .name, "nombre": .nameOrNumber]
        for (field, words) in fields {
            meanings[field.rawValue.headerSpelling] = .field(field)
            for word in words.split(whereSeparator: { ",;".contains($0) }) {
                meanings[String(word).headerSpelling] = .field(field)
            }
        }
        return meanings
    }()
}

extension String {
    /// Equal for names of columns that people would take for the same: without case, white space, accents and signs.
    var headerSpelling: String {
        let folded = comparableSpelling.decomposedStringWithCanonicalMapping
        return String(folded.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    }
}
