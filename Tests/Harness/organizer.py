"""Whoever makes the lists: events, tickets, keys, signed lists, and pairings of stations."""

import csv
import datetime
import functools
import json
import secrets


class Organizer:
    """A folder with an event, its tickets and the organizer's key. `list` is the list that was signed of them."""

    def __init__(self, lab, folder):
        self.usher, self.folder = lab.usher, folder
        self.event, self.tickets = folder / "event.yaml", folder / "tickets.csv"
        self.key, self.public_key = folder / "organizer.key", folder / "organizer.pub"

    def build(self, name, *options, event=None):
        """Signs a list of what the tickets are now."""
        list = self.folder / name
        self.usher("manifest", "build", "--event", event or self.event, "--tickets", self.tickets, "--key", self.key,
                   "--out", list, *options)
        return list

    def pairing(self, **options):
        """What makes a new kiosk a station: its code, and what somebody compares."""
        more = [part for name, value in options.items() for part in (f"--{name}", value)]
        return json.loads(self.usher("enroll", "--list", self.list, "--key", self.key, "--json", *more))

    def rows(self):
        with open(self.tickets, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


class Sample(Organizer):
    """The sample event, with the answer to each of its codes."""

    def __init__(self, lab, folder, *options):
        super().__init__(lab, folder)
        self.list = folder / "sample.usher"
        self.usher("sample", folder, *options)

    @functools.cached_property
    def answers(self):
        return [json.loads(line) for line in (self.folder / "answers.jsonl").read_text().splitlines()]

    def admits(self):
        """People by ticket reference."""
        return {row["ref"]: int(row.get("admits") or 1) for row in self.rows()}

    @functools.cached_property
    def ordinary(self):
        """(code, reference, picture) of tickets that are admitted once, one person each, at gate A."""
        references = {row["code"]: row["ref"] for row in self.rows()}
        return [(each["code"], references[each["code"]], self.folder / each["file"]) for each in self.answers
                if each["file"].endswith("-ordinary.png")]


class Event(Organizer):
    """An event that is on now, with one admission list. Its tickets have random codes: `codes`, by reference.

    `secrets` are the credentials of its stations; `starts`, `ends`: in how many hours."""

    def __init__(self, lab, name, tickets, id=None, gates=("main",), admits=1, reentry="none", backend=None,
                 box_office=None, starts=-1, ends=12):
        super().__init__(lab, lab.folder / f"event-{name}")
        self.id = id or name
        self.folder.mkdir()
        self.secrets = {}
        if box_office:
            self.usher("key", "generate", "--for", "tickets", "--out", self.folder / "box")
            box_office = {"key": "box.pub", **box_office}
            self.secrets[f"box-office-{self.id}"] = (self.folder / "box.key").read_text()
        now = datetime.datetime.now(datetime.timezone.utc)
        times = {key: (now + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
                 for key, hours in (("doors_open", -2), ("starts", starts), ("ends", ends))}
        self.event.write_text(json.dumps({
            "id": self.id, "name": "Gala", "organizer": "Gala Ltd", "timezone": "Africa/Kampala", **times,
            "lists": [{"id": "main", "name": "Hall", "types": ["standard"], "reentry": reentry}],
            "types": [{"id": "standard", "name": "Standard"}],
            "gates": [{"id": gate, "name": f"Gate {gate}", "list": "main"} for gate in gates],
            **({"backend": backend} if backend else {}), **({"box_office": box_office} if box_office else {})}))
        self.codes = {f"R{number}": secrets.token_hex(16) for number in range(tickets)}
        rows = [f"{code},{reference},standard,{admits}\n" for reference, code in self.codes.items()]
        self.tickets.write_text("".join(["code,ref,type,admits\n", *rows]))
        self.usher("key", "generate", "--out", self.folder / "organizer")
        self.list = self.build("list.usher")
