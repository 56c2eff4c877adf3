internal import Foundation

/// What the name of a column says it is.
enum HeaderMeaning: Hashable {
    case field(ImportField)
    /// "Name": the whole name, or the part that no other column has.
    case name
    /// "Nombre": a name in Spanish, a number in French.
    case nameOrNumber
    /// The number of an order: a reference, where tickets have no id of their own.
    case order
    /// "ID": a reference, where nothing else is one.
    case id
    /// "Guests": how many people come, or how many come beside the ticket holder. People are asked.
    case people

    /// What a number of such things is: `Attendee #`.
    var numbered: HeaderMeaning? {
        switch self {
        case .field(.code), .field(.ref), .field(.seat), .field(.admits), .order, .id: self
        case .field(.holder): .field(.ref)
        case .people: .field(.ref)
        default: nil
        }
    }

    var field: ImportField? {
        if case .field(let field) = self { field } else { nil }
    }

    /// The holder's name, or a part of it.
    var isName: Bool { self == .name || self == .nameOrNumber || field?.isName == true }
}

/// The name of a column, taken apart: `Attendee #`, `Buyer first name *`, `Vorname (Gast)`.
struct HeaderName: Hashable {
    /// Whose name, address or status it is. What the guest has comes before what the buyer has.
    enum Role: Int, Comparable {
        case buyer, none, guest

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    let role: Role
    /// `nil` when no language has its name.
    let meaning: HeaderMeaning?

    init(_ header: String) {
        let plain = Self.withoutRemarks(header)
        let words = Self.words(plain)
        let isPlus = header.wholeMatch(of: /\s*\+\s*\d*s?\s*/) != nil && header.contains { $0.isNumber }
        let known =
            isPlus
            ? .field(.besides)
            : HeaderWords.meanings[header.headerSpelling] ?? HeaderWords.meanings[plain.headerSpelling]
        // A number of a guest is no guest.
        let meaning =
            (words.contains("#") ? nil : known)
            ?? Self.numbered(words) ?? Self.withoutRole(words) ?? Self.question(header)
        self.meaning = meaning
        role = meaning == .order ? .none : Self.role(of: words)
    }

    /// Whether a column may have ids of tickets, or only count the rows: "Nr.", "No.", "N°", "#".
    static func isNumber(_ header: String) -> Bool {
        let spelling = header.headerSpelling
        return spelling.isEmpty ? header.contains { "#№".contains($0) } : numbers.contains(spelling)
    }

    // MARK: - Parts

