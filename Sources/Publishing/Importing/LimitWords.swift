internal import Foundation

/// What in a column that is not read may say who must not come in, or for when a ticket is.
enum LimitWords {
    /// What the name of a column speaks of.
    enum Topic: Hashable {
        /// "Approval state", "Member active": anything but yes, or a word for a valid ticket, may limit.
        case permission
        /// "Refund amount", "Checked in": anything but no may limit.
        case exclusion
        /// "Event", "Visit date", "Time slot": one value for all is no limit.
        case occasion
    }

    /// - Returns: `nil` for names that speak of none of these, and of things that limit nobody, like "Order date".
    static func topic(of header: String) -> Topic? {
        let words = Self.words(header)
        guard !speaks(words, of: harmless) else { return nil }
        if speaks(words, of: exclusions) { return .exclusion }
        if speaks(words, of: permissions) { return .permission }
        return speaks(words, of: occasions) && !speaks(words, of: times) ? .occasion : nil
    }

    /// A word in a cell of any column that lets nobody in: "declined", "Refunded on 3 Nov", "storniert".
    static func isLimit(_ text: String) -> Bool {
        guard text.count <= 60 else { return false }
        if let status = ImportWords.status(text) { return status.severity > 0 }
        return text.count <= 40 && isStrong(text)
    }

    /// A word that can mean nothing else, in a remark.
    static func isStrong(_ text: String) -> Bool {
        text.split { !$0.isLetter }.contains { strong.contains(String($0).headerSpelling) }
    }

    /// Whether columns of this name limit nobody, whatever they say: "Newsletter", "Vegetarian".
    static func isHarmless(_ header: String) -> Bool { speaks(words(header), of: harmless) }

    /// Neither yes nor no.
    static func isMaybe(_ text: String) -> Bool { maybe.contains(text.headerSpelling) }

    /// The words of a name, and all of it as one: in many languages, there is no space between words.
    private static func words(_ header: String) -> [String] {
        var spaced = ""
        var last: Character = " "
        for character in header {
            if character.isUppercase, last.isLowercase { spaced.append(" ") }
            spaced.append(character)
            last = character
        }
        let words = spaced.split { !$0.isLetter && !$0.isNumber }.map { String($0).headerSpelling }
        return words + zip(words, words.dropFirst()).map { $0 + $1 } + [header.headerSpelling]
    }

    /// A short word must be the whole word; a longer one may be part of one: "Bestellstatus", "返金状況".
    private static func speaks(_ words: [String], of topic: Set<String>) -> Bool {
        words.contains { word in
            topic.contains(word) || word.utf8.count <= 120 && topic.contains { isLong($0) && word.contains($0) }
        }
    }

    /// Of characters that are words, two are enough.
    private static func isLong(_ word: String) -> Bool {
        let count = word.unicodeScalars.count
        return count >= 6 || count >= 2 && word.unicodeScalars.allSatisfy { $0.value >= 0x3000 }
    }

    private static func list(_ text: String) -> Set<String> { ImportWords.words(text) }

    private static let permissions = list(
        """
        status, state, rsvp, attending, attend, attendance, approval, approved, accepted, acceptance, confirmed, \
        confirmation status, valid, validity, active, enabled, allowed, admitted, admission, eligible, going, coming, response, \
        reply, answer, invitation, present; \
        zustand, zusage, teilnahme, genehmigt, genehmigung, freigabe, freigegeben, bestätigt, zugelassen, gültig, aktiv, \
        rückmeldung, antwort, anwesend, kommt; \
        estado, asistencia, asiste, aprobado, aprobación, aceptado, válido, activo, respuesta, confirmado; \
        statut, état, présence, présent, participation, participe, approuvé, accepté, valide, actif, réponse, confirmé; \
        hali, mahudhurio, idhini, jibu; stato, presenza, approvato, accettato, valido, attivo, risposta, partecipa; \
        presença, aprovado, ativo, resposta; aanwezig, aanwezigheid, goedgekeurd, geldig, actief, antwoord; \
        obecność, zatwierdzon, ważny, aktywn, odpowiedź; durum, katılım, onay, geçerli, aktif, yanıt; \
        статус, стан, присутність, участь, схвален, відповідь; ステータス, 状態, 状況, 出欠, 出席, 承認, 有効, 回答; \
        状态, 出席, 参加, 批准, 审核, 有效, 回复; الحالة, حالة, الحضور, موافقة, صالح, الرد; סטטוס, מצב, נוכחות, אישור, תקף, תשובה
        """)

