"""Tests of the package over HTTP. Started by `run`."""

import concurrent.futures
import hashlib
import json
import os
import sys
import time
import unittest
import uuid

from server import MARIADB, Server, stamp

FOLDER = os.environ["USHER_TESTS_FOLDER"]
server = None


def start(name, **environment):
    folder = os.path.join(FOLDER, name)
    os.makedirs(folder)
    return Server(folder, **environment)


class Discovery(unittest.TestCase):
    def test_announces_the_interface_without_a_key(self):
        answer = server.request("/.well-known/eventschedule.json")
        self.assertEqual(answer.status, 200)
        self.assertTrue(answer.headers["Content-Type"].startswith("application/json"))
        self.assertEqual(answer.json["api_base_url"], "/usher/api")
        self.assertIs(answer.json["features"]["scanning"], True)
        self.assertEqual(answer.json["versions"]["api"], "1.0")
        self.assertEqual(answer.json["rate_limits"]["checkins"], 600)

    def test_comes_before_the_pages_that_take_any_path(self):
        self.assertEqual(server.request("/some/page").body, b"guest page")
        self.assertEqual(server.request("/usher/api/events").status, 401)

    def test_the_routes_can_be_cached(self):
        server.artisan("route:cache")
        try:
            self.assertEqual(server.request("/.well-known/eventschedule.json").json["api_base_url"], "/usher/api")
            self.assertEqual(server.request("/usher/api/events").status, 401)
        finally:
            server.artisan("route:clear")


class Keys(unittest.TestCase):
    def test_every_path_needs_a_key(self):
        paths = ["/events", "/events/1", "/tickets?event_id=1", "/checkins?event_id=1"]
        for key in (None, "", "wrong", "usher_" + "0" * 48, "' OR 1=1 --"):
            for path in paths:
                answer = server.request("/usher/api" + path, key)
                self.assertEqual((answer.status, answer.json), (401, {"error": "Unauthorized"}), (key, path))
            answer = server.request("/usher/api/checkins", key, "{}")
            self.assertEqual((answer.status, answer.json), (401, {"error": "Unauthorized"}))

    def test_only_a_hash_is_stored(self):
        key = server.key(server.event())
        self.assertRegex(key, r"\Ausher_[0-9a-f]{48}\Z")
        hashes = [row["hash"] for row in server.rows("SELECT hash FROM usher_keys")]
        self.assertIn(hashlib.sha256(key.encode()).hexdigest(), hashes)
        self.assertNotIn(key, str(server.rows("SELECT * FROM usher_keys")))

    def test_a_key_is_for_its_events(self):
        mine, other = server.event(), server.event(name="Other")
        key = server.key(mine)
        foreign, code = server.ticket(other)
        self.assertEqual([event["id"] for event in server.all("/events", key)], [str(mine)])
        for path, query in (
            (f"/events/{other}", {}), ("/tickets", {"event_id": other}), ("/checkins", {"event_id": other}),
            ("/tickets", {}), ("/checkins", {}), ("/events/999999", {}), ("/events/x", {}),
        ):
            self.assertEqual(server.get(path, key, **query).status, 404, path)
        answer = server.send(key, other, foreign)
        self.assertEqual(answer.status, 404)
        self.assertNotIn("status", answer.json)
        # Whether such a ticket exists elsewhere is not told.
        self.assertEqual(server.status(key, mine, foreign, code), "unknown")

    def test_a_key_without_tickets_reads_and_sends_check_ins_only(self):
        event = server.event()
        ticket, code = server.ticket(event)
        key = server.key(event, tickets=False)
        answer = server.get("/tickets", key, event_id=event)
        self.assertEqual(answer.status, 403)
        self.assertNotIn(code, answer.body.decode())
        self.assertEqual(server.status(key, event, ticket), "admitted")
        listing = server.get("/checkins", key, event_id=event)
        self.assertEqual(len(listing.json["data"]), 1)
        for secret in (code, "Ada"):
            self.assertNotIn(secret, listing.body.decode())

    def test_a_key_without_tickets_may_ask_about_a_code(self):
        event = server.event()
        (ticket, code), (_, other) = server.ticket(event), server.ticket(event)
        reader, station = server.key(event), server.key(event, tickets=False)
        for key in (reader, station):
            for asked in (code, f"https://tickets.example/ticket/view/abc/{code}"):
                [found] = server.get("/tickets", key, event_id=event, search=asked).json["data"]
                self.assertEqual((found["id"], found["code"], found["status"]), (ticket, code, "valid"))
                self.assertEqual("holder" in found, key == reader)
            self.assertEqual(server.get("/tickets", key, event_id=event, search="nothing").json["data"], [])
        self.assertEqual(server.get("/tickets", station, event_id=event, search="").status, 403)
        self.assertEqual(server.get("/tickets", station, event_id=event).status, 403)
        answer = server.get("/tickets", station, event_id=server.event(name="Other"), search=code)
        self.assertNotEqual(answer.status, 200)

    def test_a_revoked_key_ends_at_once(self):
        event = server.event()
        key = server.artisan("usher:key", "box office", f"--events={event}")
        self.assertEqual(server.get("/events", key).status, 200)
        self.assertNotEqual(server.try_artisan("usher:key", "box office", f"--events={event}").returncode, 0)
        server.artisan("usher:key", "--revoke", "box office")
        self.assertEqual(server.get("/events", key).status, 401)
        self.assertNotEqual(server.try_artisan("usher:key", "--revoke", "box office").returncode, 0)
        # The name is free again, for a new key.
        self.assertNotEqual(server.artisan("usher:key", "box office", f"--events={event}"), key)
        listing = server.artisan("usher:key")
        self.assertIn("revoked", listing)
        self.assertNotIn(key, listing)

    def test_a_key_needs_events_that_exist(self):
        event = server.event(name="The one that is listed")
        for options in ([], ["--events="], ["--events=999999"], [f"--events={event},x"]):
            self.assertNotEqual(server.try_artisan("usher:key", "door", *options).returncode, 0, options)
        self.assertIn(f"{event}\tThe one that is listed", server.try_artisan("usher:key", "door").stdout)


