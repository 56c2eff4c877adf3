#!/usr/bin/env python3
"""A server for Usher's webhook (docs/webhook.openapi.yaml), both halves in one file: to try, to read, to copy from."""

import argparse, base64, contextlib, hmac, http.server, json, os, re, signal, sqlite3, sys, threading, time
from datetime import datetime
from pathlib import Path
from urllib.parse import parse_qs, unquote

LARGEST_BODY, LONGEST_BATCH, PAGE = 4 << 20, 500, 500
ORGANIZER = ""  # stands where a station's name would be

# ---- What a check-in must look like. Nothing is recorded that other stations could not read.

TEXT = r"[^\ud800-\udfff]+"  # halves of surrogate pairs are no text
RULES = {  # a regular expression, or a range of numbers. Other members are left out: sealed_code is for relays
    "id": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "station": TEXT, "seq": range(1 << 53), "event": TEXT,
    "list": TEXT, "gate": TEXT, "key": "[0-9a-fA-F]{32}", "line": range(1 << 31), "ref": TEXT,
    "direction": "in|out|look", "verdict": "admitted|checkedOut|refused", "reason": TEXT,
    "kind": "scan|manual|override|undo|supervisorUndo|checkoutAll", "undoes": TEXT, "count": range(1001),
    "how": "camera|wedge|image|stdin|manual", "operator": TEXT, "clock": "synchronised|unsynchronised", "note": TEXT,
    "at": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)", "result": TEXT,
    "clock_offset_ms": range(-1 << 53, 1 << 53)}
REQUIRED = {"id", "station", "seq", "direction", "verdict", "kind", "count", "how", "at", "clock"}
COMPARED = RULES.keys() - {"result", "clock_offset_ms"}  # those two may differ when the same entry is sent again

def fits(value, rule):
    if isinstance(rule, range):
        return type(value) is int and value in rule
    return isinstance(value, str) and re.fullmatch(rule, value, re.A) and len(value.encode()) <= 4000

def read_checkin(item, station):
    """The members that are kept. Raises ValueError."""
    entry = {name: item[name] for name in RULES if item.get(name) not in (None, "")}
    for name in RULES:
        if name in REQUIRED and name not in entry or name in entry and not fits(entry[name], RULES[name]):
            raise ValueError(f"{name} is missing, or has a value that the contract does not allow")
    datetime.fromisoformat(entry["at"])  # raises ValueError for February 30
    if entry["station"] != station:
        raise ValueError("the token is not that of its station")
    if (entry["verdict"] == "refused") != ("reason" in entry):
        raise ValueError("a refusal needs a reason, and nothing else has one")
    if (entry["kind"] in ("undo", "supervisorUndo")) != ("undoes" in entry):
        raise ValueError("an undo names the entry that it takes back, and nothing else does")
    if entry["kind"] == "supervisorUndo" and not all(entry.get(name, "").strip() for name in ("operator", "note")):
        raise ValueError("a supervisor's undo needs operator and note")
    return entry

# ---- The store

SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;  -- what is committed is on the disk
-- Part of each cursor: those of another database are not valid.
CREATE TABLE IF NOT EXISTS server(name TEXT);
INSERT INTO server SELECT lower(hex(randomblob(4))) WHERE NOT EXISTS (SELECT * FROM server);
-- people: let in (1 or more), let out (-1 or less), or 0 (a refusal, an undo). message: what contradicts the entry.
CREATE TABLE IF NOT EXISTS checkin(number INTEGER PRIMARY KEY, id TEXT UNIQUE, station TEXT, event TEXT, list TEXT,
  ref TEXT, people INTEGER, at TEXT, kind TEXT, undoes TEXT, body TEXT, message TEXT);
CREATE INDEX IF NOT EXISTS checkin_ticket ON checkin(event, ref);
CREATE INDEX IF NOT EXISTS checkin_undoes ON checkin(undoes);
-- What counts. A supervisor's undo may come before its entry, which another station has not sent yet.
CREATE VIEW IF NOT EXISTS passage AS SELECT * FROM checkin AS entry WHERE people <> 0 AND NOT EXISTS (
  SELECT * FROM checkin WHERE undoes = entry.id AND (station = entry.station OR kind = 'supervisorUndo'));
