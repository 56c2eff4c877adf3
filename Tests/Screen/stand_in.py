"""A stand-in for a station's page server: the real files of the page, and events that a test writes.

It is for states that a real station is slow to come to, such as a full disk or two readers at the same moment, and for
work on the page: it serves the files from the source folder, so that nothing has to be built.
"""

import json
import queue
import re

from Harness.lab import TREE
from Harness.servers import Handler, Server

LIBRARIES = TREE / "Sources/CLibraries"
ASSETS = LIBRARIES / "CDoorAssets/assets"
MESSAGES = LIBRARIES / "CMessages/messages"
#: As `GET /settings` names them.
LANGUAGES = [{"language": file.stem, "name": json.loads(file.read_text())["language"]}
             for file in sorted(MESSAGES.glob("*.json"))]
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json",
         ".svg": "image/svg+xml", ".png": "image/png"}
BEAT = 0.5  # seconds
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          "base-uri 'none'; form-action 'none'; frame-src 'self'; frame-ancestors 'self'")


# A language in which every text is in brackets, so that what stands outside of them shows that it came from elsewhere.
PSEUDO = "qps"


def pseudo_messages():
    """The English file with brackets around all but its values; dates and numbers have no letter of English."""
    def bracketed(value):
        if isinstance(value, dict):
            return {key: bracketed(each) for key, each in value.items()}
        return "".join(part if part.startswith("{") else f"‹{part}›" for part in re.split(r"(\{\w+\})", value) if part)

    english = json.loads((MESSAGES / "en.json").read_text())
    return {**bracketed(english), "language": "‹Pseudo›", "locale": "ja", "direction": "ltr"}


class StandIn(Server):
    """Listens at any free port until it is closed."""

    def __init__(self, state, staff=None, picture=None, figures=None, control=None, **settings):
        """`picture`: what the camera sees, as a PNG."""
        # Its own: a test may change what this station answers, and no other one.
        self.staff = dict(staff or {})
        self.asked = []
        # What the page has confirmed.
        self.drawings = []
        self.picture = picture
        self.settings = {"build": "1", "language": "en", "languages": LANGUAGES, "theme": "light", "ready_after_ms": 5000, "volume": 80,
                         "is_muted": False, "shows_camera": picture is not None, "has_logo": False, **settings}
        self.state = {"build": "1", **state}
        self.figures = {"build": "1", "has_reports": False, "events": [], **(figures or {})}
        self.control = control or {}
        self.readers = []
        self.is_open = True
        # Without them it is never taken for frozen: a page whose time a test moves would miss them.
        self.beats = False
        stand_in = self

        class Asked(Handler):
            def do_GET(self):
                stand_in.answer(self)

            do_POST = do_PUT = do_DELETE = do_GET

        super().__init__(Asked)
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def answer(self, request):
        path = request.path.split("?")[0]
        if not self.is_open:
            # A browser keeps its connections: on those, too, nobody is there any more.
            request.close_connection = True
        elif path.startswith("/staff/") and "." not in path:
            self.act(request, path.removeprefix("/staff/"))
        elif path == "/events":
            self.stream(request)
        elif path == "/drawn":
            self.drawings.append(json.loads(request.body() or b"{}"))
            self.send(request, b"{}", ".json")
        elif path == "/camera" and self.picture:
            self.send(request, self.picture, ".png")
        elif path in (answers := {"/settings": self.settings, "/state": self.state, "/figures/state": self.figures,
                                  "/control/state": self.control}):
            self.send(request, json.dumps(answers[path]).encode(), ".json")
        else:
            page = {"/": "index.html", "/guest": "guest.html", "/figures": "figures.html", "/control": "control.html", "/sign-in": "signin.html",
                    "/turned": "turned.html"}.get(path, path[1:])
            if page == f"messages/{PSEUDO}.json":
                return self.send(request, json.dumps(pseudo_messages()).encode(), ".json")
            file = MESSAGES / page.removeprefix("messages/") if page.startswith("messages/") else ASSETS / page
            if file.is_file():
                self.send(request, file.read_bytes(), file.suffix)
            else:
                self.send(request, b"{}", ".json", 404)

    def act(self, request, name):
        """Answers for `staff`: by method and name, `(status, object)` or what makes it of the request's body."""
        body = json.loads(request.rfile.read(int(request.headers.get("Content-Length") or 0)) or b"{}")
        self.asked.append((request.command, name, body))
        status, answer = 404, {"error": {"reason": "the stand-in has no such answer"}}
        if found := self.staff.get(f"{request.command} {name}"):
            status, answer = found(body) if callable(found) else found
        self.send(request, json.dumps(answer).encode(), ".json", status)

    def send(self, request, body, suffix, status=200):
        request.answer(status, body, TYPES[suffix], Content_Security_Policy=POLICY, X_Usher_Build=self.settings["build"])

    def stream(self, request):
        events = queue.Queue()
        events.put(("state", self.state))
        self.readers.append(events)
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.send_header("Connection", "close")
        request.end_headers()
        try:
            while (event := self.next(events)) is not None:
                name, data = event
                request.wfile.write(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())
        except OSError:
            pass
        request.close_connection = True

    def next(self, events):
        """A beat when nothing else happens, where the test wants any."""
        try:
            return events.get(timeout=BEAT if self.beats else None)
        except queue.Empty:
            return "beat", {}

    def tell(self, name, data):
        """Sends an event to every open page."""
        if name == "state":
            self.state = data = {"build": "1", **data}
        for events in self.readers:
            events.put((name, data))

    def close(self):
        self.is_open = False
        super().close()
        for events in self.readers:
            events.put(None)