    private static let exclusions = list(
        """
        refund, refunded, chargeback, dispute, void, voided, cancel, cancelled, canceled, cancellation, deleted, deletion, \
        removed, revoked, withdrawn, declined, decline, rejected, denied, waitlist, waiting list, wait list, blocked, blacklist, \
        banned, suspended, locked, fraud, transferred, resold, expired, expiry, checked in, check in, checkin, checkedin, \
        scanned, redeemed, used, do not admit, no entry, no show, transfer, exclude, excluded, barred, invalid, \
        returned, disabled, inactive, archived, expires, expiration, arrived, arrival, entered, unpaid, outstanding, overdue, balance due, amount due; \
        erstattet, erstattung, storno, storniert, stornierung, gelöscht, abgesagt, absage, abgelehnt, ablehnung, warteliste, \
        gesperrt, sperre, übertragen, abgelaufen, eingecheckt, eingelassen, entwertet, eingelöst, gescannt, ungültig, hausverbot, kein zutritt, nicht einlassen, offener betrag; \
        reembols, anulad, anulación, cancelad, cancelación, eliminad, rechazad, lista de espera, bloquead, caducad, registro de entrada, \
        canjead, escanead; rembours, annul, supprim, refus, liste d'attente, bloqué, expir, enregistré, scanné, utilisé; \
        rejesh, imefutwa, imeghairi, imekataliwa, orodha ya kusubiri, imezuiwa, ameingia; \
        rimbors, annullat, cancellat, eliminat, rifiutat, lista d'attesa, bloccat, scadut; estorn, apagad, recusad, expirad; \
        terugbetaald, geannuleerd, verwijderd, geweigerd, wachtlijst, geblokkeerd, verlopen, ingecheckt, gescand; \
        zwrot, anulow, usunięt, odrzucon, lista rezerwowa, zablokowan, zeskanowan; iade, iptal, silindi, reddedildi, bekleme listesi, \
        engellendi, giriş yaptı; повернен, скасован, видален, відхилен, список очікування, заблокован; \
        返金, キャンセル, 取消, 削除, 辞退, 却下, 待ち, 入場済, 受付済, 使用済, チェックイン; 退款, 取消, 删除, 拒绝, 候补, 冻结, 签到, 检票, 已使用; \
        استرداد, ملغ, إلغاء, حذف, مرفوض, قائمة الانتظار, محظور, تسجيل الدخول; החזר, ביטול, בוטל, נמחק, נדחה, רשימת המתנה, חסום, צק אין
        """)

    private static let occasions = list(
        """
        event, event name, event title, event id, event date, date, day, time, slot, time slot, timeslot, session, show, \
        performance, screening, visit, start, starts, start time, start date, tour, showtime, occurrence, edition; \
        veranstaltung, vorstellung, termin, datum, tag, uhrzeit, zeitfenster, aufführung, spieltag, besuchstag, einlasszeit; \
        evento, fecha, día, hora, horario, sesión, función, turno; événement, spectacle, séance, jour, horaire, créneau, heure; \
        tukio, tarehe, siku, saa, muda; data, giorno, ora, orario, spettacolo, fascia oraria, turno; dia, sessão, horário; \
        evenement, voorstelling, dag, tijd, tijdslot; wydarzenie, termin, dzień, godzina, seans; etkinlik, tarih, gün, saat, seans; \
        подія, захід, дата, день, час, сеанс; イベント, 公演, 日付, 日程, 日時, 開催日, 時間, 回; 活动, 场次, 日期, 时间, 时段, 日程; \
        الفعالية, الحدث, التاريخ, اليوم, الوقت, الجلسة; אירוע, תאריך, יום, שעה, מופע, הצגה
        """)