class Events(unittest.TestCase):
    def test_times_are_those_on_the_clock_of_the_schedule(self):
        event = server.event(zone="America/New_York", starts_at="2026-07-04 00:30:00", duration=2.5)
        shown = server.get(f"/events/{event}", server.key(event)).json
        self.assertEqual(shown, {
            "id": str(event), "name": "Winter Gala", "starts_at": "2026-07-03 20:30:00", "duration": 2.5,
            "timezone": "America/New_York", "status": "published"})

    def test_status_and_defaults(self):
        for columns, expected in (
            ({"is_draft": True}, {"status": "draft"}), ({"is_cancelled": True}, {"status": "cancelled"}),
            ({"is_draft": True, "is_cancelled": True}, {"status": "cancelled"}), ({"duration": None}, {"duration": 2}),
            ({"creator_role_id": None}, {"timezone": "Asia/Tokyo", "starts_at": "2026-12-06 03:00:00"}),
            ({"starts_at": None}, {"starts_at": None}),
            # A date alone; MariaDB makes midnight of it.
            ({"starts_at": "2026-12-05"}, {} if MARIADB else {"starts_at": "2026-12-05 00:00:00"}),
        ):
            event = server.event(**columns)
            shown = server.get(f"/events/{event}", server.key(event)).json
            self.assertEqual({name: shown[name] for name in expected}, expected)


