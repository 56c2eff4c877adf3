"""A ledger over the network: its certificate, and what is not believed."""

import contextlib
import os

from Harness.commands import run
from Harness.sentences import Suite
from Harness.servers import free_port
from Venue.tests.ledger import cluster


class Server:
    def __init__(self, lab, folder, port):
        self.lab, self.folder, self.port = lab, folder, port

    def status(self, place, authority, fails):
        """What usher venue status says of it."""
        url = f"postgresql://owner@{place}/postgres?sslrootcert={authority}"
        return self.lab.usher("venue", "init", url, fails=fails)


def make_authority(folder, name):
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 2, "-subj",
        f"/CN={name}", "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.crt")


def make_certificate(folder):
    """For localhost, signed by an authority of its own."""
    make_authority(folder, "authority")
    run("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "server.key", "-out", folder / "server.csr")
    run("openssl", "x509", "-req", "-in", folder / "server.csr", "-CA", folder / "authority.crt", "-CAkey",
        folder / "authority.key", "-CAcreateserial", "-days", 2, "-copy_extensions", "copy",
        "-out", folder / "server.crt")


@contextlib.contextmanager
def running(lab):
    folder = lab.folder / "tls"
    folder.mkdir()
    make_certificate(folder)
    server = Server(lab, folder, free_port())
    cluster("start", folder, env=os.environ | {"LEDGER_PORT": str(server.port)})
    try:
        yield server
    finally:
        cluster("stop", folder)


SUITE = Suite("a ledger over the network", running)
test = SUITE.test


@test("a certificate for its name is believed")
def believed(lab, server):
    server.status(f"localhost:{server.port}", server.folder / "authority.crt", fails=False)


@test("a certificate for another name is not")
def other_name(lab, server):
    said = server.status(f"127.0.0.1:{server.port}", server.folder / "authority.crt", fails=True)
    if "sslrootcert" not in said or "127.0.0.1" not in said:
        raise AssertionError(said)


@test("nor one that somebody else signed, whatever the URL asks for")
def other_authority(lab, server):
    make_authority(server.folder, "stranger")
    place = f"localhost:{server.port}"
    server.status(place, f"{server.folder}/stranger.crt", fails=True)
    said = server.status(place, f"{server.folder}/stranger.crt&sslmode=prefer", fails=True)
    if "certificate" not in said:
        raise AssertionError(said)


@test("of several servers the one that answers is used")
def several(lab, server):
    server.status(f"localhost:1,localhost:{server.port}", server.folder / "authority.crt", fails=False)
