import Foundation
import StationAPI
import Tickets

/// A request of every kind, what the station is asked by it, and its answer.
extension ControlAPITests {
    static let uid = "uid:\(getuid())"

    static let outboxItem =
        #"{"at":"2026-11-21T12:00:00.000Z","backend":"box-office","id":"e-1","kind":"scan","ref":"r-1","seq":1,"state":"refused","#
        + #""verdict":"admitted","words":"unknown ticket"}"#

    static let scanner =
        #"{"caps_lock":false,"identity":"05e0:1200:S1","layout":"de","name":"Symbol","prefix":"~","suffix":"!","terminator":"key"}"#

    static let enrolment =
        #"{"current":{"ends":"2026-11-21T12:00:00.000Z","event":"gala","event_name":"Winter Gala","#
        + #""fingerprint":"0123456789abcdef","organizer":"Gala Ltd","servers":["https://tickets.example.org"],"until":"2026-11-21T12:00:00.000Z"},"#
        + #""is_new":true,"open_for_ms":900000,"pending":{"event":"gala","event_name":"Winter Gala","fingerprint":"0123456789abcdef","#
        + #""gate":"B","organizer":"Gala Ltd","servers":["https://tickets.example.org"],"short_code":"AB12CD34"},"station_key":"c3RhdGlvbg=="}"#