class Tickets(unittest.TestCase):
    def setUp(self):
        self.event = server.event()
        self.key = server.key(self.event)

    def tickets(self):
        return server.all("/tickets", self.key, event_id=self.event)

    def test_one_row_for_each_line_that_admits_people(self):
        standard, addon = server.type(self.event), server.type(self.event, "Parking", is_addon=True)
        vip = server.type(self.event, "VIP")
        _, code, lines = server.sale(self.event, (standard, 2), (addon, 1), (vip, 1))
        self.assertEqual(self.tickets(), [
            {"id": f"line-{lines[0]}", "event_id": str(self.event), "code": code, "type": "Standard", "status": "valid",
             "quantity": 2, "holder": "Ada Lovelace", "updated_at": "2026-11-01T03:00:00.000Z"},
            {"id": f"line-{lines[2]}", "event_id": str(self.event), "code": code, "type": "VIP", "status": "valid",
             "quantity": 1, "holder": "Ada Lovelace", "updated_at": "2026-11-01T03:00:00.000Z"}])

    def test_guests_with_sales_of_their_own_have_codes_of_their_own(self):
        type = server.type(self.event)
        first, one, _ = server.sale(self.event, (type, 1))
        _, two, _ = server.sale(self.event, (type, 1), group_id=first, name="Grace Hopper")
        self.assertEqual([(t["code"], t["holder"]) for t in self.tickets()],
                         [(one, "Ada Lovelace"), (two, "Grace Hopper")])

    def test_lines_of_one_sale_with_the_same_name_are_told_apart(self):
        a, b = server.type(self.event), server.type(self.event)
        server.sale(self.event, (a, 1), (b, 1))
        self.assertEqual([t["type"] for t in self.tickets()], ["Standard", "Standard (2)"])

    def test_registrations_without_lines(self):
        sale, code, _ = server.sale(self.event, payment_method="rsvp")
        server.sale(self.event, payment_method="cash")
        [ticket] = self.tickets()
        self.assertEqual((ticket["id"], ticket["type"], ticket["quantity"]), (f"rsvp-{sale}", "RSVP", 1))
        self.assertEqual(server.status(self.key, self.event, ticket["id"], code), "admitted")
        self.assertEqual(server.status(self.key, self.event, ticket["id"], code), "already_used")

    def test_status_words(self):
        for status, word in (
            ("paid", "valid"), ("unpaid", "unpaid"), ("refunded", "refunded"), ("cancelled", "cancelled"),
            ("expired", "expired"), ("amount_mismatch", "amount_mismatch"),
        ):
            server.ticket(self.event, status=status)
            self.assertEqual(self.tickets()[-1]["status"], word)
        server.ticket(self.event, is_deleted=True)
        self.assertEqual(self.tickets()[-1]["status"], "voided")

    def test_another_date_of_the_event_has_a_window(self):
        # In summer time, while the event itself is in winter time: the same time on the clock.
        server.ticket(self.event, event_date="2027-06-05")
        [ticket] = self.tickets()
        self.assertEqual(ticket["valid_from"], "2027-06-05T11:00:00.000Z")
        self.assertEqual(ticket["valid_until"], "2027-06-05T21:30:00.000Z")

    def test_a_thousand_tickets_in_pages(self):
        type = server.type(self.event)
        server.execute("BEGIN")
        codes = [server.sale(self.event, (type, 1))[1] for _ in range(1000)]
        server.execute("COMMIT")
        for size, pages in ((500, 2), (300, 4), (100, 10)):
            seen, page = [], 1
            while True:
                answer = server.get("/tickets", self.key, event_id=self.event, page=page, per_page=size).json
                self.assertEqual(answer["meta"], {
                    "current_page": page, "last_page": pages, "per_page": size, "total": 1000})
                seen += [ticket["code"] for ticket in answer["data"]]
                if page == pages:
                    break
                page += 1
            self.assertEqual(seen, codes)
        beyond = server.get("/tickets", self.key, event_id=self.event, page=11).json
        self.assertEqual((beyond["data"], beyond["meta"]["current_page"]), ([], 11))
        self.assertEqual(len(server.get("/tickets", self.key, event_id=self.event, per_page=9999).json["data"]), 500)

    def test_pages_that_are_no_pages(self):
        for query in ("page=0", "page=-1", "page=x", "page=1e3", "page[]=1", "per_page=0", "page=99999999999999999999",
                      "page=1;DROP TABLE sales", "since=yesterday", "since[]=1"):
            path = "checkins" if query.startswith("since") else "tickets"
            answer = server.request(
                f"/usher/api/{path}?event_id={self.event}&" + query.replace(" ", "%20"), self.key)
            self.assertEqual(answer.status, 422, query)
        self.assertEqual(server.request("/usher/api/tickets?event_id[]=1", self.key).status, 404)


