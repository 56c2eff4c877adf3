"""An HTTPS server for one test: its certificate is as the arguments say. Prints its port and its key's pin, then serves
until its standard input ends."""

import base64
import datetime
import hashlib
import http.server
import pathlib
import ssl
import sys
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
first_day, last_day, is_self_signed = int(sys.argv[3]), int(sys.argv[4]), sys.argv[5] == "self"
now = datetime.datetime.now(datetime.timezone.utc)


def certificate(subject, key, issuer, issuer_key, first, last, *extensions):
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(now + datetime.timedelta(days=first))
    builder = builder.not_valid_after(now + datetime.timedelta(days=last))
    for extension in extensions:
        builder = builder.add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
    return builder.sign(issuer_key, hashes.SHA256())


def pem(thing):
    return thing.public_bytes(serialization.Encoding.PEM)


def named(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


authority_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
authority = certificate(named("authority"), authority_key, named("authority"), authority_key, -100, 100,
                        x509.BasicConstraints(ca=True, path_length=None))
issuer, issuer_key = (named(name), key) if is_self_signed else (named("authority"), authority_key)
own = certificate(named(name), key, issuer, issuer_key, first_day, last_day,
                  x509.SubjectAlternativeName([x509.DNSName(name)]))
(folder / "authority.pem").write_bytes(pem(authority))
(folder / "own.pem").write_bytes(pem(own))
(folder / "own.key").write_bytes(key.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    connections = set()

    def do_GET(self):
        self.connections.add(self.client_address)
        body = b'{"connections":%d}' % len(self.connections)
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
server.daemon_threads = True
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / "own.pem", folder / "own.key")
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()

public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
print(server.server_address[1], "sha256//" + base64.b64encode(hashlib.sha256(public).digest()).decode(), flush=True)
sys.stdin.read()
