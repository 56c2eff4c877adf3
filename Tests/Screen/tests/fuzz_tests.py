"""The API of the page under a fuzzer made from its own description: no fault, no hang, no act of a stranger."""

import contextlib
import http.client
import json
import pathlib
import sys
import urllib.parse

from Harness.commands import run
from Harness.lab import TREE
from Harness.sentences import Suite
from Screen.kiosk import Kiosk

SUITE = Suite("fuzz")
DESCRIPTION = TREE / "docs/screen.openapi.yaml"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
PIN = "314159"


@contextlib.contextmanager
def staffed(lab):
    with Kiosk(lab) as station:
        station.add_operator("Sue", "supervisor", PIN)
        yield station


def fuzz(lab, station, *options, without="/events"):
    """Runs schemathesis; `without`: an expression for paths that are left out. The stream of events has no end."""
    origin = station.url.rstrip("/")
    run(pathlib.Path(sys.prefix) / "bin/schemathesis", "run", DESCRIPTION, "--url", origin, "--checks", CHECKS,
        "--header", f"Origin: {origin}", "--exclude-path-regex", without, "--max-examples", str(lab.examples), "--seed", "20261121",
        "--request-timeout", "20", "--no-color", *options, cwd=station.transport.folder)


def ask(station, method, path, body=None, **headers):
    """Status, headers and object of an answer."""
    address = urllib.parse.urlsplit(station.url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
    try:
        headers = {"Origin": station.url.rstrip("/"), **headers}
        connection.request(method, path, body if body is None or not isinstance(body, dict) else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, answer.headers, json.loads(text) if text.startswith(b"{") else {}
    finally:
        connection.close()


def status(station):
    """How the station is doing, but for the time, and for what a page on this machine says that it draws."""
    told = {**ask(station, "GET", "/state")[2]["station"], "now": ""}
    told.pop("console", None)
    told["conditions"] = [each for each in told["conditions"] if not each["code"].startswith(("console", "pageSlow"))]
    told["faults"] = [each["says"] for each in told["conditions"]]
    return told


@SUITE.test("a stranger finds no fault, and does nothing")
def stranger(lab):
    with staffed(lab) as station:
        station.present(station.sample.answers[0])
        before = status(station), station.journal()
        fuzz(lab, station)
        after = status(station), station.journal()
        assert after == before, (before, after)
        assert station.present(station.sample.answers[1])["verdict"]


@SUITE.test("a supervisor finds no fault, and everything they did is under their name")
def supervisor(lab):
    with staffed(lab) as station:
        station.present(station.sample.answers[0])
        code, headers, _ = ask(station, "POST", "/staff/session", {"operator": "Sue", "pin": PIN})
        assert code == 200
        cookie = headers["Set-Cookie"].split(";")[0]
        fuzz(lab, station, "--header", f"Cookie: {cookie}", without="/events|/staff/session")
        acts = station.journal()[1:]
        assert {each["operator"] for each in acts} <= {"Sue"}, acts
        assert station.present(station.sample.answers[1])["verdict"]
        return f"{len(acts)} entries"


@SUITE.test("no address answers under another name, and none acts for another page")
def guard(lab):
    with staffed(lab) as station:
        code, headers, _ = ask(station, "POST", "/staff/session", {"operator": "Sue", "pin": PIN})
        cookie = headers["Set-Cookie"].split(";")[0]
        for path in ("/", "/state", "/settings", "/staff/operators", "/staff/passages"):
            assert ask(station, "GET", path, Host="evil.example", Cookie=cookie)[0] == 421, path
        for method, path in (("POST", "/staff/admit"), ("POST", "/staff/checkout-all"), ("PUT", "/staff/place"),
                             ("DELETE", "/staff/session")):
            for origin in ("http://evil.example", "null", ""):
                assert ask(station, method, path, {}, Origin=origin, Cookie=cookie)[0] == 403, (path, origin)
        assert ask(station, "GET", "/staff/session", Cookie=cookie)[0] == 200


@SUITE.test("a body that is too large is refused while it comes, however it is sent")
def large(lab):
    with staffed(lab) as station:
        body = b" " * 100_000
        assert ask(station, "POST", "/staff/session", body)[0] == 413
        assert ask(station, "POST", "/staff/session", (body for _ in range(20)))[0] == 413
        assert ask(station, "POST", "/staff/session", b'{"operator": "Sue"')[0] == 400
        assert ask(station, "GET", "/state")[0] == 200
