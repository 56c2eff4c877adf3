"""The organizer's web server: lists over https, under a certificate of the venue's own."""

import functools
import http.server
import ssl
import threading

from Harness.commands import run


class ListServer:
    """Serves a folder to the guest, which knows this machine by `address`, for as long as the context lasts."""

    def __init__(self, folder, address):
        self.certificate = folder / "server.pem"
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=lists", "-addext", f"subjectAltName=IP:{address}", "-keyout", folder / "server.key",
            "-out", self.certificate)
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, folder / "server.key")
        self.http.socket = context.wrap_socket(self.http.socket, server_side=True)
        self.url = f"https://{address}:{self.http.server_port}"

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass
