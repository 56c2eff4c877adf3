"""An event made for a test: its key, its list and its codes."""

import datetime
import json
import secrets


class Event:
    def __init__(self, lab, name, tickets, backend="box", more=""):
        self.name, self.folder = name, lab.folder / f"event-{name}"
        self.folder.mkdir()
        self.codes = {f"r-{number}": secrets.token_hex(16) for number in range(tickets)}
        now = datetime.datetime.now(datetime.timezone.utc)
        times = {key: (now + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
                 for key, hours in (("doors_open", -1), ("starts", 1), ("ends", 6))}
        lines = {"id": name, "name": name, "organizer": "Test", "timezone": "Africa/Kampala", **times,
                 "backend": backend}
        (self.folder / "event.yaml").write_text(
            "".join(f"{key}: {json.dumps(value)}\n" for key, value in lines.items()) + more)
        (self.folder / "tickets.csv").write_text(
            "code,ref\n" + "".join(f"{code},{ref}\n" for ref, code in self.codes.items()))
        self.key, self.list = self.folder / "organizer.pub", self.folder / "list.usher"
        lab.run("usher", "key", "generate", "--out", self.folder / "organizer")
        lab.run("usher", "manifest", "build", "--event", self.folder / "event.yaml", "--tickets",
                self.folder / "tickets.csv", "--key", self.folder / "organizer.key", "--out", self.list)
