/// What ticketing programs and people call the statuses of tickets, beside the words of tickets.csv.
///
/// Who has not decided yet, or may come perhaps, has no word here: people are asked.
enum StatusWords {
    static let all = [
        "valid":
            """
        ok, active, confirmed, accepts, joyfully accepts, accepts with pleasure, will attend, will come, paid, complete, completed, fulfilled, attending, registered, going, coming, accepted, \
        approved, admitted, enabled, issued, sold, success, successful, processed, free, checked in, not checked in, \
        checked out, check in, used, unused, scanned, not scanned, redeemed, not redeemed, arrived, not arrived, \
        unscanned, purchased, booked, comp, complimentary; \
        gültig, aktiv, bestätigt, bezahlt, abgeschlossen, angemeldet, zugesagt, zusage, hat zugesagt, nimmt teil, kommt, genehmigt, freigegeben, \
        eingecheckt, nicht eingecheckt, verwendet, unbenutzt, gebucht; \
        válido, válida, activo, activa, confirmado, confirmada, pagado, pagada, completado, completada, asiste, asistirá, \
        registrado, inscrito, aprobado, aceptado; \
        valide, valable, actif, active, confirmé, confirmée, payé, payée, terminé, terminée, inscrit, inscrite, participe, \
        accepté, approuvé; halali, imethibitishwa, imelipwa, imekamilika, amesajiliwa, anahudhuria, imeidhinishwa, hai; \
        valido, valida, attivo, confermato, confermata, pagato, pagata, completato, iscritto, partecipa, approvato; \
        ativo, ativa, pago, paga, concluído, inscrito, aprovado; \
        geldig, actief, bevestigd, betaald, voltooid, aangemeld, aanwezig, goedgekeurd; \
        ważny, ważna, aktywny, aktywna, potwierdzony, potwierdzone, opłacony, opłacone, zapłacone, zakończone, zarejestrowany, \
        zatwierdzony; geçerli, aktif, onaylandı, ödendi, tamamlandı, kayıtlı, katılıyor; \
        дійсний, активний, підтверджено, оплачено, завершено, зареєстровано, схвалено; \
        有効, 確定, 支払済み, 支払い済み, 完了, 参加, 出席, 登録済み, 承認済み; 有效, 已确认, 已付款, 已支付, 已完成, 已报名, 参加, 已批准, 未签到, 已签到; \
        صالح, صالحة, نشط, مؤكد, مدفوع, مكتمل, مسجل, مقبول; תקף, פעיל, מאושר, שולם, הושלם, רשום, מגיע
        """,
        "unpaid":
            """
        not paid, pending, open, awaiting payment, payment pending, pending payment, unpaid invoice, overdue, on account, \
        partially paid, partly paid, incomplete, due, invoiced, payment due, payment failed, failed; \
        offen, unbezahlt, nicht bezahlt, ausstehend, überfällig, teilweise bezahlt, zahlung ausstehend, \
        wartet auf zahlung; pendiente, pendiente de pago, impagado, no pagado, vencido, vencida; \
        impayé, impayée, non payé, non payée, en attente, en attente de paiement, en retard; \
        haijalipwa, inasubiri, inasubiri malipo; non pagato, in attesa, in attesa di pagamento, in sospeso, scaduto il pagamento; \
        não pago, pendente, aguardando pagamento, em atraso; niet betaald, onbetaald, in afwachting, openstaand, te laat; \
        nieopłacony, nieopłacone, nieopłacona, oczekuje, oczekuje na płatność, zaległe; \
        ödenmedi, beklemede, ödeme bekleniyor, gecikmiş; не оплачено, очікує, очікує оплати, прострочено; \
        未払い, 支払い待ち, 入金待ち, 保留中; 未付款, 待付款, 待支付, 未支付; غير مدفوع, قيد الانتظار, بانتظار الدفع; לא שולם, ממתין, ממתין לתשלום
        """,
        "voided":
            """
        void, cancelled, canceled, cancelled by attendee, cancelled by organizer, inactive, disabled, deleted, removed, \
        declined, declines, regretfully declines, declines with regret, regrets, rejected, denied, not attending, not going, \
            not coming, will not attend, cannot attend, can't attend, can't go, cannot come, can't come, can't make it, withdrawn, transferred, \
        transferred out, expired, lapsed, invalid, not valid, annulled, no longer attending, unregistered, abandoned, \
        archived, trashed, resold, exchanged; \
        storniert, storno, annulliert, abgesagt, gelöscht, abgelehnt, nimmt nicht teil, kommt nicht, absage, hat abgesagt, verhindert, abgemeldet, \
        zurückgezogen, übertragen, abgelaufen, ungültig, verfallen, inaktiv, entfernt; \
        anulado, anulada, cancelado, cancelada, eliminado, rechazado, rechazada, no asiste, no asistirá, no puede asistir, no puedo ir, retirado, transferido, \
        caducado, expirado, inválido, inactivo; \
        annulé, annulée, supprimé, refusé, refusée, rejeté, ne participe pas, ne vient pas, ne viendra pas, désinscrit, transféré, expiré, expirée, \
        invalide, inactif; imefutwa, imeghairiwa, imekataliwa, hatahudhuria, imehamishwa, imeisha muda, batili; \
        annullato, annullata, cancellato, cancellata, eliminato, rifiutato, non partecipa, ritirato, trasferito, scaduto, \
        scaduta, non valido; apagado, recusado, rejeitado, não comparece, não vai, cancelado, desistiu, expirado, inválido; \
        geannuleerd, verwijderd, afgewezen, geweigerd, afgemeld, komt niet, overgedragen, verlopen, ongeldig; \
        anulowany, anulowane, anulowana, usunięty, usunięte, odrzucony, odrzucone, nie weźmie udziału, nie przyjdzie, \
        przeniesiony, wygasły, wygasł, nieważny, rezygnacja; iptal, iptal edildi, silindi, reddedildi, katılmıyor, \
        devredildi, süresi doldu, geçersiz; скасовано, скасований, видалено, відхилено, не прийде, передано, недійсний, \
        термін дії минув; キャンセル, キャンセル済み, 取消, 取消済み, 欠席, 不参加, 辞退, 却下, 削除済み, 期限切れ, 無効, 譲渡済み; \
        已取消, 取消, 已删除, 已拒绝, 拒绝, 不参加, 已过期, 过期, 无效, 已转让; \
        ملغى, ملغاة, ملغي, محذوف, مرفوض, لن يحضر, منتهي, منتهي الصلاحية, غير صالح, محول; \
        בוטל, מבוטל, נמחק, נדחה, לא מגיע, פג תוקף, לא תקף, הועבר
        """,
        "refunded":
            """
        refund, refund issued, chargeback, charged back, disputed, reversed; \
        erstattet, rückerstattet, zurückgezahlt; reembolsado, reembolsada, devuelto, devuelta; \
        remboursé, remboursée; imerejeshwa, imerejeshewa; rimborsato, rimborsata; estornado; terugbetaald; \
        zwrócony, zwrócone, zwrot; iade, iade edildi; повернено, кошти повернено; 返金, 返金済み; 已退款, 退款; مسترد, تم الاسترداد; \
        הוחזר, זוכה
        """,
        "blocked":
            """
        on hold, hold, suspended, banned, locked, blacklisted, fraud; gesperrt, blockiert, angehalten; bloqueado, bloqueada, \
        suspendido; bloqué, bloquée, suspendu; imezuiwa; bloccato, sospeso; suspenso; geblokkeerd; zablokowany, wstrzymany; \
        engellendi, askıda; заблоковано; ブロック, 停止; 已冻结, 已封锁; محظور, موقوف; חסום
        """,
        "unapproved":
            """
        not approved, pending approval, awaiting approval, waitlist, waitlisted, wait list, waiting list, wait listed, \
        on waitlist, on waiting list, waiting, standby, under review, in review, needs approval; \
        nicht freigegeben, nicht genehmigt, warteliste, auf warteliste, auf der warteliste, freigabe ausstehend; \
        no aprobado, lista de espera, en lista de espera, pendiente de aprobación; \
        non approuvé, liste d'attente, en liste d'attente, en attente d'approbation; haijaidhinishwa, orodha ya kusubiri; \
        non approvato, lista d'attesa, in lista d'attesa; não aprovado, em lista de espera; \
        niet goedgekeurd, wachtlijst, op wachtlijst; niezatwierdzony, lista rezerwowa, lista oczekujących; \
        onaylanmadı, bekleme listesi, onay bekliyor; не схвалено, список очікування, лист очікування; \
        未承認, 承認待ち, キャンセル待ち; 未批准, 待审核, 候补, 等候名单; غير معتمد, قائمة الانتظار; לא אושר, רשימת המתנה
        """,
    ]
}
