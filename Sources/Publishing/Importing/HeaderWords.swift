/// What people call the columns of ticket lists, in the languages of the screen.
///
/// A word that may be two things, like "Kartennummer" or "Nr.", is not here: people are asked.
enum HeaderWords {
    /// By ``String/headerSpelling``.
    static let meanings: [String: HeaderMeaning] = {
        var meanings: [String: HeaderMeaning] = ["nombre": .nameOrNumber]
        for word in [
            "name", "nom", "jina", "nome", "naam", "ad", "імʼя", "имя", "імя", "الاسم", "שם", "名前", "お名前", "氏名", "姓名",
            "名字",
        ] {
            meanings[word.headerSpelling] = .name
        }
        for (field, words) in fields {
            meanings[field.rawValue.headerSpelling] = .field(field)
            for word in words.split(whereSeparator: { ",;".contains($0) }) {
                meanings[String(word).headerSpelling] = .field(field)
            }
        }
        for (meaning, words) in others {
            for word in words.split(whereSeparator: { ",;".contains($0) }) {
                meanings[String(word).headerSpelling] = meaning
            }
        }
        return meanings
    }()

    private static let others: [(HeaderMeaning, String)] = [
        (
            .order,
            """
            order, order number, order no, order id, order ref, order code, booking, booking number, booking reference, \
            booking id; bestellnummer, bestell-nr, bestellung, buchung, buchungsnummer, buchungs-nr, auftragsnummer; \
            pedido, número de pedido, nº de pedido, reserva, número de reserva, localizador; \
            commande, numéro de commande, n° de commande, réservation, numéro de réservation; \
            agizo, nambari ya agizo, nambari ya oda; ordine, numero ordine, prenotazione; encomenda, número da encomenda; \
            bestelling, bestelnummer, reserveringsnummer; zamówienie, numer zamówienia; sipariş, sipariş no; \
            замовлення, номер замовлення; 注文番号, 予約番号; 订单号, 订单编号; رقم الطلب; מספר הזמנה
            """
        ),
        (
            .id, "id"
        ),
        (
            .people,
            """
            guests, invitees, how many guests; gäste; invités; invitados; wageni; ospiti; convidados; gasten; goście; \
            misafirler; гості; ضيوف; אורחים
            """
        ),
    ]