    static let examples: [Example] = [
        Example(
            ControlRequest("GET", "status"), calls: "status",
            answers: #"{"backends":[{"clock_offset_ms":1500,"kind":"pretix","last_contact":"2026-11-21T12:00:00.000Z","#
                + #""name":"box","trouble":"cannot ask box: busy"}],"#
                + #""clock":"synchronised","conditions":[{"area":"list","code":"listExpired","key":"listExpired","#
                + #""level":"broken","next":"Have the organizer publish a new list (usher publish).","#
                + #""says":"The list of Winter Gala has expired.","subject":"gala","values":{"event":"Winter Gala"}}],"#
                + #""console":"drawn","direction":"in","faults":["The list of Winter Gala has expired."],"#
                + #""installed":["gala"],"is_disk_low":false,"#
                + #""journal":{"entries":14,"last_entry_at":"2026-11-21T12:00:00.000Z","#
                + #""parked":1,"refused":0,"waiting":3},"#
                + #""language":"en","not_recorded":{"is_on":true,"operator":"Grace","since":"2026-11-21T12:00:00.000Z","waiting":2},"#
                + #""now":"2026-11-21T12:00:00.000Z","#
                + #""readers":[{"device":"/dev/usher/camera-1","kind":"camera","#
                + #""name":"C920","note":"it was unplugged","state":"waiting"}],"serving":[{"admitted":12,"#
                + #""doors_open":"2026-11-21T12:00:00.000Z","gate":"A","gate_name":"Gate A","id":"gala","inside":11,"is_list_old":false,"#
                + #""is_test":false,"list":"main","list_issued":"2026-11-21T12:00:00.000Z","list_warnings":[],"#
                + #""name":"Winter Gala","people":640,"place":"Hall 2","#
                + #""tickets":500,"time_zone":"Africa/Kampala","#
                + #""utc_offsets":[{"from":"2026-11-21T12:00:00.000Z","seconds":10800}],"walk_ins":true}],"station":"kiosk-3","venue":{"condition":"alone","#
                + #""parked":1,"since":"2026-11-21T12:00:00.000Z","trouble":"cannot ask the ledger: too late","waiting":2},"#
                + #""version":"1.0.0"}"#),
        Example(
            ControlRequest("GET", "metrics"), calls: "metrics", answers: "usher_build_info{version=\"1.0.0\"} 1\n"),
        Example(ControlRequest("GET", "log-level"), calls: "logLevel", answers: #"{"level":"notice"}"#),
        Example(
            ControlRequest("PUT", "log-level", json: #"{"level":"debug"}"#),
            calls: #"setLogLevel {"level":"debug"}"#, answers: "{}"),
        Example(
            ControlRequest(
                "POST", "check",
                json: #"{"code":"c","gate":"A","direction":"out","at":"2026-11-21T12:00:00Z","explain":true,"#
                    + #""history":[{"at":"2026-11-21T11:00:00Z","direction":"in"}]}"#),
            calls: #"check {"at":"2026-11-21T12:00:00.000Z","code":"c","direction":"out","explain":true,"gate":"A","#
                + #""history":[{"at":"2026-11-21T11:00:00.000Z","direction":"in"}]}"#,
            answers: VerdictReport.sampleText),
        Example(
            ControlRequest("POST", "search", json: #"{"query":"r-1","event":null}"#),
            calls: #"search by \#(uid) {"query":"r-1"}"#,
            answers: #"{"hits":[{"admits":1,"date":{"name":"Tour","starts":"2026-11-21T12:00:00.000Z","#
                + #""text":"15:00, Tour"},"entries":0,"event":"gala","holder":"Ada","inside":0,"line":0,"#
                + #""passages":[{"at":"2026-11-21T12:00:00.000Z","count":1,"entry":"e-1","gate":"A","gate_name":"Gate A","#
                + #""operator":"Anne","seq":8,"station":"kiosk-1","verdict":"admitted"}],"ref":"r-1","#
                + #""seat":"A1","since":{"at":"2026-11-21T12:00:00.000Z","gate":"A","gate_name":"Gate A"},"#
                + #""status":"valid","ticket":"00","type":"VIP"}],"is_cut":true,"note":"names are sealed"}"#
        ),
        Example(
            ControlRequest(
                "POST", "admit", json: #"{"reference":"r-1","count":4,"is_override":true,"operator":"Anne"}"#),
            calls: #"admit by Anne {"count":4,"is_override":true,"operator":"Anne","reference":"r-1"}"#,
            answers: VerdictReport.sampleText),
        Example(
            ControlRequest("POST", "confirm", json: #"{"ask":7,"note":"passport"}"#),
            calls: #"confirm {"ask":7,"note":"passport","operator":"\#(uid)"}"#, answers: VerdictReport.sampleText),
        Example(
            ControlRequest("POST", "checkout", json: #"{"reference":"r-1","note":"left\u202e early"}"#),
            calls: #"checkOut by \#(uid) {"note":"left early","operator":"\#(uid)","reference":"r-1"}"#,
            answers: VerdictReport.sampleText),
        Example(
            ControlRequest("POST", "walk-in", json: #"{"is_exit":true,"count":2,"operator":"Anne"}"#),
            calls: #"walkIn by Anne {"count":2,"is_exit":true,"operator":"Anne"}"#,
            answers: VerdictReport.sampleText),
        Example(
            ControlRequest("GET", "place"), calls: "place by \(uid)",
            answers: #"{"direction":"in","gate":"A","gates":[{"name":"Gate A","slug":"A"}]}"#),
        Example(
            ControlRequest("PUT", "place", json: #"{"gate":"L","operator":"Anne"}"#),
            calls: #"move by Anne {"gate":"L","operator":"Anne"}"#,
            answers: #"{"direction":"in","gate":"A","gates":[{"name":"Gate A","slug":"A"}]}"#),
        Example(
            ControlRequest("POST", "checkout-all", json: #"{"list":"main"}"#),
            calls: #"checkOutAll by \#(uid) {"list":"main","operator":"\#(uid)"}"#,
            answers: #"{"entries":11,"people":12}"#),
        Example(
            ControlRequest("POST", "undo"), calls: #"undo by \#(uid) {"operator":"\#(uid)"}"#,
            answers: #"{"at":"2026-11-21T12:00:00.000Z","entry":"e-1","ref":"r-1","seq":9,"undone":8,"#
                + #""verdict":"admitted"}"#),
        Example(
            ControlRequest("GET", "sales"), calls: "offers for \(uid)",
            answers:
                #"{"can_print":true,"offices":[{"currency":"EUR","event":"gala","name":"Winter Gala","offers":[{"is_shared":true,"#
                + #""left":8,"name":"Standard","price":"15.00","sold":2,"type":"standard"},{"is_shared":false,"left":5,"#
                + #""name":"Guest","obstacle":"role","sold":0,"type":"guest"}],"payments":["cash","card"],"problem":"no key"}],"#
                + #""sales":[{"at":"1970-01-01T00:00:00.000Z","is_refunded":false,"operator":"Anne","ref":"DOOR-7KQ4M2XD","#
                + #""seq":7,"terms":"15.00 EUR, cash","type":"Standard"}]}"#),
        Example(
            ControlRequest(
                "POST", "sales",
                json: #"{"type":"standard","count":1,"payment":"cash","holder":"Zoë","event":"gala","is_printed":true}"#
            ),
            calls:
                #"sell by \#(uid) {"count":1,"event":"gala","holder":"Zoë","is_printed":true,"operator":"\#(uid)","payment":"cash","#
                + #""type":"standard"}"#,
            answers: #"{"event":"gala","left":7,"print_problem":"cannot print the tickets: no printer is configured","#
                + #""tickets":[{"code":"secret","modules":["10","01"],"ref":"DOOR-7KQ4M2XD","seq":9}],"total":"15.00 EUR","type":"Standard"}"#
        ),
        Example(
            ControlRequest("POST", "sales", "show", json: #"{"seq":9}"#), calls: #"show by \#(uid) {"seq":9}"#,
            answers: #"{"event":"gala","left":7,"print_problem":"cannot print the tickets: no printer is configured","#
                + #""tickets":[{"code":"secret","modules":["10","01"],"ref":"DOOR-7KQ4M2XD","seq":9}],"total":"15.00 EUR","type":"Standard"}"#
        ),
        Example(
            ControlRequest("POST", "sales", "print", json: #"{"seq":9}"#), calls: #"print by \#(uid) {"seq":9}"#,
            answers: "{}"),
        Example(
            ControlRequest("POST", "sales", "refund", json: #"{"seq":9,"note":"changed their mind"}"#),
            calls: #"refund by \#(uid) {"note":"changed their mind","operator":"\#(uid)","seq":9}"#,
            answers: #"{"at":"2026-11-21T12:00:00.000Z","entry":"e-1","ref":"r-1","seq":9,"undone":8,"#
                + #""verdict":"admitted"}"#),
        Example(
            ControlRequest("POST", "not-recorded", json: #"{"is_on":true,"operator":"Grace"}"#),
            calls: #"setNotRecorded by Grace {"is_on":true,"operator":"Grace"}"#, answers: "{}"),
        Example(
            ControlRequest("GET", "doctor"), calls: "examine",
            answers: #"{"items":[{"area":"disk","code":"diskNearlyFull","key":"diskNearlyFull","level":"broken","#
                + #""next":"Make room now: when nothing is left, nobody is let in.","#
                + #""says":"The disk is nearly full: 3 MiB are free, and the reserve is used up.","values":{"free":"3"}}]}"#
        ),
        Example(
            ControlRequest("GET", "backends", "box", "check"), calls: "checkBackend box",
            answers: #"{"items":[{"area":"backend","code":"backendTakesCheckIns","key":"backendTakesCheckIns","#
                + #""level":"ok","says":"box takes check-ins.","subject":"box","values":{"backend":"box"}}]}"#),
        Example(
            ControlRequest("GET", "backends", "box", "events"), calls: "backendEvents box",
            answers: #"{"items":[{"id":"7","name":"Winter Gala","starts":"2026-11-21T12:00:00.000Z"}]}"#),
        Example(
            ControlRequest("GET", "backends", "box", "lists", query: ["event": "gala"]),
            calls: "backendLists gala at box",
            answers: #"{"items":[{"date":4,"has_rule":true,"id":"12","name":"Hall","products":2,"reentry":"none"}]}"#),
        Example(
            ControlRequest("POST", "alerts", "test"), calls: "testAlerts all",
            answers: #"{"items":[{"receiver":"office"},{"receiver":"phone","trouble":"it is away"}]}"#),
        Example(
            ControlRequest("POST", "alerts", "manager", "test"), calls: "testAlerts manager",
            answers: #"{"items":[{"receiver":"manager"},{"receiver":"phone","trouble":"it is away"}]}"#),
        Example(ControlRequest("GET", "enrolment"), calls: "enrolmentState", answers: enrolment),
        Example(ControlRequest("POST", "enrolment", "open"), calls: "openEnrolment", answers: enrolment),
        Example(
            ControlRequest("POST", "enrolment", "accept", json: #"{"fingerprint":"01 23"}"#),
            calls: #"acceptPairing by \#(uid) {"fingerprint":"01 23","operator":"\#(uid)"}"#, answers: enrolment),
        Example(ControlRequest("POST", "enrolment", "refuse"), calls: "refusePairing", answers: "{}"),
        Example(
            ControlRequest("POST", "enrolment", "leave", json: #"{"is_forced":true}"#),
            calls: #"leave {"is_forced":true,"operator":"\#(uid)"}"#, answers: "{}"),
        Example(
            ControlRequest("GET", "journal"), calls: "journalEntries after 0 limit 100",
            answers: "{\"seq\":1,\"id\":\"a\"}\n"),
        Example(
            ControlRequest("GET", "journal", query: ["after": "12", "limit": "1000"]),
            calls: "journalEntries after 12 limit 1000", answers: "{\"seq\":1,\"id\":\"a\"}\n"),
        Example(ControlRequest("GET", "journal", "export"), calls: "exportJournal jsonl", answers: "one\ntwo\n"),
        Example(
            ControlRequest("GET", "journal", "export", query: ["format": "csv"]), calls: "exportJournal csv",
            answers: "one\ntwo\n"),
        Example(
            ControlRequest("GET", "cameras", "picture"), calls: "cameraPicture only", answers: "a picture"),
        Example(
            ControlRequest("GET", "cameras", "picture", query: ["camera": "/dev/video0"]),
            calls: "cameraPicture /dev/video0", answers: "a picture"),
        Example(ControlRequest("GET", "scanners"), calls: "learnedScanners", answers: #"{"items":[\#(scanner)]}"#),
        Example(ControlRequest("PUT", "scanners", json: scanner), calls: "learnScanner \(scanner)", answers: "{}"),
        Example(ControlRequest("GET", "journal", "head"), calls: "journalHead", answers: #"{"head":"a.b.c"}"#),
        Example(
            ControlRequest("POST", "journal", "verify", json: #"{"head":"a.b.c"}"#),
            calls: #"verifyJournal {"head":"a.b.c"}"#,
            answers: #"{"entries":14,"fault":"entry 3 was changed","is_whole":false,"note":"no head given"}"#),
        Example(
            ControlRequest("POST", "journal", "purge"), calls: "purgeJournal",
            answers: #"{"events":["gala"],"kept":["ball: 2 entries wait"],"removed":14,"used":9}"#),
        Example(
            ControlRequest("GET", "journal", "used", "gala"), calls: "usedTickets gala",
            answers: #"{"event":"gala","since":"2026-11-21T12:00:00.000Z","tickets":9}"#),
        Example(
            ControlRequest("POST", "journal", "readmit", json: #"{"event":"gala","operator":"Eve","tickets":9}"#),
            calls: #"readmit by Eve {"event":"gala","operator":"Eve","tickets":9}"#,
            answers: #"{"event":"gala","since":"2026-11-21T12:00:00.000Z","tickets":9}"#),
        Example(
            ControlRequest("POST", "journal", "forget", json: #"{"event":"gala","ticket":"R-17"}"#),
            calls: #"forgetTicket {"event":"gala","ticket":"R-17"}"#,
            answers: #"{"entries":2,"is_listed":true,"others":1}"#),
        Example(
            ControlRequest("GET", "offers"), calls: "listOffers",
            answers: #"{"items":[{"event":"gala","fault":"old","file":"sda1/gala.usher","#
                + #""issued":"2026-11-21T12:00:00.000Z","name":"Winter Gala","seq":7,"tickets":500}]}"#),
        Example(
            ControlRequest("POST", "offers", "accept", json: #"{"file":"sda1/gala.usher"}"#),
            calls: #"acceptList {"file":"sda1/gala.usher"}"#, answers: manifest),
        Example(
            ControlRequest("GET", "outbox", "conflicts"), calls: "conflicts",
            answers: #"{"double_entries":[{"event":"gala","line":0,"list":"main","passages":[{"#
                + #""at":"2026-11-21T12:00:00.000Z","count":1,"gate":"A","id":"e-1","is_surplus":true,"#
                + #""operator":"ada","station":"kiosk-1","verdict":"admitted"}],"ref":"r-1"}],"#
                + #""refused":[\#(outboxItem)]}"#),
        Example(
            ControlRequest("GET", "outbox", query: ["state": "parked"]),
            calls: #"outbox {"state":"parked"}"#,
            answers: #"{"items":[\#(outboxItem)]}"#),
        Example(
            ControlRequest("POST", "outbox", "retry", json: #"{"ids":["e-1"]}"#),
            calls: #"retryOutbox {"ids":["e-1"]}"#, answers: #"{"entries":2}"#),
        Example(
            ControlRequest("GET", "manifests"), calls: "manifests", answers: #"{"items":[\#(manifest)]}"#),
        Example(
            ControlRequest("PUT", "manifests", json: "a manifest"), calls: "installManifest", answers: manifest),
        Example(ControlRequest("DELETE", "manifests", "gala"), calls: "removeManifest gala", answers: "{}"),
        Example(
            ControlRequest("GET", "figures", query: ["event": "gala"]), calls: "figures gala",
            answers: String(decoding: (try? ControlJSON.encode(Items([EventFigures.sample]))) ?? [], as: UTF8.self)),
        Example(
            ControlRequest("GET", "report", query: ["format": "pdf", "language": "de"]),
            calls: "report served pdf in de", answers: "a report"),
        Example(ControlRequest("GET", "keys"), calls: "trustedKeys", answers: #"{"items":[\#(key)]}"#),
        Example(ControlRequest("POST", "keys", json: "# Gala\nAAAA\n"), calls: "trustKey # Gala\nAAAA\n", answers: key),
        Example(ControlRequest("DELETE", "keys", "0011"), calls: "removeKey 0011", answers: #"{"events":["gala"]}"#),
        Example(
            ControlRequest("GET", "operators"), calls: "operators",
            answers: #"{"items":[{"name":"Anne","role":"steward"}]}"#),
        Example(
            ControlRequest("POST", "operators", json: #"{"name":"Anne","role":"steward","pin":"481726"}"#),
            calls: #"addOperator {"name":"Anne","pin":"481726","role":"steward"}"#, answers: "{}"),
        Example(
            ControlRequest("DELETE", "operators", "Zo\u{EB} A/B %"), calls: "removeOperator Zo\u{EB} A/B %",
            answers: "{}"),
        Example(
            ControlRequest("POST", "roster", json: "eyJ.eyJ.c2ln\n"), calls: "roster eyJ.eyJ.c2ln\n",
            answers:
                #"{"added":["Anne"],"changed":["Sue"],"issued":"2026-12-05T16:00:00.000Z","issuer":"Gala Ltd","people":2,"removed":[]}"#
        ),
    ]
}