    /// Without what is in brackets, and the signs of forms for what must be filled in; all of it if nothing is left.
    private static func withoutRemarks(_ header: String) -> String {
        let text = header.replacing(/\([^)]*\)|\[[^\]]*\]|（[^）]*）/, with: " ").replacing("*", with: " ")
        return text.headerSpelling.isEmpty && !text.contains("#") ? header : text
    }

    private static func words(_ text: String) -> [String] {
        var spaced = ""
        var last: Character = " "
        for character in text {
            // `attendeeEmail`
            if character.isUppercase, last.isLowercase { spaced.append(" ") }
            if "#№".contains(character) { spaced.append(" # ") } else { spaced.append(character) }
            last = character
        }
        return spaced.split { !$0.isLetter && !$0.isNumber && !$0.isMark && $0 != "#" }.map { word in
            word == "#" ? "#" : String(word).headerSpelling
        }.filter { !$0.isEmpty }
    }

    private static func role(of words: [String]) -> Role {
        if words.contains(where: guests.contains) { return .guest }
        return words.contains(where: buyers.contains) ? .buyer : .none
    }

    /// A number sign after a word makes a number of it; before a word, it asks how many there are.
    private static func numbered(_ words: [String]) -> HeaderMeaning? {
        guard words.count > 1 else { return nil }
        if words[0] == "#" || numbers.contains(words[0]) && words[1] == "of" {
            return HeaderWords.meanings["numberof" + words[1...].filter { $0 != "of" }.joined()]
        }
        guard let last = words.last, last == "#" || numbers.contains(last) else { return nil }
        let rest = words.dropLast()
        return (HeaderWords.meanings[rest.joined()] ?? withoutRole(Array(rest)))?.numbered
    }

    /// `Attendee first name` is a first name, `Ticket holder e-mail` an address.
    private static func withoutRole(_ words: [String]) -> HeaderMeaning? {
        guard !words.contains("#") else { return nil }
        let rest = words.filter { !guests.contains($0) && !buyers.contains($0) && !fillers.contains($0) }
        guard !rest.isEmpty, rest.count < words.count, let meaning = HeaderWords.meanings[rest.joined()] else {
            return nil
        }
        // The type of an account is not that of a ticket.
        let isPerson = meaning.isName || [.email, .company].contains(meaning.field)
        return role(of: words) == .buyer && !isPerson ? nil : meaning
    }

    /// `How many people are you bringing (including yourself)?`
    private static func question(_ header: String) -> HeaderMeaning? {
        let text = header.lowercased()
        guard howMany.contains(where: text.contains), people.contains(where: text.contains) else { return nil }
        return including.contains(where: text.contains) ? .field(.admits) : .people
    }

    // MARK: - Words

    private static func list(_ text: String) -> Set<String> {
        Set(text.split { ",; \n".contains($0) }.map { String($0).headerSpelling })
    }

    private static let numbers = list(
        "no n nr num number nummer lfdnr laufendenummer numero nambari numer numara номер numéro nº n° 番号 编号 号")

    private static let guests = list(
        """
        attendee attendees guest participant visitor holder registrant invitee; gast gastes teilnehmer teilnehmers \
        teilnehmerin besucher besuchers inhaber inhabers karteninhaber; asistente invitado participante titular; invité \
        titulaire participant participante; mgeni mshiriki; partecipante ospite titolare; convidado; deelnemer gast; \
        uczestnik uczestnika gość gościa; katılımcı misafir; учасник учасника гість гостя; 参加者 来宾 ضيف الضيف אורח
        """)

    private static let buyers = list(
        """
        buyer buyers purchaser purchasers customer customers payer billing orderer order booker contact invoice account; \
        käufer käufers besteller bestellers kunde kunden rechnung rechnungs; comprador cliente facturación; acheteur client \
        facturation; mnunuzi; acquirente compratore; comprador; koper klant; kupujący kupującego zamawiający; alıcı müşteri; \
        покупець покупця; 購入者 购买者 المشتري קונה
        """)

    private static let fillers = list(
        "of the s de du des del della di do da la le l el d der dem ticket tickets your e en a 的 の ya wa")

    private static let howMany = [
        "how many", "number of", "wie viele", "wieviele", "cuántas", "cuántos", "cuantas", "cuantos", "combien",
        "quante",
        "quanti", "quantas", "quantos", "hoeveel", "ilu ", "ile ", "kaç ", "скільки", "wangapi", "何人", "何名", "多少人",
        "几位", "كم", "כמה",
    ]

    private static let people = [
        "people", "person", "guest", "attend", "ticket", "seats", "gäste", "kommen", "kommst", "plätze", "karten",
        "invit",
        "asist", "entradas", "place", "billet", "ospit", "biglietti", "pessoas", "convidad", "gasten", "kaartjes",
        "osób",
        "gości", "bilet", "kişi", "людей", "осіб", "гост", "watu", "何人", "何名", "多少人", "几位", "شخص", "ضيف", "אנשים",
        "אורחים",
    ]

    private static let including = [
        "including you", "incl. you", "including myself", "total", "altogether", "in all", "inklusive dir", "inkl. dir",
        "dich eingeschlossen", "dich mitgezählt", "mit dir", "einschließlich", "insgesamt", "incluido", "incluyéndote",
        "incluyendo", "vous compris", "y compris", "compreso", "incluindo", "inclusief", "łącznie", "dahil", "включно",
        "pamoja na wewe", "ご本人を含", "本人含む", "合計", "包括", "含本人", "بما في ذلك", "כולל",
    ]
}

extension Character {
    /// A vowel sign or an accent on its own.
    fileprivate var isMark: Bool {
        unicodeScalars.first.map { scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark: true
            default: false
            }
        } ?? false
    }
}