-- Events (parent is '') and tickets (parent is the event's id). number: of the last change.
CREATE TABLE IF NOT EXISTS item(number INTEGER UNIQUE, parent TEXT, id TEXT, body TEXT, PRIMARY KEY (parent, id));
CREATE INDEX IF NOT EXISTS item_number ON item(parent, number);
"""
NEXT_CHANGE = "(SELECT coalesce(max(number), 0) + 1 FROM item)"

class Store:
    """Everything that the server knows, in one SQLite file, which one request at a time uses."""

    def __init__(self, path):
        self.lock = threading.RLock()
        self.db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.db.row_factory = sqlite3.Row
        self.db.executescript(SCHEMA)
        self.name = self.row("SELECT name FROM server")["name"]

    def row(self, query, *values):
        with self.lock:
            return self.db.execute(query, values).fetchone()

    def take(self, items, station):
        """Records check-ins, and returns a result for each. They are on the disk when it returns."""
        with self.lock, self.db:
            self.db.execute("BEGIN IMMEDIATE")
            return [self.result(item if isinstance(item, dict) else {}, station) for item in items]

    def result(self, item, station):
        result = {"id": item["id"]} if isinstance(item.get("id"), str) else {}
        try:
            entry = read_checkin(item, station)
            known = self.row("SELECT body, message FROM checkin WHERE id = ?", entry["id"])
            message = known["message"] if known else self.record(entry)
            if known and any(json.loads(known["body"]).get(name) != entry.get(name) for name in COMPARED):
                message = "another entry with this id was recorded before"
        except ValueError as fault:
            return result | {"status": "rejected", "message": str(fault)}
        return result | ({"status": "contradicted", "message": message} if message else {"status": "accepted"})

    def record(self, entry):
        """Returns what contradicts the entry, or None."""
        undone = message = None
        if "undoes" in entry and (undone := self.row("SELECT * FROM checkin WHERE id = ?", entry["undoes"])):
            if not undone["people"]:
                raise ValueError("the entry that it takes back let nobody pass")
            if entry["kind"] == "undo" and undone["station"] != entry["station"]:
                raise ValueError("only the station that recorded an entry takes it back")
            if not self.row("SELECT * FROM passage WHERE id = ?", undone["id"]):
                message = "the entry was taken back before"
        row = {name: entry.get(name) for name in ("id", "station", "event", "list", "ref", "at", "kind", "undoes")}
        sign = {"admitted": 1, "checkedOut": -1, "refused": 0}[entry["verdict"]]
        row["people"] = 0 if "undoes" in entry or entry["direction"] == "look" else sign * entry["count"]
        row["body"] = json.dumps(entry)
        self.db.execute(f"INSERT INTO checkin({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", [*row.values()])
        if row["people"] or undone and not message:  # the use of a ticket has changed
            self.db.execute(f"UPDATE item SET number = {NEXT_CHANGE} WHERE parent = ? AND id = ?",
                            [(undone or row)["event"], (undone or row)["ref"]])
        message = self.overuse(row) if row["people"] > 0 else message
        self.db.execute("UPDATE checkin SET message = ? WHERE id = ?", [message, row["id"]])
        return message

    def overuse(self, row):
        """A sentence when more people are in than the ticket admits: two gates did not know of each other.
        Rules of your own, for example about refunded tickets, have their place here."""
        ticket, event = self.item(row["event"], row["ref"]), self.item("", row["event"]) or {}
        reentry = {one["id"]: one.get("reentry") for one in event.get("lists") or []}.get(row["list"])
        used = {one["list"]: one for one in self.used(row["event"], row["ref"])}.get(row["list"], {"ins": 0, "outs": 0})
        inside = used["ins"] - (used["outs"] if reentry == "after_exit" else 0)
        if ticket is None or reentry == "unlimited" or inside <= (ticket.get("admits") or 1):
            return None
        first = self.row("SELECT * FROM passage WHERE event = ? AND ref = ? AND list IS ? AND people > 0 AND id <> ?"
                         " ORDER BY julianday(at)", *[row[name] for name in ("event", "ref", "list", "id")]) or row
        return f"{inside} people are in with this ticket; first entry: {first['at']}, station {first['station']}"

    def used(self, event, ref):
        lists = {}
        passages = "SELECT * FROM passage WHERE event = ? AND ref = ? ORDER BY julianday(at), number"
        for passage in self.db.execute(passages, [event, ref]):
            used = lists.setdefault(passage["list"], {"list": passage["list"], "ins": 0, "outs": 0})
            if passage["people"] > 0:
                used["ins"] += passage["people"]
                used.setdefault("first_at", passage["at"])
            else:  # an exit takes away at most the people who are inside
                used["outs"] += min(-passage["people"], used["ins"] - used["outs"])
            used["last_at"] = passage["at"]
        return [used for used in lists.values() if used["ins"]]

    def item(self, parent, id):
        row = self.row("SELECT body FROM item WHERE parent = ? AND id = ?", parent, id)
        item = json.loads(row["body"]) if row else {"removed": True}
        return None if "removed" in item else item

    def page(self, parent, after):
        """Check-ins (parent is None), events (''), or tickets of an event. None: the cursor is not one of this server."""
        table, rows = ("checkin", "? IS NULL") if parent is None else ("item", "parent = ?")
        start = f"{self.name}/{table}/{parent}/"  # a cursor goes on with the number of the last row
        with self.lock:
            number = "0" if after is None else after.removeprefix(start)
            newest = self.row(f"SELECT coalesce(max(number), 0) FROM {table}")[0]
            if not re.fullmatch("[0-9]{1,15}", number) or int(number) > newest or after == number:
                return None
            found = self.db.execute(f"SELECT * FROM {table} WHERE {rows} AND number > ? ORDER BY number LIMIT {PAGE + 1}",
                                    [parent, int(number)]).fetchall()
            items = [json.loads(row["body"]) for row in found[:PAGE]]
            if parent:
                items = [item | ({} if "removed" in item else {"used": self.used(parent, item["id"])}) for item in items]
            elif parent == "":  # for events the contract has no word for `removed`
                items = [item for item in items if "removed" not in item]
            last = found[:PAGE][-1]["number"] if found else number
            return {"items": items, "cursor": f"{start}{last}", "more": len(found) > PAGE}

    def load(self, folder):
        """Reads the files of all events, and counts what has changed. When one has a fault, nothing changes."""
        files = [read_event(path) for path in sorted(Path(folder).glob("*.json"))]
        with self.lock, self.db:
            self.db.execute("BEGIN IMMEDIATE")
            for parent, items in [("", [event for event, _ in files]), *((event["id"], items) for event, items in files)]:
                known = dict(map(tuple, self.db.execute("SELECT id, body FROM item WHERE parent = ?", [parent])))
                bodies = {id: json.dumps({"id": id, "removed": True}) for id in known}
                bodies |= {item["id"]: json.dumps(item, sort_keys=True) for item in items}
                for id in bodies:
                    if bodies[id] != known.get(id):
                        self.db.execute(f"INSERT OR REPLACE INTO item VALUES ({NEXT_CHANGE}, ?, ?, ?)", [parent, id, bodies[id]])

def read_event(path):
    try:
        content = json.loads(path.read_text("utf-8"))
        event, tickets = content["event"], content["tickets"]
        ids = {one["id"] for one in tickets if one["code"] and 1 <= (one.get("admits") or 1) <= 1000}
        names = [event["name"], *[one["id"] for one in event.get("lists") or []]]
        if event["id"] != path.stem or not all(names) or len(ids) < len(tickets):
            raise ValueError("id (of the event: the file's name), name, code or admits is wrong, or an id comes twice")
        return event, tickets
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        raise ValueError(f"{path}: {fault!r}") from None

# ---- HTTP

class Problem(Exception):
    """Why a request is not answered: HTTP status and message."""

def is_signed(key, headers, body):
    """Standard Webhooks: one of the signatures is right, and was made within the last five minutes."""
    stamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", stamp) or abs(time.time() - int(stamp)) > 300:
        return False
    right = hmac.digest(key, f"{headers.get('webhook-id')}.{stamp}.".encode() + body, "sha256")
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(b"v1," + base64.b64encode(right), one.encode()) for one in given)

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version, server_version, sys_version = "HTTP/1.1", "usher-server", ""
    timeout, disable_nagle_algorithm = 30, True  # seconds without a byte, then the connection is closed

    def handle(self):
        with contextlib.suppress(OSError):  # the client has gone
            super().handle()

    def respond(self):
        try:
            self.send_json(200, self.answer(self.body()))
        except Problem as problem:
            self.send_json(*problem.args)
        except sqlite3.Error as error:  # stations send it again
            self.log_error("SQLite: %s", error)
            self.send_json(503, "the server cannot use its database")

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = respond

    def send_error(self, code, message=None, explain=None):  # what http.server itself does not understand
        self.close_connection = True
        self.send_json(code, message)

    def send_json(self, status, content):
        if status != 200:
            content = {"error": http.HTTPStatus(status).phrase, "message": content}
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else data)

    def body(self):
        """Reads all of it, also when it is too large, so that the connection can be used again."""
        length, body = self.headers.get("Content-Length", "0"), bytearray()
        if "Transfer-Encoding" in self.headers or not re.fullmatch("[0-9]{1,12}", length):
            self.close_connection = True
            raise Problem(411, "a Content-Length is needed")
        for start in range(0, int(length), 65536):
            count = min(65536, int(length) - start)
            if len(chunk := self.rfile.read(count)) < count:
                raise ConnectionResetError("the request breaks off")
            body += chunk if int(length) <= LARGEST_BODY else b""
        if int(length) > LARGEST_BODY:
            raise Problem(413, f"more than {LARGEST_BODY} bytes")
        return bytes(body)

    def answer(self, body):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        station = self.server.tokens.get(token)  # Python compares random hashes: the time says nothing about a token
        if scheme.lower() != "bearer" or station is None:
            raise Problem(401, "the token is missing or not known")
        path, _, query = self.path.partition("?")
        found = re.fullmatch("/v1/(checkins|events|events/([^/]+)(/tickets)?)", path)
        if not found:
            raise Problem(404, "there is no such address")
        event = None if found[1] == "checkins" else unquote(found[2] or "")
        if self.command == "POST" and event is None:
            return self.take(body, station)
        if self.command != "GET":
            raise Problem(405, "only GET, and POST for check-ins")
        if event is not None and station != ORGANIZER:
            raise Problem(403, "only the organizer's token reads events and tickets")
        about = self.server.store.item("", event) if event else None
        if event and not about:
            raise Problem(404, "there is no such event")
        page = self.server.store.page(event, parse_qs(query).get("after", [None])[0])
        if not page:
            raise Problem(400, "after is not a cursor of this server")
        return about if event and not found[3] else page

    def take(self, body, station):
        if self.server.signing_key and not is_signed(self.server.signing_key, self.headers, body):
            raise Problem(401, "the message is not signed, or its clock is more than five minutes off")
        try:
            message = json.loads(body.decode())
        except (ValueError, RecursionError):
            raise Problem(400, "it is not JSON") from None
        items = message.get("checkins", [message]) if isinstance(message, dict) else None
        if not isinstance(items, list) or len(items) > LONGEST_BATCH:
            raise Problem(400, f"it is neither a check-in nor a batch of at most {LONGEST_BATCH}")
        results = self.server.store.take(items, station)
        return {"results": results} if "checkins" in message else results[0]

# ---- The start

def secret(path):
    if len(text := Path(path).read_text().strip()) < 32:
        raise ValueError(f"{path}: a secret has 32 characters or more")
    return text

def load(server, options):
    """Reads tokens and events: at the start, and again when asked to."""
    stations = [path for path in Path(options.station_tokens).iterdir() if not path.name.startswith(".")]
    tokens = {secret(path): path.name for path in stations} | {secret(options.organizer_token): ORGANIZER}
    server.store.load(options.events)
    server.tokens = tokens

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--data", "--events", "--organizer-token", "--station-tokens"):
        parser.add_argument(name, required=True)
    parser.add_argument("--listen", default="127.0.0.1:8800")
    parser.add_argument("--signing-key")
    options = parser.parse_args()
    os.umask(0o077)  # the database has ticket codes and names
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    host, _, port = options.listen.rpartition(":")
    server = http.server.ThreadingHTTPServer((host, int(port)), Handler)
    server.store = Store(options.data)
    key = secret(options.signing_key) if options.signing_key else ""
    server.signing_key = base64.b64decode(key[6:]) if key.startswith("whsec_") else key.encode()
    load(server, options)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"listening at http://{host}:{server.server_port}/v1", flush=True)
    while signal.sigwait({signal.SIGHUP}):
        try:
            load(server, options)
        except (OSError, ValueError, sqlite3.Error) as fault:
            print(f"usher_server: nothing was changed: {fault}", file=sys.stderr)

if __name__ == "__main__":
    main()
