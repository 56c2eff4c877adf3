"""HTTP servers of tests, in threads of their own."""

import contextlib
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def free_port():
    """One that nobody listens at, for a server that cannot choose by itself."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Quiet(ThreadingHTTPServer):
    """Says nothing of connections whose other end has gone; closed, it ends those that are still open."""

    daemon_threads = True

    def __init__(self, *arguments):
        self.connections = set()
        super().__init__(*arguments)

    def process_request(self, request, client_address):
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request):
        self.connections.discard(request)
        super().shutdown_request(request)

    def server_close(self):
        super().server_close()
        for each in list(self.connections):
            with contextlib.suppress(OSError):  # it has just ended by itself
                each.shutdown(socket.SHUT_RDWR)

    def handle_error(self, *_):
        pass


class Server:
    """An HTTP server on a port of its own, or on this one, for as long as the context lasts."""

    def __init__(self, handler, port=0, address="127.0.0.1"):
        self.http = Quiet((address, port), handler)
        self.port = self.http.server_address[1]

    def start(self):
        threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def body(self):
        length = self.headers.get("Content-Length")
        if length is not None or self.command == "GET":
            return self.rfile.read(int(length or 0))
        pieces = []
        while size := int(self.rfile.readline().strip() or b"0", 16):
            pieces.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(pieces)

    def answer(self, status, body=b"", kind="application/json", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
