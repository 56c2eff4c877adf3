"""The application under PHP's built-in web server, its commands, its database, and what a station sends to it."""

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))


# The socket of a MariaDB server, whose user root needs no password; without it, SQLite is used.
MARIADB = os.environ.get("USHER_TEST_MARIADB")


def connect(folder):
    """The database of the server in this folder: a new one, without tables."""
    if not MARIADB:
        database = sqlite3.connect(os.path.join(folder, "server.sqlite"), timeout=20, isolation_level=None)
        database.row_factory = sqlite3.Row
        return database
    import pymysql
    name = "usher_test_" + os.path.basename(folder)
    database = pymysql.connect(
        unix_socket=MARIADB, user="root", autocommit=True, charset="utf8mb4", cursorclass=pymysql.cursors.DictCursor)
    with database.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name}")
        cursor.execute(f"CREATE DATABASE {name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci")
        cursor.execute(f"USE {name}")
    return database


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Server:
    def __init__(self, folder, **environment):
        self.folder = folder
        self.environment = {
            **os.environ, "USHER_TEST_DIR": folder, "PHP_CLI_SERVER_WORKERS": "4", **environment}
        shutil.copytree(os.path.join(HERE, "app/config"), os.path.join(folder, "config"))
        for name in ("bootstrap/cache", "storage/framework/cache", "storage/framework/views", "storage/logs"):
            os.makedirs(os.path.join(folder, name))
        # What Composer leaves behind, so that Laravel itself discovers the package.
        os.makedirs(os.path.join(folder, "vendor/composer"))
        with open(os.path.join(HERE, "../composer.json")) as file:
            installed = {"packages": [json.load(file)]}
        with open(os.path.join(folder, "vendor/composer/installed.json"), "w") as file:
            json.dump(installed, file)
        with open(os.path.join(folder, "bootstrap/app.php"), "w") as file:
            file.write(f"<?php return require '{HERE}/app/application.php';")
        self.database = connect(folder)
        self.artisan("server-schema")
        self.artisan("migrate", "--force")
        self.process = None
        self.start()

    def start(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = open(os.path.join(self.folder, "web.log"), "a")
        self.process = subprocess.Popen(
            ["php", "-S", f"127.0.0.1:{self.port}", "-t", f"{HERE}/app", f"{HERE}/app/index.php"],
            env=self.environment, stdout=self.log, stderr=self.log, start_new_session=True)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("PHP's web server does not start")

    def stop(self):
        if self.process:
            # The workers are processes of their own.
            os.killpg(self.process.pid, 15)
            self.process.wait()
            self.process = None
            self.log.close()

    # MARK: commands

    def try_artisan(self, *arguments):
        return subprocess.run(
            ["php", f"{HERE}/app/artisan", *arguments], env=self.environment, capture_output=True, text=True)

    def artisan(self, *arguments):
        done = self.try_artisan(*arguments)
        if done.returncode != 0:
            raise RuntimeError(f"artisan {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def key(self, *events, tickets=True):
        options = ["--tickets"] if tickets else []
        return self.artisan("usher:key", str(uuid.uuid4()), "--events=" + ",".join(map(str, events)), *options)

    # MARK: requests

    def request(self, path, key=None, body=None, headers={}):
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        data = body.encode() if isinstance(body, str) else body
        headers = {**({"X-API-Key": key} if key else {}), **headers}
        if data is not None:
            headers.setdefault("Content-Type", "application/json")
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def get(self, path, key=None, **query):
        query = {name: value for name, value in query.items() if value is not None}
        return self.request("/usher/api" + path + ("?" + urllib.parse.urlencode(query) if query else ""), key)

    def all(self, path, key, **query):
        """All pages of a list, as a station reads them."""
        items, page = [], 1
        while True:
            answer = self.get(path, key, page=page, per_page=500, **query).json
            items += answer["data"]
            if page >= answer["meta"]["last_page"]:
                return items
            page += 1

    def send(self, key, event, ticket=None, code=None, action="checkin", at=None, entry=None, **more):
        body = {
            "event_id": str(event), "ticket_id": ticket, "ticket_code": code, "gate_id": "A", "device_id": "kiosk-1",
            "action": action, "ts": at or stamp(), "idempotency_key": entry or str(uuid.uuid4()), **more}
        return self.request("/usher/api/checkins", key, {k: v for k, v in body.items() if v is not None})

    def status(self, *arguments, **more):
        answer = self.send(*arguments, **more)
        assert answer.status == 200, (answer.status, answer.body[:500])
        return answer.json["status"]

    # MARK: what is in the database

    def insert(self, table, **columns):
        names = ", ".join(columns)
        marks = ", ".join("?" * len(columns))
        return self.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", *columns.values()).lastrowid

    def execute(self, query, *values):
        cursor = self.database.cursor()
        cursor.execute(query.replace("%", "%%").replace("?", "%s") if MARIADB else query, values)
        return cursor

    def rows(self, query, *values):
        return [dict(row) for row in self.execute(query, *values)]

    def event(self, zone="Europe/Berlin", **columns):
        columns = {
            "name": "Winter Gala", "starts_at": "2026-12-05 18:00:00", "duration": 4.5,
            "creator_role_id": self.insert("roles", timezone=zone), **columns}
        return self.insert("events", **columns)

    def type(self, event, name="Standard", **columns):
        return self.insert("tickets", event_id=event, type=name, **columns)

    def sale(self, event, *lines, **columns):
        """A sale with a line for each (type, quantity)."""
        columns = {
            "event_id": event, "name": "Ada Lovelace", "secret": uuid.uuid4().hex, "status": "paid",
            "event_date": "2026-12-05", "created_at": "2026-11-01 12:00:00", "updated_at": "2026-11-01 12:00:00",
            **columns}
        sale = self.insert("sales", **columns)
        ids = [
            self.insert(
                "sale_tickets", sale_id=sale, ticket_id=type, quantity=quantity,
                seats=json.dumps({str(n): None for n in range(1, quantity + 1)}))
            for type, quantity in lines]
        return sale, columns["secret"], ids

    def ticket(self, event, quantity=1, **columns):
        """A sale with one line: its id and code."""
        _, code, [line] = self.sale(event, (self.type(event), quantity), **columns)
        return f"line-{line}", code

    def seats(self, ticket):
        [row] = self.rows("SELECT seats FROM sale_tickets WHERE id = ?", int(ticket.removeprefix("line-")))
        return json.loads(row["seats"])


def stamp(seconds=0):
    now = time.time() + seconds
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now % 1 * 1000):03}Z"