class CheckIns(unittest.TestCase):
    def setUp(self):
        self.event = server.event()
        self.key = server.key(self.event)

    def status(self, *arguments, **more):
        return server.status(self.key, self.event, *arguments, **more)

    def listed(self, **query):
        return server.all("/checkins", self.key, event_id=self.event, **query)

    def test_one_person(self):
        ticket, code = server.ticket(self.event)
        at, entry = "2026-12-05T16:02:11.120Z", str(uuid.uuid4())
        answer = server.send(self.key, self.event, ticket, code, at=at, entry=entry)
        self.assertEqual(answer.json, {"status": "admitted", "event_id": str(self.event), "ticket_id": ticket})
        [row] = self.listed()
        self.assertLess(abs(time.time() - parse(row.pop("received_at"))), 30)
        self.assertTrue(row.pop("id"))
        self.assertEqual(row, {
            "ticket_id": ticket, "event_id": str(self.event), "action": "checkin", "ts": at, "gate_id": "A",
            "device_id": "kiosk-1", "idempotency_key": entry, "status": "admitted"})
        self.assertEqual(server.seats(ticket), {"1": int(parse(at))})
        self.assertEqual(server.all("/tickets", self.key, event_id=self.event)[0]["status"], "used")

        second = server.send(self.key, self.event, ticket, code, gate_id="B")
        self.assertEqual(second.json, {
            "status": "already_used", "event_id": str(self.event), "ticket_id": ticket, "checked_in_at": at,
            "gate_id": "A"})
        self.assertEqual(len(self.listed()), 1)

    def test_the_same_key_gets_the_first_answer(self):
        ticket, _ = server.ticket(self.event)
        other, _ = server.ticket(self.event)
        entry = str(uuid.uuid4())
        first = server.send(self.key, self.event, ticket, entry=entry)
        again = server.send(self.key, self.event, ticket, entry=entry)
        different = server.send(self.key, self.event, other, entry=entry, action="checkout", at=stamp(-60))
        self.assertEqual([first.json, again.json, different.json], [first.json] * 3)
        self.assertEqual(len(self.listed()), 1)
        self.assertEqual(server.seats(other), {"1": None})
        # Refusals too: what was answered stays answered.
        unpaid, _ = server.ticket(self.event, status="unpaid")
        entry = str(uuid.uuid4())
        self.assertEqual(self.status(unpaid, entry=entry), "unpaid")
        server.execute("UPDATE sales SET status = 'paid' WHERE event_id = ?", self.event)
        self.assertEqual(self.status(unpaid, entry=entry), "unpaid")
        self.assertEqual(self.status(unpaid), "admitted")

    def test_a_key_of_other_events_does_not_learn_the_answer(self):
        ticket, _ = server.ticket(self.event)
        entry = str(uuid.uuid4())
        self.assertEqual(self.status(ticket, entry=entry), "admitted")
        other = server.event()
        self.assertEqual(server.send(server.key(other), other, ticket, entry=entry).json, {"status": "unknown"})

    def test_a_group_of_four(self):
        ticket, code = server.ticket(self.event, 4)
        entry = str(uuid.uuid4())
        for number in range(1, 5):
            self.assertEqual(self.status(ticket, code, entry=f"{entry}/{number}-of-4"), "admitted")
            self.assertEqual(sum(time is not None for time in server.seats(ticket).values()), number)
        self.assertEqual(self.status(ticket, code), "already_used")
        self.assertEqual(len(self.listed()), 4)

    def test_out_and_in_again(self):
        ticket, code = server.ticket(self.event)
        self.assertEqual(self.status(ticket, code), "admitted")
        self.assertEqual(self.status(ticket, code, action="checkout"), "admitted")
        self.assertEqual(server.seats(ticket), {"1": None})
        self.assertEqual(self.status(ticket, code), "admitted")
        self.assertIsNotNone(server.seats(ticket)["1"])
        self.assertEqual(self.status(ticket, code), "already_used")
        self.assertEqual([row["action"] for row in self.listed()], ["checkin", "checkout", "checkin"])

    def test_an_undo_is_always_taken(self):
        ticket, _ = server.ticket(self.event)
        entry, undo = str(uuid.uuid4()), str(uuid.uuid4())
        self.assertEqual(self.status(ticket, entry=entry), "admitted")
        # Even when the ticket was refunded in between.
        server.execute("UPDATE sales SET status = 'refunded' WHERE event_id = ?", self.event)
        self.assertEqual(self.status(ticket, action="checkout", entry=f"{undo}/undoes-{entry}"), "admitted")
        self.assertEqual(server.seats(ticket), {"1": None})
        self.assertEqual(self.listed()[-1]["idempotency_key"], f"{undo}/undoes-{entry}")

    def test_an_exit_may_arrive_before_its_entry(self):
        ticket, _ = server.ticket(self.event)
        self.assertEqual(self.status(ticket, action="checkout"), "admitted")
        self.assertEqual(self.status(ticket, at=stamp(-600)), "admitted")
        self.assertEqual(server.seats(ticket), {"1": None})
        self.assertEqual(self.status(ticket), "admitted")
        self.assertEqual(self.status(ticket), "already_used")

    def test_a_late_entry_keeps_its_time(self):
        ticket, _ = server.ticket(self.event)
        at = stamp(-5 * 3600)
        self.assertEqual(self.status(ticket, at=at), "admitted")
        [row] = self.listed(since=stamp(-120))
        self.assertEqual(row["ts"], at)
        self.assertEqual(server.seats(ticket)["1"], int(parse(at)))

    def test_times_with_offsets(self):
        ticket, _ = server.ticket(self.event)
        self.assertEqual(self.status(ticket, at="2026-12-05T17:02:11+01:00"), "admitted")
        self.assertEqual(self.listed()[0]["ts"], "2026-12-05T16:02:11.000Z")

    def test_since_is_the_time_of_arrival(self):
        first, _ = server.ticket(self.event)
        second, _ = server.ticket(self.event)
        self.assertEqual(self.status(first, at=stamp(3600)), "admitted")
        time.sleep(0.01)
        since = stamp()
        self.assertEqual(self.status(second, at=stamp(-3600)), "admitted")
        self.assertEqual([row["ticket_id"] for row in self.listed(since=since)], [second])
        self.assertEqual(len(self.listed(since=stamp(-60))), 2)
        self.assertEqual(self.listed(since=stamp(60)), [])

    def test_what_is_not_let_in(self):
        for columns, word in (
            ({"status": "refunded"}, "refunded"), ({"status": "unpaid"}, "unpaid"),
            ({"status": "cancelled"}, "cancelled"), ({"status": "expired"}, "voided"), ({"is_deleted": True}, "voided"),
            ({"status": "amount_mismatch"}, "admitted"),
        ):
            ticket, code = server.ticket(self.event, **columns)
            self.assertEqual(self.status(ticket, code), word)
            self.assertEqual(server.seats(ticket)["1"] is not None, word == "admitted")
        self.assertEqual(len(self.listed()), 1)

    def test_unknown_tickets(self):
        for ticket, code in ((None, "nothing"), ("line-999999", None), ("rsvp-1", None), ("line-", None), ("7", None),
                             ("line-1e9", None), ("line-" + "9" * 190, None)):
            self.assertEqual(self.status(ticket, code), "unknown", (ticket, code))
        self.assertEqual(self.listed(), [])

    def test_wrong_event(self):
        other = server.event(name="Other")
        key = server.key(self.event, other)
        ticket, code = server.ticket(other)
        for arguments in ((ticket, code), (ticket, None), (None, code)):
            answer = server.send(key, self.event, *arguments)
            self.assertEqual(answer.json, {"status": "wrong_event", "event_id": str(self.event)})
        self.assertEqual(server.seats(ticket), {"1": None})
        self.assertEqual(server.status(key, other, ticket, code), "admitted")

    def test_a_code_alone(self):
        ticket, code = server.ticket(self.event)
        self.assertEqual(self.status(code=code.upper()), "unknown")
        self.assertEqual(self.status(code=f"https://tickets.example/ticket/view/abc/{code}"), "admitted")
        self.assertEqual(self.listed()[0]["ticket_id"], ticket)

    def test_a_code_alone_uses_one_line_after_the_other(self):
        a, b = server.type(self.event), server.type(self.event, "VIP")
        _, code, lines = server.sale(self.event, (a, 1), (b, 1))
        self.assertEqual([self.status(code=code) for _ in range(3)], ["admitted", "admitted", "already_used"])
        self.assertEqual([row["ticket_id"] for row in self.listed()], [f"line-{line}" for line in lines])
        self.assertEqual(self.status(code=code, action="checkout"), "admitted")
        self.assertEqual(self.status(code=code), "admitted")

    def test_a_list_with_other_ids_is_read_by_its_codes(self):
        wrong, _ = server.ticket(self.event)
        right, code = server.ticket(self.event)
        for id in (wrong, "7", "line-999999"):
            answer = server.send(self.key, self.event, id, code, entry=str(uuid.uuid4()))
            self.assertEqual(answer.json["ticket_id"], right)
        self.assertEqual(server.seats(wrong), {"1": None})

    def test_scans_with_the_servers_own_page_count(self):
        ticket, _ = server.ticket(self.event, 2)
        scanned = int(time.time()) - 300
        server.execute("UPDATE sale_tickets SET seats = ? WHERE id = ?",
            json.dumps({"1": scanned, "2": scanned}), int(ticket.removeprefix("line-")))
        self.assertEqual(server.all("/tickets", self.key, event_id=self.event)[0]["status"], "used")
        self.assertEqual(self.status(ticket), "already_used")
        self.assertEqual([row["device_id"] for row in self.listed()], ["eventschedule"] * 2)
        self.assertEqual(int(parse(self.listed()[0]["ts"])), scanned)
        self.assertEqual(self.status(ticket, action="checkout"), "admitted")
        self.assertEqual(sorted(server.seats(ticket).values(), key=str), [scanned, None])
        self.assertEqual(self.status(ticket), "admitted")
        self.assertEqual(self.status(ticket), "already_used")
        self.assertEqual(len(self.listed()), 4)

    def test_seats_that_cannot_be_read(self):
        for seats in ("", "null", "[]", "x", '{"1":"x"}', "[null]"):
            ticket, _ = server.ticket(self.event)
            server.execute("UPDATE sale_tickets SET seats = ? WHERE id = ?", seats, int(ticket.removeprefix("line-")))
            self.assertEqual(self.status(ticket), "admitted", seats)
            self.assertEqual([type(time) for time in server.seats(ticket).values()], [int], seats)
            self.assertEqual(self.status(ticket), "already_used", seats)

    def test_the_same_message_many_times_at_once(self):
        ticket, _ = server.ticket(self.event)
        entry = str(uuid.uuid4())
        answers = at_once(8, lambda _: patiently(lambda: server.send(self.key, self.event, ticket, entry=entry)))
        self.assertEqual({answer.json["status"] for answer in answers}, {"admitted"})
        self.assertEqual(len(self.listed()), 1)

    def test_one_key_for_many_tickets_at_once(self):
        tickets = [server.ticket(self.event)[0] for _ in range(8)]
        entry = str(uuid.uuid4())
        answers = at_once(8, lambda number: patiently(
            lambda: server.send(self.key, self.event, tickets[number], entry=entry)).json)
        self.assertEqual(answers, [answers[0]] * 8)
        [row] = self.listed()
        self.assertEqual(row["ticket_id"], answers[0]["ticket_id"])
        taken = [ticket for ticket in tickets if server.seats(ticket)["1"] is not None]
        self.assertEqual(taken, [row["ticket_id"]])

    def test_many_gates_at_once(self):
        ticket, _ = server.ticket(self.event, 3)

        def send(number):
            entry = str(uuid.uuid4())
            return patiently(lambda: server.send(self.key, self.event, ticket, entry=entry, gate_id=f"G{number}"))

        words = [answer.json["status"] for answer in at_once(8, send)]
        self.assertEqual((words.count("admitted"), words.count("already_used")), (3, 5))
        self.assertEqual(len(self.listed()), 3)


