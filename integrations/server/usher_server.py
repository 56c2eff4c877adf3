#!/usr/bin/env python3
"""A server for Usher's webhook (docs/webhook.openapi.yaml), both halves in one file: to try, to read, to copy from."""

import argparse, base64, hmac, http.server, json, os, pathlib, re, signal, sqlite3, sys, threading, time
from datetime import datetime
from urllib.parse import parse_qs, unquote

LARGEST_BODY, LONGEST_BATCH, PAGE, ADMITS = 4 << 20, 500, 500, {None, *range(1, 1001)}
ORGANIZER = ""  # stands where a station's name would be

class Problem(Exception):
    """Why a request is not answered: HTTP status and message."""

# ---- What a check-in must look like. Nothing is recorded that other stations could not read.
RULES = {  # a type, a regular expression, or a range of numbers
    "id": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "station": str, "seq": range(1 << 53), "event": str,
    "list": str, "gate": str, "key": "[0-9a-fA-F]{32}", "line": range(1 << 31), "ref": str,
    "direction": "in|out|look", "verdict": "admitted|checkedOut|refused|sold", "reason": str,
    "kind": "scan|manual|override|undo|supervisorUndo|checkoutAll|sale", "undoes": str, "count": range(1001),
    "how": "camera|wedge|image|stdin|manual", "operator": str, "clock": "synchronised|unsynchronised", "note": str,
    "knew": list, "at": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)"}  # not: result, clock_offset_ms, sealed_code
REQUIRED = {"id", "station", "seq", "direction", "verdict", "kind", "count", "how", "at", "clock"}

def fits(value, rule):
    if isinstance(rule, range):
        return type(value) is int and value in rule
    if rule is list:
        return isinstance(value, list) and len(value) <= 128 and all(fits(each, r"\S{1,100}") for each in value)
    return isinstance(value, str) and len(value.encode()) <= 4000 and (rule is str or re.fullmatch(rule, value, re.A))

def read_checkin(item, station):
    """The members that are kept. The others may change from try to try. Raises ValueError."""
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
PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;  -- what is committed is on the disk
CREATE TABLE IF NOT EXISTS server(name TEXT);  -- part of each cursor: those of another database are not valid
INSERT INTO server SELECT lower(hex(randomblob(4))) WHERE NOT EXISTS (SELECT * FROM server);
-- people: let in (1 or more), let out (-1 or less), or 0 (a refusal, an undo). message: what contradicts the entry.
CREATE TABLE IF NOT EXISTS checkin(number INTEGER PRIMARY KEY, id TEXT UNIQUE, station TEXT, event TEXT, list TEXT,
  ref TEXT, people INTEGER, at TEXT, kind TEXT, undoes TEXT, body TEXT, message TEXT);
CREATE INDEX IF NOT EXISTS checkin_ticket ON checkin(event, ref);
CREATE INDEX IF NOT EXISTS checkin_undoes ON checkin(undoes);
-- What counts. A supervisor's undo may come before its entry, which another station has not sent yet.
CREATE VIEW IF NOT EXISTS passage AS SELECT *, julianday(at) AS day FROM checkin AS entry WHERE people <> 0
  AND NOT EXISTS (SELECT * FROM checkin WHERE undoes = entry.id
    AND (station = entry.station OR kind = 'supervisorUndo'));
