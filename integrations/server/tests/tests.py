"""Tests of usher_server.py over HTTP, as a station and an organizer see it."""

import base64, concurrent.futures, hmac, http.client, json, pathlib, re, signal, socket, subprocess, sys, tempfile, time
import unittest, uuid

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "usher_server.py"
TOKENS = {name: name.ljust(32, "-") for name in ("kiosk-1", "kiosk-2", "organizer")}
EVENT = {"id": "gala", "name": "Winter Gala", "lists": [
    {"id": "hall"}, {"id": "yard", "reentry": "after_exit"}, {"id": "bar", "reentry": "unlimited"}]}
LEAVING = {"direction": "out", "verdict": "checkedOut"}

def entry(ref="1", at="2026-12-05T19:00:00Z", station="kiosk-1", **members):
    return {"id": str(uuid.uuid4()), "station": station, "seq": 1, "event": "gala", "list": "hall",
            "ref": ref, "direction": "in", "verdict": "admitted", "kind": "scan", "count": 1, "how": "camera", "at": at,
            "clock": "synchronised", **members}

def undo(of, **members):
    return entry(**{"ref": of["ref"], "kind": "undo", "undoes": of["id"], "count": 0, "how": "manual", **members})

class ServerTest(unittest.TestCase):
    options = ()
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("events", "stations"):
            (self.folder / name).mkdir()
        for name, token in TOKENS.items():
            (self.folder / ("organizer" if name == "organizer" else f"stations/{name}")).write_text(token + "\n")
        (self.folder / "key").write_text("whsec_" + base64.b64encode(b"k" * 32).decode())
        self.write([{"id": str(number), "code": f"code-{number}"} for number in (1, 2, 3)])
        self.start()

    def write(self, tickets, event="gala"):
        content = {"event": EVENT | {"id": event}, "tickets": tickets}
        (self.folder / f"events/{event}.json").write_text(json.dumps(content))

    def start(self):
        self.server = subprocess.Popen(
            [sys.executable, PROGRAM, "--data", "data.sqlite", "--events", "events", "--listen", "127.0.0.1:0",
             "--organizer-token", "organizer", "--station-tokens", "stations", *self.options],
            cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=self.enterContext(open(self.folder / "log", "ab")))
        self.addCleanup(self.stop)
        line = self.server.stdout.readline()
        self.port = int(re.fullmatch(r"listening at http://127\.0\.0\.1:(\d+)/v1\n", line)[1])

    def stop(self):
        with self.server:
            self.server.kill()

    def reload(self, expected):
        self.server.send_signal(signal.SIGHUP)
        until = time.monotonic() + 10
        while not expected():
            self.assertLess(time.monotonic(), until)

    def ask(self, method, path, body=None, token="kiosk-1", headers=(), connection=None):
        connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        self.addCleanup(connection.close)
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        authorization = {"Authorization": f"Bearer {TOKENS.get(token, token)}"} if token else {}
        connection.request(method, "/v1" + path, data, {**authorization, **dict(headers)})
        answer = connection.getresponse()
        text = answer.read()
        self.assertEqual((answer.headers["Content-Type"], "Date" in answer.headers), ("application/json", True))
        return answer.status, json.loads(text) if method != "HEAD" else {"error": "", "message": ""}

    def post(self, *entries, token="kiosk-1"):
        status, answer = self.ask("POST", "/checkins", {"checkins": entries}, token)
        self.assertEqual(status, 200)
        self.assertEqual([result.get("id") for result in answer["results"]], [one.get("id") for one in entries])
        return [result["status"] for result in answer["results"]]

    def pages(self, path, after=None, token="organizer"):
        items, more = [], True
        while more:
            status, page = self.ask("GET", path + (f"?after={after}" if after else ""), token=token)
            self.assertTrue(status == 200 and len(page["items"]) <= 500, page)
            items, after, more = items + page["items"], page["cursor"], page["more"]
        return items, after

    def used(self, ref="1"):
        return {ticket["id"]: ticket.get("used") for ticket in self.pages("/events/gala/tickets")[0]}[ref]

    def ins(self, ref="1"):
        return sum(used["ins"] for used in self.used(ref))