class Passes(unittest.TestCase):
    def setUp(self):
        # 19:00 in Berlin today, whenever this runs.
        self.today = time.strftime("%Y-%m-%d", time.gmtime())
        self.event = server.event(zone="UTC", starts_at=f"{self.today} 19:00:00")
        self.key = server.key(self.event)
        self.at = f"{self.today}T19:05:00.000Z"

    def make(self, expires=None, usages=None, **columns):
        kind = server.type(self.event, "Season pass", is_pass=True, **columns)
        _, code, [line] = server.sale(self.event, (kind, 1))
        server.execute("UPDATE sale_tickets SET pass_expires_at = ?, pass_usages = ? WHERE id = ?",
            expires, json.dumps(usages) if usages else None, line)
        return f"line-{line}", line

    def status(self, ticket, **more):
        return server.status(self.key, self.event, ticket, **{"at": self.at, **more})

    def usages(self, line):
        [row] = server.rows("SELECT pass_usages, seats FROM sale_tickets WHERE id = ?", line)
        self.assertEqual(json.loads(row["seats"]), {"1": None})
        return json.loads(row["pass_usages"] or "[]")

    def test_a_pass_has_an_end_and_a_party(self):
        self.make(expires="2030-01-01 09:00:00", pass_admits_per_event=2)
        [ticket] = server.all("/tickets", self.key, event_id=self.event)
        self.assertEqual((ticket["quantity"], ticket["valid_until"]), (2, "2030-01-01T00:00:00.000Z"))
        self.assertNotIn("valid_from", ticket)

    def test_visits_are_counted_as_the_server_does(self):
        ticket, line = self.make(pass_admits_per_event=2)
        self.assertEqual([self.status(ticket) for _ in range(3)], ["admitted", "admitted", "already_used"])
        self.assertEqual(self.usages(line), [{
            "event_id": self.event, "date": self.today, "kind": "redemption", "admits": 2,
            "at": int(parse(self.at))}])
        self.assertEqual(self.status(ticket, action="checkout"), "admitted")
        self.assertEqual(len(self.usages(line)), 1)
        self.assertEqual(self.status(ticket), "admitted")
        self.assertEqual(len(server.all("/checkins", self.key, event_id=self.event)), 4)

    def test_each_day_is_a_visit(self):
        ticket, line = self.make(pass_usage_type="total", pass_max_uses=2)
        day = 24 * 3600
        before = time.strftime("%Y-%m-%dT19:05:00Z", time.gmtime(parse(self.at) - 2 * day))
        self.assertEqual(self.status(ticket, at=before), "admitted")
        # After midnight is the same night.
        night = time.strftime("%Y-%m-%dT01:00:00Z", time.gmtime(parse(self.at) - day))
        self.assertEqual(self.status(ticket, at=night), "already_used")
        self.assertEqual(self.status(ticket), "admitted")
        self.assertEqual(len(self.usages(line)), 2)
        self.assertEqual(len(server.all("/checkins", self.key, event_id=self.event)), 1)
        tomorrow = time.strftime("%Y-%m-%dT19:05:00Z", time.gmtime(parse(self.at) + day))
        self.assertEqual(self.status(ticket, at=tomorrow), "already_used")
        self.assertEqual(server.all("/tickets", self.key, event_id=self.event)[0]["status"], "used")

    def test_bookings_and_own_scans(self):
        booked = {"event_id": self.event, "date": self.today, "at": 5, "kind": "booking"}
        ticket, line = self.make(pass_usage_type="total", pass_max_uses=1, usages=[booked])
        self.assertEqual(server.all("/tickets", self.key, event_id=self.event)[0]["status"], "valid")
        self.assertEqual(self.status(ticket), "admitted")
        self.assertEqual([(usage["kind"], usage["at"]) for usage in self.usages(line)],
                         [("redemption", int(parse(self.at)))])
        redeemed = {"event_id": self.event, "date": self.today, "at": 5, "kind": "redemption", "admits": 1}
        ticket, _ = self.make(usages=[redeemed])
        self.assertEqual(self.status(ticket), "already_used")
        ticket, _ = self.make(usages=[{**redeemed, "kind": "forfeited"}], pass_usage_type="per_event")
        self.assertEqual(self.status(ticket), "already_used")

    def test_an_expired_pass(self):
        ticket, _ = self.make(expires="2026-01-01 09:00:00")
        self.assertEqual(self.status(ticket, at="2026-01-01T00:00:01Z"), "voided")
        self.assertEqual(self.status(ticket, at="2025-12-31T23:59:59Z"), "admitted")


