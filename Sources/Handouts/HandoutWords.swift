internal import Foundation
internal import Tickets

/// The words on tickets and in mails, in one language.
struct HandoutWords: Sendable {
    /// Of CLDR: how dates are written.
    let locale: String
    let when: String
    /// With `{time}`, as the three after it.
    let doorsOpen: String
    let validFrom: String
    let validUntil: String
    let place: String
    let name: String
    let ticket: String
    let seat: String
    let price: String
    let admits: String
    /// With `{count}`.
    let people: String
    let reference: String
    /// Why the code is to be kept secret.
    let secret: String
    /// The mail for guests, as a template: ``MailTemplate``.
    let mail: String

    /// The values of `language` in design.yaml.
    static let languages: KeyValuePairs<String, HandoutWords> = [
        "en": .english, "de": .german, "es": .spanish, "fr": .french, "sw": .swahili,
    ]

    static let english = HandoutWords(
        locale: "en_GB", when: "When", doorsOpen: "doors open {time}", validFrom: "valid from {time}",
        validUntil: "valid until {time}", place: "Where", name: "Name", ticket: "Ticket", seat: "Seat", price: "Price",
        admits: "Admits", people: "{count} people", reference: "Reference",
        secret: "Whoever shows this code first gets in: keep it to yourself.",
        mail: """
            Subject: Your ticket: {event}

            Hello {holder},

            your ticket for {event} is attached. Show its code at the door, on paper or on your telephone.

            {date}, {time}
            {place}

            {organizer}

            """)

    static let german = HandoutWords(
        locale: "de", when: "Wann", doorsOpen: "Einlass ab {time}", validFrom: "gültig ab {time}",
        validUntil: "gültig bis {time}", place: "Wo", name: "Name", ticket: "Ticket", seat: "Platz", price: "Preis",
        admits: "Gilt für", people: "{count} Personen", reference: "Referenz",
        secret: "Wer diesen Code zuerst vorzeigt, kommt hinein: Bitte niemandem zeigen.",
        mail: """
            Subject: Ihr Ticket: {event}

            Guten Tag {holder},

            Ihr Ticket für {event} ist angehängt. Zeigen Sie den Code am Einlass vor, auf Papier oder auf dem Telefon.

            {date}, {time}
            {place}

            {organizer}

            """)

    static let spanish = HandoutWords(
        locale: "es", when: "Cuándo", doorsOpen: "apertura de puertas: {time}", validFrom: "válida desde: {time}",
        validUntil: "válida hasta: {time}", place: "Dónde", name: "Nombre", ticket: "Entrada", seat: "Asiento",
        price: "Precio", admits: "Válida para", people: "{count} personas", reference: "Referencia",
        secret: "Quien muestre primero este código podrá entrar: no lo comparta.",
        mail: """
            Subject: Su entrada: {event}

            Hola {holder}:

            Adjuntamos su entrada para {event}. Muestre el código en la puerta, en papel o en el teléfono.

            {date}, {time}
            {place}

            {organizer}

            """)

    static let french = HandoutWords(
        locale: "fr", when: "Quand", doorsOpen: "ouverture des portes : {time}", validFrom: "valable dès {time}",
        validUntil: "valable jusqu’à {time}", place: "Où", name: "Nom", ticket: "Billet", seat: "Place", price: "Prix",
        admits: "Valable pour", people: "{count} personnes", reference: "Référence",
        secret: "La première personne qui présente ce code entre : ne le montrez à personne.",
        mail: """
            Subject: Votre billet : {event}

            Bonjour {holder},

            Votre billet pour {event} est joint. Présentez son code à l’entrée, sur papier ou sur votre téléphone.

            {date}, {time}
            {place}

            {organizer}

            """)

    static let swahili = HandoutWords(
        locale: "sw", when: "Lini", doorsOpen: "milango inafunguliwa {time}", validFrom: "inatumika kuanzia {time}",
        validUntil: "inatumika hadi {time}", place: "Wapi", name: "Jina", ticket: "Tiketi", seat: "Kiti", price: "Bei",
        admits: "Inaruhusu", people: "Watu {count}", reference: "Kumbukumbu",
        secret: "Atakayeonyesha msimbo huu kwanza ndiye atakayeingia: usimwonyeshe mtu mwingine.",
        mail: """
            Subject: Tiketi yako: {event}

            Habari {holder},

            Tiketi yako ya {event} imeambatishwa. Onyesha msimbo wake mlangoni, kwenye karatasi au kwenye simu.

            {date}, {time}
            {place}

            {organizer}

            """)

    /// `Saturday, 5 December 2026`
    func day(_ time: Timestamp, in zone: TimeZone) -> String {
        let formatter = formatter(zone)
        formatter.dateStyle = .full
        formatter.timeStyle = .none
        return formatter.string(from: Date(timeIntervalSince1970: Double(time.seconds)))
    }

    /// `19:00`
    func clock(_ time: Timestamp, in zone: TimeZone) -> String {
        let formatter = formatter(zone)
        formatter.dateFormat = "HH:mm"
        return formatter.string(from: Date(timeIntervalSince1970: Double(time.seconds)))
    }

    private func formatter(_ zone: TimeZone) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: locale)
        formatter.timeZone = zone
        return formatter
    }
}