class CheckIns(ServerTest):
    def test_one_and_a_batch_come_in_their_order_with_all_their_members(self):
        first = entry(note="Łucja <b> 東京 👩‍🚀 '); --", result="valid")
        second = entry("2", sealed_code="c2VhbA==")
        refusal = entry("3", verdict="refused", reason="unpaid", count=0, a_later_member={"a": 1})
        self.assertEqual(self.ask("POST", "/checkins", first), (200, {"id": first["id"], "status": "accepted"}))
        self.assertEqual(self.post(second, refusal), ["accepted"] * 2)
        del first["result"], second["sealed_code"], refusal["a_later_member"]
        self.assertEqual(self.pages("/checkins")[0], [first, second, refusal])
        self.assertEqual([self.ins(ref) for ref in "123"], [1, 1, 0])
        self.assertEqual(self.post(), [])

    def test_the_same_id_again_has_the_same_answer_and_no_effect(self):
        one, late = entry(), entry(at="2026-12-05T19:00:01Z", clock_offset_ms=5)
        for _ in range(3):
            self.assertEqual(self.post(one, late | {"clock_offset_ms": 6, "note": None}), ["accepted", "contradicted"])
        self.assertEqual(self.ins(), 2)
        self.assertEqual(self.post(one | {"count": 0}), ["contradicted"])
        self.assertEqual(self.post(one | {"station": "kiosk-2"}, token="kiosk-2"), ["contradicted"])
        self.assertEqual(self.pages("/checkins")[0][0], one)

    def test_the_same_id_from_many_threads_at_once_counts_once(self):
        one = entry()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: self.post(one), range(8)))
        self.assertEqual(answers, [["accepted"]] * 8)
        self.assertEqual((self.ins(), len(self.pages("/checkins")[0])), (1, 1))

    def test_a_bad_item_is_rejected_and_no_other(self):
        bad = [{**entry(), **change} for change in (
            {"at": None}, {"at": "2026-02-30T10:00:00Z"}, {"at": "2026-12-05T19:00:00"}, {"id": "1"}, {"count": -1},
            {"count": True}, {"count": "1"}, {"seq": 1e99}, {"direction": "up"}, {"verdict": "refused"},
            {"reason": "unpaid"}, {"kind": "undo"}, {"undoes": "x"}, {"note": "\ud800"}, {"note": "x" * 4001},
            {"how": ["camera"]}, {"station": "kiosk-2"})]
        for one in bad:
            results = self.post(entry("unknown"), one, entry("unknown"))
            self.assertEqual(results, ["accepted", "rejected", "accepted"], one)
        self.assertEqual(self.ask("POST", "/checkins", bad[0])[1]["status"], "rejected")
        _, answer = self.ask("POST", "/checkins", {"checkins": [1, None, [], {}]})
        self.assertEqual(answer["results"], answer["results"][:1] * 4)
        self.assertEqual(len(self.pages("/checkins")[0]), 2 * len(bad))

    def test_an_unknown_event_or_ticket_is_recorded_and_counts_once_the_ticket_comes(self):
        self.assertEqual(self.post(entry("9"), entry("1", event="other"), entry(None, event=None)), ["accepted"] * 3)
        self.write([{"id": "9", "code": "code-9"}])
        self.reload(lambda: "9" in [ticket["id"] for ticket in self.pages("/events/gala/tickets")[0]])
        self.assertEqual(self.ins("9"), 1)

    def test_an_undo_takes_its_entry_back_once(self):
        one = entry()
        other = {"station": "kiosk-2", "kind": "supervisorUndo", "operator": "Eva", "note": "wrong guest"}
        self.post(one)
        wrong = undo(one, station="kiosk-2"), undo(one, **other) | {"note": " "}
        self.assertEqual(self.post(*wrong, token="kiosk-2"), ["rejected"] * 2)
        self.assertEqual(self.ins(), 1)
        taken = undo(one)
        self.assertEqual(self.post(taken, taken), ["accepted", "accepted"])
        self.assertEqual(self.used(), [])
        self.assertEqual(self.post(undo(one, **other), token="kiosk-2"), ["contradicted"])
        self.assertEqual(self.post(undo(taken)), ["rejected"])
        self.assertEqual(self.post(again := entry()), ["accepted"])
        self.assertEqual(self.post(undo(again, **other), token="kiosk-2"), ["accepted"])
        self.assertEqual(self.used(), [])

    def test_a_ticket_that_was_sold_and_taken_back_is_told_to_the_other_stations(self):
        sold = entry("DOOR-7KQ4M2XD", kind="sale", verdict="sold", key="ab" * 16, how="manual", note="15.00 EUR, cash")
        del sold["list"]
        back = undo(sold, verdict="sold", key=sold["key"])
        del back["list"]
        self.assertEqual(self.post(sold, back), ["accepted", "accepted"])
        told = self.pages("/checkins", token="kiosk-2")[0]
        self.assertEqual([("sold", None), ("sold", sold["id"])], [(each["verdict"], each.get("undoes")) for each in told])

    def test_a_supervisors_undo_may_come_before_its_entry(self):
        one, another, other = entry(), entry("2"), {"station": "kiosk-2"}
        early = undo(one, kind="supervisorUndo", operator="Eva", note="wrong guest", **other)
        self.assertEqual(self.post(early, undo(another, **other), token="kiosk-2"), ["accepted"] * 2)
        self.assertEqual(self.post(one, another), ["accepted"] * 2)
        self.assertEqual((self.ins("1"), self.ins("2")), (0, 1))

    def test_two_gates_at_one_ticket_are_recorded_and_the_second_is_contradicted(self):
        self.post(entry(at="2026-12-05T20:00:00+03:00"))
        late = entry(station="kiosk-2", at="2026-12-05T16:59:00.5Z")
        _, answer = self.ask("POST", "/checkins", late, "kiosk-2")
        self.assertEqual(answer["status"], "contradicted")
        self.assertRegex(answer["message"], r"2026-12-05T20:00:00\+03:00.*kiosk-1")
        self.assertEqual(self.used(), [{"list": "hall", "ins": 2, "outs": 0, "first_at": late["at"],
                                        "last_at": "2026-12-05T20:00:00+03:00"}])
        self.assertEqual(self.pages("/checkins")[0][1], late)
        self.assertEqual(self.post(entry(list="bar")), ["accepted"])
        self.assertEqual({used["list"]: used["ins"] for used in self.used()}, {"hall": 2, "bar": 1})

    def test_admits_and_reentry_say_how_many_are_too_many(self):
        self.write([{"id": "1", "code": "c1", "admits": 3}, {"id": "2", "code": "c2"}])
        self.reload(lambda: self.pages("/events/gala/tickets")[0][-1].get("removed"))
        self.assertEqual(self.post(entry(count=2), entry(), entry()), ["accepted", "accepted", "contradicted"])
        self.assertEqual(self.post(entry("2"), entry("2", **LEAVING), entry("2")), ["accepted"] * 2 + ["contradicted"])
        yard = [{"ref": "2", "list": "yard", "at": f"2026-12-05T19:00:0{second}Z"} for second in range(5)]
        passages = [entry(**members, **(LEAVING if place in (1, 2) else {})) for place, members in enumerate(yard)]
        self.assertEqual(self.post(*passages), ["accepted"] * 4 + ["contradicted"])
        self.assertEqual({used["list"]: (used["ins"], used["outs"]) for used in self.used("2")}["yard"], (3, 1))
        self.assertEqual(self.post(*[entry("2", list="bar") for _ in range(3)]), ["accepted"] * 3)

    def test_pages_of_500_and_cursors_that_stay_valid(self):
        sent = [entry("x") for _ in range(500)]
        self.post(*sent)
        items, cursor = self.pages("/checkins", token="kiosk-2")
        self.assertEqual(items, sent)
        self.assertEqual(self.pages("/checkins", cursor), ([], cursor))
        self.post(last := entry("x"))
        self.assertEqual(self.pages("/checkins", cursor)[0], [last])
        self.assertEqual(self.pages("/checkins")[0], sent + [last])
        for unknown in ("0", "nonsense", cursor + "9", cursor.replace("checkin", "item"), "x" + cursor):
            self.assertEqual(self.ask("GET", f"/checkins?after={unknown}")[0], 400, unknown)

    def test_nothing_acknowledged_is_lost_by_kill_9(self):
        sent = []
        for _ in range(3):
            sent += [entry("1"), entry("x")]
            answers = self.post(*sent[-2:])
            self.stop()
            self.start()
            self.assertEqual(self.pages("/checkins")[0], sent)
            self.assertEqual(self.post(*sent[-2:]), answers)
            self.assertEqual(self.ins(), len(sent) / 2)