    /// Days and times of something else than the visit.
    private static let times = list(
        """
        order, ordered, purchase, purchased, buy, bought, sale, sold, created, create, creation, updated, update, modified, \
        changed, change, birth, birthday, born, dob, registration, registered, register, signup, sign up, payment, paid, pay, \
        invoice, booking, booked, sent, issued, opened, submitted, submission, timestamp, time stamp, joined, added, imported, \
        exported, subscribed, optin, opt in, confirm, confirmed, confirmation, timezone, time zone, last, download; \
        bestell, kauf, gekauft, rechnung, geburt, buchung, gebucht, anmelde, anmeldung, registrier, zahl, eingang, erstell, \
        geändert, änderung, versand, verkauf, zeitstempel, zeitzone, eingetragen; \
        compra, pedido, nacimiento, creación, creado, registro, inscripción, pago, reserva, factura, marca temporal, actualiz, envío; \
        achat, commande, naissance, création, créé, inscription, paiement, réservation, facture, horodat, mise à jour, envoi; \
        ununuzi, kuzaliwa, malipo, usajili, agizo; acquisto, ordine, nascita, creazione, creato, iscrizione, registrazione, pagamento, \
        prenotazione, fattura, informazioni cronologiche; nascimento, criação, inscrição, pagamento, carimbo; \
        aankoop, bestel, geboorte, aangemaakt, inschrijving, betaling, factuur, tijdstempel; \
        zakup, zamówieni, urodzeni, utworzen, rejestracj, płatnoś, faktur, sygnatura czasowa; \
        satın, sipariş, doğum, oluştur, kayıt, ödeme, fatura, zaman damgası; покупк, замовлен, народжен, створен, реєстрац, оплат, позначка часу; \
        購入, 注文, 生年月日, 誕生日, 作成, 登録, 支払, 申込, 更新, タイムスタンプ; 购买, 下单, 订单, 出生, 生日, 创建, 注册, 报名, 支付, 付款, 提交, 更新; \
        شراء, الطلب, الميلاد, إنشاء, التسجيل, الدفع; רכישה, הזמנה, לידה, יצירה, הרשמה, תשלום, חותמת זמן
        """)

    private static let harmless = list(
        """
        newsletter, marketing, opt in, optin, opt out, subscribe, subscribed, unsubscribed, dietary, diet, vegetarian, vegan, \
        allergy, allergies, gluten, halal, kosher, meal, menu, dish, parking, hotel, accommodation, shirt, t shirt, gender, \
        salutation, title prefix, marital status, visa status, wheelchair, accessibility, gdpr, privacy, terms, agree, \
        photo consent, country, state province, province, county, billing state, shipping state, home state, postal, address, \
        street, city, region, email status, mail status, country state; \
        vegetarisch, allergie, unverträglich, essen, menü, parkplatz, geschlecht, anrede, rollstuhl, datenschutz, agb, \
        bundesland, einverstanden, fotos, familienstand; boletín, dieta, alergia, vegetarian, vegan, menú, género, privacidad, \
        provincia, estado civil; régime, allerg, végétar, parking, sexe, genre, civilité, confidentialité; lishe, mzio; \
        intolleranz, genere, privacy; restrição alimentar, gênero; dieet, geslacht; dieta, alergi, płeć, rodo; diyet, alerji, \
        cinsiyet; дієта, алергі, стать; アレルギー, 食事, 性別, 駐車; 饮食, 过敏, 性别, 停车, 地址; حساسية, الجنس; אלרגיה, מגדר, תזונה
        """)

    private static let strong = list(
        """
        refunded, cancelled, canceled, voided, declined, rejected, waitlist, waitlisted, deleted, withdrawn, chargeback; \
        storniert, erstattet, abgesagt, gelöscht, warteliste, abgelehnt; reembolsado, anulado, cancelado, rechazado; \
        remboursé, annulé, annulée, supprimé; imefutwa, imeghairiwa, imerejeshwa; rimborsato, annullato, cancellato; \
        geannuleerd, terugbetaald, wachtlijst; anulowany, anulowane, zwrócone; iptal; скасовано, повернено; キャンセル, 返金, 取消; 取消, 退款; \
        ملغى, מבוטל, בוטל
        """)

    private static let maybe = list(
        """
        maybe, perhaps, tentative, undecided, unknown, not sure, no reply, no response, no answer, not answered, invited, not yet; \
        vielleicht, unsicher, unbekannt, keine antwort, eingeladen; quizás, tal vez, sin respuesta; peut être, sans réponse; \
        labda; forse, nessuna risposta; talvez, sem resposta; misschien; może, brak odpowiedzi; belki; можливо; 未定, 未回答, 多分; \
        可能, 待定, 未回复; ربما; אולי
        """)
}
