"""usher venue: what its commands do to a ledger, and what they say."""

import contextlib
import json
import stat

from Harness.organizer import Sample
from Harness.servers import Handler, Server
from Venue.tests.ledger import LedgerSuite

SUITE = LedgerSuite("usher venue")
test = SUITE.test


def entry(number, gate, at, ticket=1):
    return {"id": f"00000000-0000-7000-8000-{number:012}", "seq": number, "event": "gala", "list": "main",
            "gate": gate, "key": f"{ticket:032x}", "line": 0, "ref": f"T-{ticket}", "verdict": "admitted",
            "kind": "scan", "count": 1, "operator": "ada", "at": at, "admits": 1, "reentry": 0}


@test("it is made once, however often it is asked for")
def made_once(lab, ledger):
    if json.loads(ledger.usher("init", "--json"))["steps"] != []:
        raise AssertionError("a second init did something")


@test("a station's password is in a file that only its owner reads")
def secret_file(lab, ledger):
    role, file = ledger.add("north")
    if stat.S_IMODE(file.stat().st_mode) != 0o600 or len(file.read_text()) < 40:
        raise AssertionError(f"{file}: {oct(file.stat().st_mode)}")
    if role != f"{ledger.name}.north":
        raise AssertionError(role)


@test("its state tells of stations, people and lists")
def state(lab, ledger):
    ledger.deliver("north", [entry(1, "A", 1_000), entry(2, "A", 2_000, ticket=2)])
    ledger.usher("capacity", "gala", "main", 500)
    ledger.usher("remove-station", "north")
    status = json.loads(ledger.usher("status", "--json"))
    if status["lists"] != [{"event": "gala", "list": "main", "inside": 2, "capacity": 500}]:
        raise AssertionError(status)
    [station] = status["stations"]
    if (station["entries"], station["isRemoved"]) != (2, True):
        raise AssertionError(status)


@test("a ticket that two gates let in is told with both, their times and operators")
def conflicts(lab, ledger):
    ledger.deliver("north", [entry(1, "A", 1_000), entry(2, "A", 1_500, ticket=2)])
    ledger.deliver("south", [entry(3, "B", 3_000)])
    [line] = ledger.usher("conflicts", "--json").splitlines()
    conflict = json.loads(line)
    told = [(each["gate"], each["at"], each["operator"], each["isSurplus"]) for each in conflict["passages"]]
    if told != [("A", "1970-01-01T00:00:01.000Z", "ada", False), ("B", "1970-01-01T00:00:03.000Z", "ada", True)]:
        raise AssertionError(told)


@test("an event that is over is forgotten but for its used tickets, one that may be on is not, and another stays")
def forgotten(lab, ledger):
    ledger.deliver("north", [entry(1, "A", 1_000), {**entry(2, "A", 2_000), "event": "ball"}])
    ledger.usher("capacity", "gala", "main", 500)
    said = ledger.usher("forget", "gala", fails=True)
    if "somebody passed in the last day" not in said:
        raise AssertionError(said)

    def rows(event):
        tables = ledger.psql(ledger.name, """
            SELECT string_agg(table_name, ' ') FROM information_schema.columns JOIN information_schema.tables
              USING (table_schema, table_name)
            WHERE table_schema = 'usher' AND column_name = 'event' AND table_type = 'BASE TABLE'""").split()
        counts = {table: int(ledger.psql(ledger.name, f"SELECT count(*) FROM usher.{table} WHERE event = '{event}'"))
                  for table in tables}
        return {table: count for table, count in counts.items() if count}

    ball = rows("ball")
    if set(rows("gala")) < {"entry", "ticket", "capacity"}:
        raise AssertionError(rows("gala"))
    if "no entry of it" not in ledger.usher("forget", "tomorrow", fails=True):
        raise AssertionError("an event that nobody knows was forgotten")
    ledger.psql(ledger.name, "UPDATE usher.entry SET received = received - interval '25 hours' WHERE event = 'gala'")
    if json.loads(ledger.usher("forget", "gala", "--json")) != {"entries": 1}:
        raise AssertionError("not one entry")
    if rows("gala") != {"entry": 1, "ticket": 1} or rows("ball") != ball:
        raise AssertionError((rows("gala"), rows("ball")))
    left = ledger.psql(ledger.name, "SELECT concat_ws('/', ref, gate, operator, note) FROM usher.entry WHERE event = 'gala'")
    if left.strip():
        raise AssertionError(left)
    if "no entry of it" not in ledger.usher("forget", "gala", fails=True):
        raise AssertionError("what is remembered was taken for entries")
    if "1 tickets of gala were used, and will admit again" not in ledger.usher("forget", "gala", "--used", fails=True):
        raise AssertionError("used tickets were forgotten without a confirmation")
    if json.loads(ledger.usher("forget", "gala", "--used", "--yes", "--json")) != {"tickets": 1}:
        raise AssertionError("not one ticket")
    if rows("gala") != {"ticket": 1}:
        raise AssertionError(rows("gala"))
    # A station goes on where it was.
    ledger.deliver("south", [{**entry(3, "B", 3_000, ticket=2), "event": "ball"}])