class Tickets(ServerTest):
    def test_events_and_tickets_are_read_by_the_organizer_only(self):
        for path in ("/events", "/events/gala", "/events/gala/tickets"):
            self.assertEqual(self.ask("GET", path)[0], 403)
            self.assertEqual(self.ask("GET", path, token="nobody")[0], 401)
        self.assertEqual(self.pages("/events")[0], [EVENT])
        self.assertEqual(self.ask("GET", "/events/gala", token="organizer"), (200, EVENT))
        self.assertEqual(self.pages("/events/gala/tickets")[0][0], {"id": "1", "code": "code-1", "used": []})

    def test_tickets_come_in_the_order_of_their_last_change(self):
        _, cursor = self.pages("/events/gala/tickets")
        self.post(one := entry("3"), entry("2"), entry("1", verdict="refused", reason="unpaid", count=0), undo(one))
        self.assertEqual([ticket["id"] for ticket in self.pages("/events/gala/tickets", cursor)[0]], ["2", "3"])
        self.write([{"id": "1", "code": "code-1"}, {"code": "code-2", "id": "2"}, {"id": "4", "code": "code-4"}])
        self.reload(lambda: len(self.pages("/events/gala/tickets")[0]) == 4)
        items, later = self.pages("/events/gala/tickets", cursor)
        self.assertEqual(items[0]["used"][0]["ins"], 1)
        self.assertEqual([(item["id"], item.get("removed")) for item in items], [("2", None), ("3", True), ("4", None)])
        self.write([{"id": "3", "code": "again"}])
        self.reload(lambda: len(self.pages("/events/gala/tickets", later)[0]) == 4)
        self.assertIn({"id": "3", "code": "again", "used": []}, self.pages("/events/gala/tickets", later)[0])

    def test_many_tickets_come_in_pages_and_an_event_goes(self):
        self.write([{"id": str(number), "code": f"c{number}"} for number in range(1201)], "fair")
        self.reload(lambda: len(self.pages("/events")[0]) == 2)
        tickets, cursor = self.pages("/events/fair/tickets")
        self.assertEqual(len({ticket["id"] for ticket in tickets}), 1201)
        self.assertEqual(self.ask("GET", f"/events/gala/tickets?after={cursor}", token="organizer")[0], 400)
        (self.folder / "events/fair.json").unlink()
        self.reload(lambda: self.pages("/events")[0] == [EVENT])
        self.assertEqual(self.ask("GET", "/events/fair/tickets", token="organizer")[0], 404)

    def test_a_file_with_a_fault_changes_nothing(self):
        before = self.pages("/events/gala/tickets")
        self.write([{"id": "7", "code": "code-7"}], "fair")
        for tickets in ("no list", [{"id": "1"}], [{"id": 1, "code": "c"}], [{"id": "1", "code": "c"}] * 2,
                        [{"id": "1", "code": "c", "admits": 0}], [{"id": "1", "code": "c", "admits": "4"}]):
            self.write(tickets)
            (self.folder / "log").write_bytes(b"")
            self.reload(lambda: "gala.json" in (self.folder / "log").read_text())
            self.assertEqual(self.pages("/events/gala/tickets"), before)