-- Events (parent is '') and tickets (parent is the event's id). number: of the last change.
CREATE TABLE IF NOT EXISTS item(number INTEGER UNIQUE, parent TEXT, id TEXT, body TEXT,
  PRIMARY KEY (parent, id), UNIQUE (parent, number));
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
            is_other = known and json.loads(known["body"]) != entry
            message = "another entry has this id" if is_other else known["message"] if known else self.record(entry)
        except ValueError as fault:
            return result | {"status": "rejected", "message": str(fault)}
        return result | ({"status": "contradicted", "message": message} if message else {"status": "accepted"})

    def record(self, entry):
        """Returns what contradicts the entry, or None."""
        undone = message = None
        if "undoes" in entry and (undone := self.row("SELECT * FROM checkin WHERE id = ?", entry["undoes"])):
            if not undone["people"] and undone["kind"] != "sale" or entry["kind"] == "undo" and undone["station"] != entry["station"]:
                raise ValueError("it takes back an entry of another station, or one with which nobody passed")
            if undone["people"] and not self.row("SELECT * FROM passage WHERE id = ?", undone["id"]):
                message = "the entry was taken back before"
        row = {name: entry.get(name) for name in ("id", "station", "event", "list", "ref", "at", "kind", "undoes")}
        sign = {"admitted": 1, "checkedOut": -1, "refused": 0, "sold": 0}[entry["verdict"]]
        people = 0 if "undoes" in entry or entry["direction"] == "look" else sign * entry["count"]
        row |= {"people": people, "body": json.dumps(entry)}
        self.db.execute(f"INSERT INTO checkin({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", [*row.values()])
        if people or undone and not message:  # the use of a ticket has changed
            self.db.execute(f"UPDATE item SET number = {NEXT_CHANGE} WHERE parent = ? AND id = ?",
                            [(undone or row)["event"], (undone or row)["ref"]])
        message = self.overuse(row) if people > 0 else message
        self.db.execute("UPDATE checkin SET message = ? WHERE id = ?", [message, row["id"]])
        return message

    def overuse(self, row):
        """A sentence when more people are in than the ticket admits: two gates did not know of each other.
        Rules of your own, for example about refunded tickets, have their place here."""
        ticket, event = self.item(row["event"], row["ref"]), self.item("", row["event"]) or {}
        reentry = {one["id"]: one.get("reentry") for one in event.get("lists") or []}.get(row["list"])
        used = self.used(row["event"], row["ref"]).get(row["list"], {"ins": 0, "outs": 0})
        inside = used["ins"] - (used["outs"] if reentry == "after_exit" else 0)
        if ticket is None or reentry == "unlimited" or inside <= (ticket.get("admits") or 1):
            return None
        first = self.row("SELECT * FROM passage WHERE event = ? AND ref = ? AND list IS ? AND people > 0 AND id <> ?"
                         " ORDER BY day", *[row[name] for name in ("event", "ref", "list", "id")]) or row
        return f"{inside} people are in with this ticket; first entry: {first['at']}, station {first['station']}"

    def used(self, event, ref):
        lists = {}
        for passage in self.db.execute("SELECT * FROM passage WHERE event = ? AND ref = ? ORDER BY day, number",
                                       [event, ref]):
            used = lists.setdefault(passage["list"], {"list": passage["list"], "ins": 0, "outs": 0})
            if passage["people"] > 0:
                used["ins"] += passage["people"]
                used.setdefault("first_at", passage["at"])
            else:  # an exit takes away at most the people who are inside
                used["outs"] += min(-passage["people"], used["ins"] - used["outs"])
            used["last_at"] = passage["at"]
        return {name: used for name, used in lists.items() if used["ins"]}

    def item(self, parent, id):
        row = self.row("SELECT body FROM item WHERE parent = ? AND id = ?", parent, id)
        item = json.loads(row["body"]) if row else {"removed": True}
        return None if item.get("removed") else item

    def page(self, parent, after):
        """Check-ins (parent is None), events (''), or tickets of an event. A cursor ends with the last row's number."""
        table, rows = ("checkin", "? IS NULL") if parent is None else ("item", "parent = ?")
        start = f"{self.name}/{table}/{parent}/"
        cursor = re.fullmatch(re.escape(start) + "([0-9]{1,15})", after or start + "0")
        with self.lock:
            if not cursor or int(cursor[1]) > self.row(f"SELECT coalesce(max(number), 0) FROM {table}")[0]:
                raise Problem(400, "after is not a cursor of this server")
            found = self.db.execute(f"SELECT * FROM {table} WHERE {rows} AND number > ? ORDER BY number LIMIT ?",
                                    [parent, int(cursor[1]), PAGE + 1]).fetchall()
            items = [json.loads(row["body"]) for row in found[:PAGE]]
            for item in items if parent else []:
                item |= {} if item.get("removed") else {"used": [*self.used(parent, item["id"]).values()]}
        if parent == "":  # the contract has no word for an event that is gone
            items = [item for item in items if not item.get("removed")]
        last = found[:PAGE][-1]["number"] if found else cursor[1]
        return {"items": items, "cursor": f"{start}{last}", "more": len(found) > PAGE}

    def load(self, folder):
        """Reads the files of all events, and counts what has changed. When one has a fault, nothing changes."""
        files = [read_event(path) for path in sorted(pathlib.Path(folder).iterdir()) if path.suffix == ".json"]
        with self.lock, self.db:
            self.db.execute("BEGIN IMMEDIATE")
            for parent, items in [("", [event for event, _ in files]), *((event["id"], rest) for event, rest in files)]:
                known = dict(map(tuple, self.db.execute("SELECT id, body FROM item WHERE parent = ?", [parent])))
                bodies = {id: json.dumps({"id": id, "removed": True}) for id in known}
                bodies |= {item["id"]: json.dumps(item, sort_keys=True) for item in items}
                self.db.executemany(f"INSERT OR REPLACE INTO item VALUES ({NEXT_CHANGE}, ?, ?, ?)",
                                    [(parent, id, body) for id, body in bodies.items() if body != known.get(id)])

def read_event(path):
    try:
        content = json.loads(path.read_text("utf-8"))
        event, tickets = content["event"], content["tickets"]
        ids = {one["id"] for one in tickets if type(one["id"]) is type(one["code"]) is str
               and one.get("admits") in ADMITS}
        names = [event["name"], *(one["id"] for one in event.get("lists") or [])]
        if event["id"] != path.stem or not all(names) or len(ids) < len(tickets):
            raise ValueError("id (of the event: the file's name), name, code or admits is wrong, or an id comes twice")
        return event, tickets
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise ValueError(f"{path}: {fault!r}") from None

# ---- HTTP
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
    def respond(self):
        try:
            self.send_json(200, self.answer(self.body()))
        except Problem as problem:
            self.send_json(*problem.args)
        except sqlite3.Error as error:  # stations send it again
            self.send_json(503, f"the server cannot use its database: {error}")
    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = respond

    def send_json(self, status, content=None, _=None):
        content = content if status == 200 else {"error": http.HTTPStatus(status).phrase, "message": content or ""}
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Connection", "close" if status != 200 or self.close_connection else "keep-alive")
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else data)
    send_error = send_json  # of http.server, for what it does not understand

    def body(self):
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not re.fullmatch("[0-9]{1,12}", length):
            raise Problem(411, "a Content-Length is needed")
        body, left = self.rfile.read(min(int(length), LARGEST_BODY)), int(length) - LARGEST_BODY
        while left > 0 and self.rfile.read(min(left, 65536)):  # most clients read no answer before they sent it all
            left -= 65536
        if int(length) > LARGEST_BODY:
            raise Problem(413, f"more than {LARGEST_BODY} bytes")
        return body

    def answer(self, body):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        station = self.server.tokens.get(token)  # random hashes are compared: the time says nothing
        if scheme.lower() != "bearer" or station is None:
            raise Problem(401, "the token is missing or not known")
        (path, _, query), store = self.path.partition("?"), self.server.store
        found = re.fullmatch("/v1/(checkins|events|events/([^/]+)(/tickets)?)", path)
        event = unquote(found[2] or "") if found and found[1] != "checkins" else None  # "": all events
        about = store.item("", event) if event else None
        if not found or event and not about:
            raise Problem(404, "there is no such address or event")
        if self.command == "POST" and event is None:
            return self.take(body, station)
        if self.command != "GET":
            raise Problem(405, "only GET, and POST for check-ins")
        if event is not None and station != ORGANIZER:
            raise Problem(403, "only the organizer's token reads events and tickets")
        return about if event and not found[3] else store.page(event, parse_qs(query).get("after", [None])[0])

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
    if len(text := pathlib.Path(path).read_text().strip()) < 32:
        raise ValueError(f"{path}: a secret has 32 characters or more")
    return text

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in {"data": None, "events": None, "organizer-token": None, "station-tokens": None,
                          "listen": "127.0.0.1:8800", "signing-key": ""}.items():
        parser.add_argument("--" + name, required=default is None, default=default)
    options = parser.parse_args()
    os.umask(0o077)  # the database has ticket codes and names
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    host, _, port = options.listen.rpartition(":")
    http.server.ThreadingHTTPServer.request_queue_size = 128  # all stations at once, after the network was down
    server = http.server.ThreadingHTTPServer((host, int(port)), Handler)
    server.tokens = {secret(file): file.name for file in os.scandir(options.station_tokens) if file.name[0] != "."}
    server.tokens[secret(options.organizer_token)] = ORGANIZER
    key = secret(options.signing_key) if options.signing_key else ""
    server.signing_key = base64.b64decode(key[6:]) if key.startswith("whsec_") else key.encode()
    server.store = Store(options.data)
    server.store.load(options.events)
    server.handle_error = lambda *_: print(f"usher_server: a connection ends: {sys.exc_info()[1]!r}", file=sys.stderr)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"listening at http://{host}:{server.server_port}/v1", flush=True)
    while signal.sigwait({signal.SIGHUP}):
        try:
            server.store.load(options.events)
        except (OSError, ValueError, sqlite3.Error) as fault:
            print(f"usher_server: nothing was changed: {fault}", file=sys.stderr)

if __name__ == "__main__":
    main()