    private static let fields: [(ImportField, String)] = [
        (
            .code,
            """
            code, ticket code, barcode, bar code, qr, qr code, qrcode, ticket barcode, secret, ticket secret, token, \
            barcode value; kartencode, eintrittscode, strichcode; \
            código, código de entrada, código de boleto, código de ticket, código de barras, código qr; \
            code billet, code du billet, code barre, code-barres, code qr; \
            kodi, msimbo, msimbo wa tiketi, msimbo wa qr, msimbopau, kodi ya tiketi; codice, codice biglietto, \
            codice a barre, codice qr; código do bilhete, código do ingresso; ticketcode, streepjescode; \
            kod, kod biletu, kod kreskowy, kod qr; bilet kodu, barkod, karekod; код, код квитка, штрихкод; \
            チケットコード, バーコード, qrコード; 票码, 二维码, 条形码; رمز التذكرة; קוד כרטיס, ברקוד
            """
        ),
        (
            .ref,
            """
            ref, reference, ticket id, attendee id, guest id, participant id, registration id, registration number; \
            referenz, belegnummer, ticket-id; referencia; référence, réf; rejea, kumbukumbu
            """
        ),
        (
            .type,
            """
            type, ticket type, category, ticket category, ticket name, product, product name, item, tier, ticket class; \
            typ, art, kategorie, ticketart, kartenart, tickettyp, ticketkategorie, preiskategorie, produkt, artikel; \
            tipo, tipo de entrada, tipo de boleto, tipo de ticket, categoría, producto; \
            type de billet, type de ticket, catégorie, produit, tarif; \
            aina, aina ya tiketi, bidhaa; tipo di biglietto, categoria; tipo de bilhete, tipo de ingresso; tickettype, \
            categorie; typ biletu, rodzaj biletu, kategoria; bilet türü, kategori; тип квитка, категорія; \
            チケット種別, 券種, カテゴリ; 票种, 票类, 类型; نوع التذكرة, الفئة; סוג כרטיס, קטגוריה
            """
        ),
        (
            .holder,
            """
            full name, holder, ticket holder, guest, guest name, attendee, attendee name, participant, participant name, \
            visitor, name on ticket; vollständiger name, vor- und nachname, gast, inhaber, karteninhaber, besucher, \
            teilnehmer, name des gastes; nombre completo, nombre y apellidos, titular, asistente, invitado, participante; \
            nom complet, nom et prénom, prénom et nom, titulaire, participant, invité; \
            jina kamili, mgeni, mshiriki, mwenye tiketi; nome completo, nome e cognome, partecipante, ospite, titolare; \
            convidado; volledige naam, deelnemer, gast; imię i nazwisko, uczestnik, gość; \
            ad soyad, adı soyadı, katılımcı, misafir; повне імʼя, піб, фио, учасник, гість; \
            参加者, 参加者名; 参会人, 来宾姓名; الاسم الكامل, اسم الضيف; שם מלא, שם האורח
            """
        ),
        (
            .firstName,
            """
            first name, given name, given names, forename, first names; vorname, vornamen, rufname; \
            nombre de pila, nombres; prénom, prénoms; jina la kwanza; nome proprio, primo nome, primeiro nome; voornaam; \
            imię; adı, isim; імʼя особи; 名; الاسم الأول; שם פרטי
            """
        ),
        (
            .lastName,
            """
            last name, surname, family name, last names; nachname, familienname, zuname; apellido, apellidos; \
            nom de famille; jina la mwisho, jina la ukoo, jina la familia; cognome; apelido, sobrenome, último nome; \
            achternaam, familienaam; nazwisko; soyad, soyadı; прізвище, фамилия; 姓; اسم العائلة, اللقب; שם משפחה
            """
        ),
        (
            .company,
            """
            company, company name, organisation, organization; firma, unternehmen; empresa, organización; \
            entreprise, société; kampuni, shirika; azienda, società; bedrijf; şirket; компанія; 会社名, 会社; 公司; \
            الشركة; חברה
            """
        ),
        (
            .email,
            """
            email, e-mail, mail, email address, e-mail address; e-mail-adresse, mailadresse; correo, \
            correo electrónico; adresse e-mail, courriel; barua pepe; indirizzo email; e-mailadres; adres e-mail; \
            e-posta; електронна пошта, пошта; メールアドレス, メール; 邮箱, 电子邮件; البريد الإلكتروني; אימייל, דואר אלקטרוני
            """
        ),
        (
            .seat,
            """
            seat, seat number, seat no, seat label; platz, sitz, sitzplatz, platznummer, platz-nr, sitzplatznummer; \
            asiento, butaca, número de asiento; siège, place, fauteuil, numéro de siège; \
            kiti, nambari ya kiti; posto, numero posto; lugar, assento; stoel, zitplaats; miejsce, numer miejsca; koltuk; \
            місце; 座席, 座席番号; 座位, 座位号; المقعد; מושב
            """
        ),
        (
            .status,
            """
            status, state, ticket status, ticket state, registration status, booking status, order status; \
            zustand, ticketstatus, buchungsstatus, bestellstatus; estado, estado de la entrada, estado del pedido; \
            statut, état, statut du billet; hali, hali ya tiketi; stato, stato biglietto; estado do bilhete; \
            stan, status biletu; durum, bilet durumu; статус, стан; ステータス, 状態; 状态; الحالة, حالة التذكرة; סטטוס, מצב
            """
        ),
        (
            .paid,
            """
            paid, is paid, paid on, payment, payment status, payment state, payment date; \
            bezahlt, bezahlt am, gezahlt, zahlung, zahlungsstatus, zahlungseingang, bezahlstatus; \
            pagado, pagada, pago, estado del pago, fecha de pago; payé, payée, payé le, paiement, réglé, statut du paiement; \
            imelipwa, amelipa, malipo, hali ya malipo; pagato, pagata, pagamento; betaald, betaling, betaalstatus; \
            zapłacono, opłacone, płatność; ödendi, ödeme, ödeme durumu; оплачено, оплата; 支払い, 支払済み, 入金; 已付款, 付款状态; \
            مدفوع, حالة الدفع; שולם, תשלום
            """
        ),
        (
            .cancelled,
            """
            cancelled, canceled, is cancelled, is canceled, cancelled on, cancelled at, canceled at, cancellation, void, \
            voided, is void, deleted, is deleted, deleted at, removed, withdrawn, revoked; \
            storniert, storniert am, storno, stornierung, abgesagt, abgesagt am, absage, gelöscht; \
            cancelado, cancelada, cancelación, anulado, anulada, eliminado; \
            annulé, annulée, annulé le, annulation, supprimé; imefutwa, imeghairiwa; \
            annullato, annullata, cancellato; geannuleerd, verwijderd; anulowano, anulowany, usunięto; iptal, iptal edildi; \
            скасовано, видалено; キャンセル, 取消; 已取消, 取消; ملغى, ملغاة; בוטל
            """
        ),
        (
            .refunded,
            """
            refunded, is refunded, refund, refunded on, refunded at, refund date; \
            erstattet, erstattet am, rückerstattet, erstattung, rückerstattung; \
            reembolsado, reembolsada, reembolso, devuelto; remboursé, remboursée, remboursement; \
            imerejeshwa; rimborsato, rimborso; terugbetaald; zwrócono, zwrot; iade, iade edildi; повернено, повернення коштів; \
            返金, 返金済み; 已退款, 退款; مسترد; הוחזר, זיכוי
            """
        ),
        (
            .attending,
            """
            attending, rsvp, rsvp status, attendance status, will attend, are you attending, will you attend, are you coming, coming, going; \
            zusage, nimmt teil, kommt, teilnahme; asiste, asistirá, confirma asistencia; participera, vient; \
            atahudhuria, anahudhuria; parteciperà; comparece; komt; weźmie udział; \
            katılıyor, katılım; прийде, участь; 出欠; 是否参加; سيحضر; מגיע
            """
        ),
        (
            .approved,
            """
            approved, is approved, approval, approval status, accepted, confirmed, is confirmed; \
            genehmigt, freigegeben, zugelassen, bestätigt; aprobado, aprobada, aceptado, confirmado; \
            approuvé, accepté, confirmé; imeidhinishwa, imethibitishwa; approvato, confermato; aprovado; goedgekeurd, \
            bevestigd; zatwierdzono, potwierdzono; onaylandı; схвалено, підтверджено; 承認, 確認済み; 已批准, 已确认; مقبول; אושר
            """
        ),
        (
            .admits,
            """
            admits, quantity, qty, count, persons, people, number of people, number of persons, number of guests, \
            number of attendees, pax, number of tickets, ticket quantity, party size, group size, headcount; \
            anzahl, menge, personen, personenzahl, anzahl personen, anzahl der personen, anzahl pers, anzahl gäste, stück, \
            anz, anz personen, anz pers, anz gäste, anzahl karten, anzahl tickets, anzahl plätze, pers, personen gesamt; \
            cantidad, personas, número de personas, número de entradas, nº de personas; \
            quantité, qté, personnes, nombre de personnes, nombre de places, nombre de billets, nb, nb places, \
            nb de places, nb personnes, nb de personnes, nbre de personnes; \
            idadi, watu, idadi ya watu, idadi ya tiketi; quantità, numero di persone, persone, numero persone; \
            quantidade, número de pessoas, pessoas, nº de pessoas; aantal, aantal personen, personen; \
            ilość, liczba osób, liczba biletów, osoby; kişi sayısı, adet; кількість, кількість осіб; \
            人数, 枚数; 数量; العدد, عدد الأشخاص; כמות, מספר אנשים
            """
        ),
        (
            .besides,
            """
            plus ones, plus one, plus 1, additional guests, extra guests, accompanying guests, accompanying persons, \
            companions, number of companions, bringing guests; begleitung, begleitperson, begleitpersonen, anzahl begleitpersonen, \
            begleiter, weitere personen, weitere gäste; acompañante, acompañantes, número de acompañantes, invitados adicionales; \
            accompagnant, accompagnants, accompagnateurs, nombre d'accompagnants; wasindikizaji; accompagnatori; acompanhantes; \
            introducés, begeleiders; osoby towarzyszące; refakatçi sayısı, eşlik edenler; супроводжуючі; \
            同伴者数, 同伴者; 同行人数, 随行人数; المرافقون, عدد المرافقين; מלווים
            """
        ),
        (
            .notBefore,
            """
            not before, valid from, entry from, admission from; gültig ab, gueltig ab, einlass ab, gültig von; \
            válido desde, entrada desde; valable dès, valable à partir du, valable du, entrée dès; \
            halali kuanzia, kuanzia; valido da; geldig vanaf; ważny od
            """
        ),
        (
            .notAfter,
            """
            not after, valid until, valid to, expires; gültig bis, gueltig bis, einlass bis; válido hasta; \
            valable jusqu'au, valable jusqu’à, valable au; halali hadi, mwisho wa matumizi; valido fino a; geldig tot; ważny do
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
            remarque, remarques, commentaire, commentaires; maelezo, maoni; note aggiuntive, osservazioni; observações; \
            opmerking, opmerkingen; uwagi, notatki; notlar, açıklama; примітки; 備考; 备注; ملاحظات; הערות
            """
        ),
        (
            .price,
            """
            price, ticket price; preis, kartenpreis, ticketpreis; precio; prix, prix du billet; bei, bei ya tiketi; \
            prezzo; preço; prijs; cena; fiyat; ціна; 価格; 价格; السعر; מחיר
            """
        ),
    ]
}