class Hostility(unittest.TestCase):
    def setUp(self):
        self.event = server.event()
        self.key = server.key(self.event)
        self.ticket, self.code = server.ticket(self.event)

    def body(self, **changes):
        body = {
            "ticket_id": self.ticket, "ticket_code": self.code, "event_id": str(self.event), "gate_id": "A",
            "device_id": "kiosk-1", "action": "checkin", "ts": stamp(), "idempotency_key": str(uuid.uuid4()), **changes}
        return {name: value for name, value in body.items() if value is not KeyError}

    def refused(self, body, status=422):
        answer = server.request("/usher/api/checkins", self.key, body)
        self.assertEqual(answer.status, status, str(body)[:200])
        self.assertEqual(list(answer.json), ["error"])
        self.assertNotIn(self.code, answer.body.decode())

    def tearDown(self):
        self.assertEqual(server.seats(self.ticket), {"1": None})
        self.assertEqual(server.all("/checkins", self.key, event_id=self.event), [])

    def test_what_is_no_json_object(self):
        for body in ("", "null", "[]", "{}", "7", '"x"', "{", "[" * 5000, '{"a":' * 600 + "1" + "}" * 600,
                     b"\xff\xfe{}", "ticket_id=1&action=checkin", [self.body()]):
            self.refused(body)

    def test_huge_bodies(self):
        self.refused(self.body(more="x" * 20_000), 413)
        self.refused("x" * 5_000_000, 413)

    def test_wrong_types(self):
        for name in ("ticket_id", "ticket_code", "event_id", "gate_id", "device_id", "action", "ts", "idempotency_key"):
            for value in ({"a": 1}, ["x"], True, 1.5, "a\u0000b", "a\nb", "x" * 5000):
                self.refused(self.body(**{name: value}))

    def test_missing_members(self):
        for name in ("event_id", "action", "ts", "idempotency_key"):
            for value in (KeyError, None, ""):
                self.refused(self.body(**{name: value}))
        self.refused(self.body(ticket_id=None, ticket_code=""))

    def test_times_that_are_none(self):
        for value in ("now", "2026-12-05", "2026-12-05T16:02:11", "2026-02-30T10:00:00Z", "1999-12-31T23:59:59Z",
                      "2026-12-05T25:00:00Z", "@1", "9999-12-31T23:59:59Z", 1796486531):
            self.refused(self.body(ts=value))

    def test_sql_in_texts(self):
        for text in ("' OR '1'='1", "1; DROP TABLE sales; --", "line-1 OR 1=1", "%", "_" * 32, "\\' --"):
            answer = server.request("/usher/api/checkins", self.key, self.body(
                ticket_id=text, ticket_code=text, gate_id=text, device_id=text, idempotency_key=text))
            self.assertEqual((answer.status, answer.json["status"]), (200, "unknown"))
            self.assertEqual(server.request("/usher/api/checkins", self.key, self.body(event_id=text)).status, 404)
        self.assertTrue(server.rows("SELECT 1 FROM sales LIMIT 1"))

    def test_a_broken_database_tells_nothing(self):
        # Found by the code alone, so that the statement that fails contains it.
        server.execute("ALTER TABLE tickets RENAME TO gone")
        try:
            answer = server.request("/usher/api/checkins", self.key, self.body(ticket_id=None))
        finally:
            server.execute("ALTER TABLE gone RENAME TO tickets")
        self.assertEqual((answer.status, answer.json), (503, {"error": "Try again later"}))
        with open(os.path.join(server.folder, "storage/logs/laravel.log")) as file:
            log = file.read()
        self.assertIn("SQLSTATE", log)
        self.assertNotIn(self.code, log)


