"""How a machine becomes a device of pretix, and what comes of it when another takes its place."""

import json

from Harness.waiting import wait_until
from Servers.tests.pretix_tests import pull, station, successful, test, tickets


@test("a token works once")
def token_works_once(lab, pretix):
    out = pretix.folder / "again.token"
    words = lab.usher("backend", "pretix-init", pretix.url, "--out", out, fails=True,
                      input=pretix.seeded["devices"]["kiosk"] + "\n")
    assert "already been used" in words and not out.exists(), words


@test("the QR code that pretix shows for a device is read from a picture, and works once")
def initialized_by_picture(lab, pretix):
    picture, out = pretix.folder / "device.png", pretix.folder / "pictured.token"
    pretix.new_device("pictured", "pretixscan_online_kiosk")
    pretix.connection_code("pictured", picture)
    answer = json.loads(lab.usher("backend", "pretix-init", "--qr", picture, "--out", out, "--json"))
    assert (answer["url"], answer["name"]) == (pretix.url, "pictured"), answer
    status, told = pretix.ask("GET", "/api/v1/device/info", token=out.read_text().strip())
    assert status == 200 and told["device"]["device_id"] == answer["device"], told
    words = lab.usher("backend", "pretix-init", "--qr", picture, "--out", f"{out}.again", fails=True)
    assert "already been used" in words, words


@test("a credential that comes when the station runs is used")
def credential_comes_later(lab, pretix):
    hall = pretix.seeded["gala"]["lists"]["hall"]
    list, _ = pull(lab, pretix, "gala")
    ticket = tickets(pretix, "gala", "vip")[0]
    kiosk = station(lab, pretix, "unready", lists=[list])
    (kiosk.transport.state / "credentials" / "box").unlink()
    with kiosk:
        wait_until(lambda: "backendUnusable" in kiosk.conditions(), "the credential is missed")
        kiosk.word(ticket["code"], hall)
        assert [each["state"] for each in kiosk.outbox()] == ["waiting"]
        replace_device(lab, pretix, kiosk, "late kiosk")
        assert kiosk.settle() == []
        assert "backendUnusable" not in kiosk.conditions()


def replace_device(lab, pretix, kiosk, name, *flags):
    """Makes the station a new device, as an administrator does."""
    lab.usher("backend", "pretix-init", pretix.url, "--name", name, *flags,
              "--out", kiosk.transport.state / "credentials" / "box",
              input=pretix.new_device(name, "pretixscan_online_kiosk") + "\n")


@test("a station whose device was revoked says so, keeps what it decided, and sends it as the device that replaces it")
def revoked(lab, pretix):
    hall = pretix.seeded["gala"]["lists"]["hall"]
    list, _ = pull(lab, pretix, "gala")
    ticket = tickets(pretix, "gala", "vip")[3]
    pretix.revoke(pretix.prepared["devices"]["lost kiosk"]["device"])
    with station(lab, pretix, "lost", "lost kiosk", [list]) as kiosk:
        assert kiosk.word(ticket["code"], hall) == "admitted"
        # The server is asked once more after a minute.
        wait_until(lambda: "revoked" in kiosk.conditions(), "the revocation is believed", 150)
        assert [each["state"] for each in kiosk.outbox()] == ["waiting"]
        replace_device(lab, pretix, kiosk, "found kiosk", "--replace")
        assert kiosk.settle() == []
        assert "revoked" not in kiosk.conditions()
    assert [each[0] for each in successful(pretix, "gala", hall)].count(str(ticket["position"])) == 1
