"""A running pretix with an event of its own, asked as its back office is."""

import contextlib
import json
import os
import pathlib
import secrets
import urllib.error
import urllib.request

from Harness.commands import Trouble, run
from Harness.programs import Program
from Harness.servers import free_port
from Harness.waiting import wait_until
from Servers.postgresql import PostgreSQL

START_SECONDS = 120
SEEDS = pathlib.Path(__file__).resolve().parent / "seeds"


class Pretix(Program):
    """Start it with `with`. `seeded` is what the seeding script left."""

    def __init__(self, installation, folder):
        super().__init__(folder / "gunicorn.log")
        self.installation, self.database, self.folder = installation, PostgreSQL(folder), folder
        (folder / "data").mkdir(parents=True)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        try:
            self.database.start()
            (self.folder / "pretix.cfg").write_text(
                f"[pretix]\ndatadir={self.folder / 'data'}\nurl={self.url}\nregistration=off\n"
                f"[database]\n{self.database.settings()}[django]\nsecret={secrets.token_hex(32)}\n")
            self._fill()
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.stop()
        self.database.stop()

    def _fill(self):
        if (template := self.installation.template).exists():
            self.database.load(template)
        else:
            self.installation.make_template(self._migrate)
        out = self.folder / "seed.json"
        self.script("gala.py", USHER_SEED_OUT=str(out))
        self.seeded = json.loads(out.read_text())

    def _migrate(self, file):
        self._manage("migrate")
        self.database.save(file)

    def shell(self, script, **environment):
        """Runs Python inside pretix."""
        return self._manage("shell", "--no-imports", "-c", script, **environment)

    def script(self, name, **environment):
        """Runs a file of seeds inside pretix."""
        path = repr(str(SEEDS / name))
        return self.shell(f"exec(compile(open({path}).read(), {path}, 'exec'))", **environment)

    def _manage(self, *arguments, **environment):
        return run(self.installation.python, "-m", "pretix", *arguments, both=True, env=self._environment(environment),
                   cwd=self.folder)

    def _environment(self, more=None):
        return {**os.environ, "PRETIX_CONFIG_FILE": str(self.folder / "pretix.cfg"), **(more or {})}

    def start(self):
        """Returns when it answers."""
        self.launch(self.installation.gunicorn, "pretix.wsgi", "--bind", f"127.0.0.1:{self.port}", "--workers", 2,
                    "--threads", 2, "--timeout", 120, env=self._environment(), cwd=self.folder)
        wait_until(self._answers, f"pretix answers: see {self.log}", START_SECONDS)

    def _answers(self):
        if not self.runs():
            raise Trouble(f"pretix does not start: see {self.log}")
        with contextlib.suppress(OSError):
            return self.ask("GET", "/api/v1/version", token=None)[0] in (200, 401, 403)
        return False

    def stop(self):
        if self.runs():
            super().stop()

    def ask(self, method, path, body=None, token="team"):
        """A question to its API: the status and the JSON of the answer."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Token {self.seeded['token']}" if token == "team" else f"Device {token}"
        request = urllib.request.Request(self.url + path, method=method, headers=headers,
                                         data=None if body is None else json.dumps(body).encode())
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        try:
            return status, json.loads(text)
        except ValueError:
            return status, None

    def all(self, path):
        """Every item of a list of the API."""
        items, page = [], 1
        while True:
            status, body = self.ask("GET", f"{path}{'&' if '?' in path else '?'}page={page}")
            assert status == 200, f"{path} answers {status}: {body}"
            items += body["results"]
            if not body["next"]:
                return items
            page += 1

    def checkins(self, event, **filters):
        """What pretix itself shows of an event's check-ins."""
        query = "&".join(f"{name}={value}" for name, value in filters.items())
        return self.all(f"/api/v1/organizers/gala-ltd/events/{event}/checkins/?{query}")

    def redeem(self, list, code, token="team", **more):
        """What pretix answers to a scanning app."""
        body = {"lists": [list], "secret": code, "source_type": "barcode", "type": "entry",
                "nonce": secrets.token_hex(8), **more}
        return self.ask("POST", "/api/v1/organizers/gala-ltd/checkinrpc/redeem/", body, token)

    def verdict(self, list, code):
        """Its word for a ticket now, with nothing recorded: `ok`, or the reason."""
        status, answer = self.redeem(list, code, simulate=True)
        return "ok" if status == 201 else answer.get("reason") or answer["status"]

    def sell_crowd(self, slug, tickets):
        """One more event, of plain tickets: its check-in list, and the tickets."""
        out = self.folder / f"{slug}.json"
        self.script("crowd.py", USHER_SEED_SLUG=slug, USHER_SEED_TICKETS=str(tickets), USHER_SEED_OUT=str(out))
        return json.loads(out.read_text())

    def new_device(self, name, profile):
        """The token of a new device."""
        status, made = self.ask("POST", "/api/v1/organizers/gala-ltd/devices/", {
            "name": name, "all_events": True, "limit_events": [], "security_profile": profile})
        assert status == 201, made
        return made["initialization_token"]

    def connection_code(self, name, file):
        """Saves the QR code that its back office shows for a new device as a picture."""
        self.shell("import json, re, qrcode\nfrom django.test import Client\nfrom django_scopes import scopes_disabled\n"
                   "from pretix.base.models import Device\n"
                   f"with scopes_disabled():\n    device = Device.objects.get(name='{name}')\n"
                   f"back = Client(HTTP_HOST='127.0.0.1:{self.port}')\n"
                   "assert back.login(email='admin@example.org', password='admin')\n"
                   "page = back.get(f'/control/organizer/gala-ltd/device/{device.pk}/connect').content.decode()\n"
                   "text = re.search('data-replace-with-qr>(.*?)</script>', page).group(1)\n"
                   f"qrcode.make(json.loads(text)).save({str(file)!r})")

    def revoke(self, device):
        """As a click in its back office does."""
        self.shell("from django_scopes import scopes_disabled\n"
                   "from pretix.base.models import Device\n"
                   f"with scopes_disabled():\n    Device.objects.filter(device_id={device}).update(revoked=True)")
