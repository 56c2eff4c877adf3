"""A mail server for one test, with aiosmtpd: `starttls`, `tls` (from the first byte) or `plain`; with a password, or, as
`open`, without. Prints its port, then one JSON line for each message that it took, until its standard input ends; attachments
become files in the folder.
Recipients that begin with "nobody" are unknown, and messages with "poison" in them are refused. Tests/Handouts
uses it, too."""

import asyncio
import datetime
import email
import email.policy
import json
import pathlib
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

folder, way, access = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]


def pem(thing):
    return thing.public_bytes(serialization.Encoding.PEM)


def context():
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    day = datetime.timedelta(days=1)
    own = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()) \
        .serial_number(x509.random_serial_number()).not_valid_before(now - day).not_valid_after(now + day) \
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False) \
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(key, hashes.SHA256())
    (folder / "authority.pem").write_bytes(pem(own))
    (folder / "own.key").write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(folder / "authority.pem", folder / "own.key")
    return made


class Mailbox:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody"):
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        body = message.get_body(("plain",)).get_content()
        if "poison" in body:
            return "554 5.7.1 not this one"
        for each in message.iter_attachments():
            (folder / each.get_filename()).write_bytes(each.get_content())
        print(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "encrypted": session.ssl is not None or way == "tls",
            "user": session.auth_data.login.decode() if session.auth_data else None,
            "headers": [[name, str(value)] for name, value in message.items()],
            "defects": [str(each) for each in message.defects], "body": body,
            "attachments": [[each.get_filename(), each.get_content_type()] for each in message.iter_attachments()],
        }), flush=True)
        return "250 OK"


def check(server, session, envelope, mechanism, data):
    return AuthResult(success=data.password == b"secret", handled=False, auth_data=data)


async def serve():
    loop = asyncio.get_running_loop()
    tls = context() if way != "plain" else None

    def protocol():
        return SMTP(
            Mailbox(), hostname="mail.example", loop=loop, tls_context=tls if way == "starttls" else None,
            require_starttls=way == "starttls", authenticator=check, auth_required=access == "password",
            auth_require_tls=way == "starttls")

    server = await loop.create_server(protocol, "localhost", 0, ssl=tls if way == "tls" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(serve())
