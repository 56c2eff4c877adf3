"""A kiosk on which the package was installed, and nothing else was done, becomes the station of a gate: by one code."""

import json

from Harness.guests.cameras import UsbCamera
from Harness.guests.daemon import START_SECONDS, in_guest, wait_until_grabbed
from Harness.guests.lab import Suite
from Harness.guests.machine import HOST_ADDRESS
from Harness.guests.pictures import Picture
from Harness.guests.scanners import HidGadget
from Harness.station import VERDICT_SECONDS, shown
from Package.list_server import ListServer
from Package.tests.installed_tests import prepare_fresh

SUITE = Suite("new kiosk", prepare_fresh)
test = SUITE.test

# As the page does it (docs/screen.openapi.yaml): the guest has no curl, and bash connects by itself.
CONFIRM = """bash -c 'exec 3<>/dev/tcp/127.0.0.1/8722; body={}; printf "POST /enrolment/accept HTTP/1.1\\r
Host: 127.0.0.1:8722\\r\\nOrigin: http://127.0.0.1:8722\\r\\nContent-Type: application/json\\r
Content-Length: %d\\r\\nConnection: close\\r\\n\\r\\n%s" ${{#body}} "$body" >&3; head -n 1 <&3'"""


def confirm(machine, pending, fingerprint):
    """The status of the answer."""
    body = json.dumps({"fingerprint": fingerprint, "short_code": pending["short_code"]}).replace('"', '\\"')
    return machine.run(CONFIRM.format(f'"{body}"'), limit=VERDICT_SECONDS).split()[1]


def state(machine):
    return json.loads(machine.run("usher enroll --status --json", limit=VERDICT_SECONDS))


def pairing(lab, server):
    """Makes a pairing as the organizer does. Returns its picture and the fingerprint that the organizer sees."""
    settings, out = lab.folder / "station.yaml", lab.folder / "pairing.png"
    settings.write_text(f"manifests:\n  urls: [\"{server.url}/sample.usher\"]\n  interval: 10s\n")
    made = lab.sample.pairing(gate="A", name="kiosk-2", settings=settings, out=out)
    return Picture.read(out), made["fingerprint"]


@test("the organizer's code shown to the camera, and its key confirmed, make it a station that lets people in")
def enrolled_by_code(lab, machine):
    station = in_guest(machine)
    station.listen()
    with ListServer(lab.sample.folder, HOST_ADDRESS) as server:
        machine.put("venue.crt", server.certificate.read_bytes())
        # What update-ca-certificates does, which takes minutes under emulation.
        machine.run("cat /mnt/share/venue.crt >> /etc/ssl/certs/ca-certificates.crt")
        camera = UsbCamera(machine, "DOOR0001", width=1280, height=720)
        picture, fingerprint = pairing(lab, server)
        camera.plug(picture)
        machine.wait_for(lambda: "pairingRefused" in station.transport.output.read_text(), "the code is read, and refused",
                         START_SECONDS)
        machine.run("usher enroll --open", limit=VERDICT_SECONDS)
        pending = machine.wait_for(lambda: state(machine).get("pending"), "it is taken, still in view", START_SECONDS)
        assert (pending["fingerprint"], pending["gate"]) == (fingerprint, "A"), pending
        assert pending["servers"] == [f"https://{HOST_ADDRESS}:{server.http.server_port}"], pending
        assert confirm(machine, pending, "0" * 16) == "422", "another key was confirmed"
        assert confirm(machine, pending, fingerprint) == "200"
        machine.wait_in_guest("usher status --json 2>/dev/null | grep -q '\"id\":\"sample-gala\"'",
                              "the list comes from where the pairing says", START_SECONDS)
    station.transport.wait_until_heard()
    check_verdicts(lab, machine, station, camera)
    machine.run("usher journal verify", limit=VERDICT_SECONDS)
    unit = machine.run("systemctl show --property=ActiveState,NRestarts --value usherd").split()
    assert set(unit) == {"active", "0"}, "it began anew, and systemd took that for a stop"
    names = {each["station"] for each in station.journal()}
    assert names == {"kiosk-2"}, names


def check_verdicts(lab, machine, station, camera):
    """Tickets of the sample, by camera and by scanner; the second of each is one too many."""
    (shown_to_camera, first, picture), (typed, second, _) = lab.sample.ordinary[:2]
    camera.show(Picture.read(picture))
    expect(station.next_verdict(), "admitted", None, first, "camera")
    # Taken away, as people do.
    camera.show(None)
    scanner = HidGadget(machine, "SYM00042", vendor=0x05E0, product=0x1200)
    scanner.plug()
    wait_until_grabbed(machine, scanner)
    scanner.type(typed)
    expect(station.next_verdict(), "admitted", None, second, "wedge")
    scanner.type(shown_to_camera)
    expect(station.next_verdict(), "refused", "alreadyScanned", first, "wedge")


def expect(verdict, *wanted):
    assert tuple(verdict[key] for key in ("verdict", "reason", "ref", "how")) == wanted, shown(verdict)
    assert verdict["gate"] == "A", shown(verdict)