class HTTP(ServerTest):
    def test_requests_that_are_not_understood(self):
        for expected, method, path, body, token in (
            (401, "GET", "/checkins", None, None), (401, "POST", "/checkins", entry(), "nobody"),
            (404, "GET", "/x", None, "kiosk-1"), (404, "GET", "/checkins/", None, "kiosk-1"),
            (404, "GET", "/events/x", None, "organizer"), (404, "GET", "/events/x/tickets", None, "organizer"),
            (405, "PUT", "/checkins", entry(), "kiosk-1"), (405, "HEAD", "/checkins", None, "kiosk-1"),
            (405, "POST", "/events", {}, "organizer"), (501, "BREW", "/checkins", None, "kiosk-1"),
            (400, "POST", "/checkins", b'{"checkins": [', "kiosk-1"), (400, "POST", "/checkins", b"\xff", "kiosk-1"),
            (400, "POST", "/checkins", [], "kiosk-1"), (400, "POST", "/checkins", {"checkins": {}}, "kiosk-1"),
            (400, "POST", "/checkins", b"[" * 100_000, "kiosk-1"), (400, "POST", "/checkins", None, "kiosk-1"),
            (400, "POST", "/checkins", {"checkins": [entry() for _ in range(501)]}, "kiosk-1"),
            (413, "POST", "/checkins", b" " * (6 << 20), "kiosk-1"), (411, "POST", "/checkins", None, "kiosk-1"),
        ):
            status, answer = self.ask(method, path, body, token, {"Transfer-Encoding": "x"} if expected == 411 else {})
            self.assertEqual((status, set(answer)), (expected, {"error", "message"}), (method, path))
        self.assertEqual(self.ask("POST", "/checkins", entry(), "organizer")[1]["status"], "rejected")
        self.assertEqual(self.pages("/checkins")[0], [])

    def test_a_connection_carries_many_requests(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        self.ask("GET", "/checkins", connection=connection)
        first = connection.sock
        self.ask("POST", "/checkins", entry(), connection=connection)
        self.assertTrue(first and connection.sock is first)

    def test_slow_and_broken_clients_stop_no_others(self):
        head = f"POST /v1/checkins HTTP/1.1\r\nAuthorization: Bearer {TOKENS['kiosk-1']}\r\nContent-Length: 900\r\n\r\n"
        for text in ("", "POST /v1/che", head, head + "{", "\x00\xff\r\n\r\n", "GET / HTTP/9\r\n\r\n") * 5:
            slow, broken = (socket.create_connection(("127.0.0.1", self.port)) for _ in range(2))
            self.addCleanup(slow.close)
            slow.sendall(text.encode("latin-1"))
            broken.sendall(text.encode("latin-1"))
            broken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # ends it with a reset
            broken.close()
        self.assertEqual(self.post(entry()), ["accepted"])

class Signed(ServerTest):
    options = ("--signing-key", "key")
    def sign(self, body, shift=0, key=b"k" * 32):
        stamp = str(int(time.time()) + shift)
        mac = base64.b64encode(hmac.digest(key, b"id-1." + stamp.encode() + b"." + body, "sha256")).decode()
        return {"webhook-id": "id-1", "webhook-timestamp": stamp, "webhook-signature": f"v1,AAAA v1,{mac}"}

    def test_messages_need_a_valid_and_recent_signature(self):
        body = json.dumps(entry()).encode()
        for headers in ({}, self.sign(body + b" "), self.sign(body, -400), self.sign(body, 400),
                        self.sign(body, key=b"x"), self.sign(body) | {"webhook-timestamp": "now"},
                        self.sign(body) | {"webhook-id": "id-2"}):
            self.assertEqual(self.ask("POST", "/checkins", body, headers=headers)[0], 401, headers)
        self.assertEqual(self.ask("POST", "/checkins", body, headers=self.sign(body, -200))[1]["status"], "accepted")
        self.assertEqual(self.ask("GET", "/checkins")[0], 200)

if __name__ == "__main__":
    unittest.main()