class Privacy(unittest.TestCase):
    def test_no_code_and_no_name_is_kept_with_check_ins(self):
        event = server.event()
        key = server.key(event)
        ticket, code = server.ticket(event)
        for status in ("admitted", "already_used"):
            self.assertEqual(server.status(key, event, ticket, code), status)
        kept = str(server.rows("SELECT * FROM usher_checkins"))
        self.assertNotIn(code, kept)
        self.assertNotIn("Ada", kept)
        self.assertEqual(server.get("/checkins", key, event_id=event).headers["Cache-Control"], "no-store, private")


class OtherServers(unittest.TestCase):
    def test_ids_as_the_server_writes_them(self):
        other = start("encoded", USHER_TEST_ENCODED_IDS="1")
        try:
            event = other.event()
            id = other.try_artisan("usher:key", "door").stdout.split("\t")[0].split()[-1]
            self.assertRegex(id, r"\AZx")
            key = other.key(id)
            _, code = other.ticket(event)
            [ticket] = other.all("/tickets", key, event_id=id)
            self.assertRegex(ticket["id"], r"\Aline-Zx")
            self.assertEqual(other.get(f"/events/{id}", key).json["id"], id)
            self.assertEqual(other.status(key, id, ticket["id"], code), "admitted")
            self.assertEqual(other.all("/checkins", key, event_id=id)[0]["ticket_id"], ticket["id"])
            # The second spelling, which the server reads too, is the same event; plain numbers are none.
            import base64
            old = base64.b64encode(str(event + 389278).encode()).decode()
            self.assertEqual(other.get("/checkins", key, event_id=old).status, 200)
            for text in (str(event), "MWU5OTk=", "Zx", "MS41", "=", "Zx" + "z" * 22):
                self.assertEqual(other.get("/checkins", key, event_id=text).status, 404, text)
        finally:
            other.stop()

    def test_the_announced_rate_is_kept(self):
        other = start("slow", USHER_CHECKINS_PER_MINUTE="3", USHER_PREFIX="doors/v1")
        try:
            found = other.request("/.well-known/eventschedule.json").json
            self.assertEqual((found["rate_limits"]["checkins"], found["api_base_url"]), (3, "/doors/v1"))
            key = other.key(other.event())
            answers = [other.request("/doors/v1/checkins", key, "{}") for _ in range(4)]
            self.assertEqual([answer.status for answer in answers], [422, 422, 422, 429])
            self.assertGreater(int(answers[3].headers["Retry-After"]), 0)
            self.assertEqual(other.request("/doors/v1/events", key).status, 200)
        finally:
            other.stop()


def parse(text):
    import calendar
    return calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) + float("0" + text[19:-1])


def at_once(count, send):
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(send, range(count)))


def patiently(send):
    """As a station does: what the server cannot do at the moment is sent again."""
    for _ in range(20):
        answer = send()
        if answer.status != 503:
            return answer
        time.sleep(0.1)
    return answer


if __name__ == "__main__":
    server = start("server")
    try:
        result = unittest.main(exit=False, verbosity=1).result
    finally:
        server.stop()
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(1 if failed or result.testsRun == 0 else 0)