@test("one ticket of an event that is over is forgotten, and nothing else; its sums stay")
def forgotten_ticket(lab, ledger):
    ledger.deliver("north", [{**entry(1, "A", 1_000), "ref": "R-1#7"}, {**entry(2, "A", 2_000, ticket=2), "ref": "R-12"},
                             {**entry(3, "A", 3_000), "ref": None}])
    if "somebody passed in the last day" not in ledger.usher("forget", "gala", "--ticket", "R-1", fails=True):
        raise AssertionError("forgotten while the doors may be open")

    def left(table):
        return ledger.psql(ledger.name, f"SELECT count(*) FROM usher.{table} WHERE event = 'gala'").strip()

    people = ledger.psql(ledger.name, "SELECT sum(people) FROM usher.tally")
    ledger.psql(ledger.name, "UPDATE usher.entry SET received = received - interval '25 hours'")
    if json.loads(ledger.usher("forget", "gala", "--ticket", "R-1", "--json")) != {"entries": 2}:
        raise AssertionError("not the entry with the reference and the one with its key alone")
    if (left("entry"), left("ticket")) != ("3", "2"):
        raise AssertionError((left("entry"), left("ticket")))
    named = ledger.psql(ledger.name, "SELECT string_agg(ref, ' ') FROM usher.entry").strip()
    if named != "R-12":
        raise AssertionError(named)
    if ledger.psql(ledger.name, "SELECT sum(people) FROM usher.tally") != people:
        raise AssertionError("sums have changed")
    if "nothing here has this reference" not in ledger.usher("forget", "gala", "--ticket", "R-1", fails=True):
        raise AssertionError("it is still there")
    # A station goes on where it was.
    ledger.deliver("south", [entry(4, "B", 4_000, ticket=2)])


@contextlib.contextmanager
def webhook():
    """Its port, what it heard, and the status that it answers with; `said` has the messages."""
    heard, answer = [], {"status": 200, "said": []}

    class Hearing(Handler):
        def do_POST(self):
            message = json.loads(self.body())
            if answer["status"] == 200:
                heard.append((message["alert"], message["state"], message["venue"]))
                answer["said"].append(message["message"])
            self.answer(answer["status"])

    with Server(Hearing) as server:
        yield server.port, heard, answer


def alerts(lab, ledger, port, more=""):
    """A folder with a file for `usher venue watch`."""
    folder = lab.folder / f"{ledger.name}-watch"
    folder.mkdir()
    (folder / "token").write_text("secret")
    (folder / "token").chmod(0o600)
    (folder / "alerts.yaml").write_text(
        f"alerts:\n{more}  receivers:\n    office: {{kind: webhook, url: 'http://127.0.0.1:{port}/', credential: token}}\n")
    return folder


@test("a webhook hears of each alert once when it begins and once when it ends")
def watching(lab, ledger):
    with webhook() as (port, heard, answer):
        folder = alerts(lab, ledger, port)

        def watch(*expected, fails=False):
            heard.clear()
            ledger.usher("watch", "--state", folder / "told", "--alerts", folder / "alerts.yaml", fails=fails)
            if sorted(heard) != sorted((*each, ledger.name) for each in expected):
                raise AssertionError(f"{heard} instead of {expected}")

        watch()
        ledger.usher("capacity", "gala", "main", 2)
        ledger.deliver("north", [entry(1, "A", 1_000), entry(2, "A", 2_000, ticket=2)])
        answer["status"] = 503
        watch(fails=True)
        answer["status"] = 200
        watch(("stationAlone", "begun"), ("nearlyFull", "begun"))
        ledger.deliver("south", [entry(3, "B", 3_000)])
        ledger.usher("remove-station", "south")
        watch(("doubleEntry", "begun"))
        ledger.usher("capacity", "gala", "main", 100)
        ledger.usher("remove-station", "north")
        url, ledger.url = ledger.url, ledger.url.replace("?host=", "?host=/nowhere")
        watch(("ledgerAway", "begun"))
        ledger.url = url
        watch(("ledgerAway", "ended"), ("stationAlone", "ended"), ("nearlyFull", "ended"))
        watch()


@test("a signed list is published, and an older one refused")
def publishing(lab, ledger):
    list = Sample(lab, lab.folder / f"{ledger.name}-sample", "--tickets", 30).list
    ledger.usher("publish", list)
    said = ledger.usher("publish", list, fails=True)
    if "as new or newer" not in said:
        raise AssertionError(said)
    [published] = json.loads(ledger.usher("status", "--json"))["published"]
    if published["bytes"] != list.stat().st_size:
        raise AssertionError(published)


@test("a password in the URL is refused and not repeated")
def no_password(lab, ledger):
    ledger.url = ledger.url.replace("owner@", "owner:topsecret@")
    said = ledger.usher("status", fails=True)
    if "contains a password" not in said or "topsecret" in said:
        raise AssertionError(said)
