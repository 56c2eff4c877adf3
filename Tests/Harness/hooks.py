"""A server that takes check-ins by the webhook schema (docs/webhook.openapi.yaml), and a bad network before it."""

import http.client
import json
import random
import threading

from Harness.servers import Handler, Server


class Hook(Server):
    """Takes every check-in, keeps the first of each id, and counts the rest. It knows who speaks by their paths."""

    def __init__(self, token, port=0, pause=0):
        self.taken, self.again, self.speakers, self.lock = {}, 0, [], threading.Lock()
        hook = self

        class Taking(Handler):
            def do_POST(self):
                body = self.body()
                if self.headers.get("Authorization") != f"Bearer {token}":
                    return self.answer(401, b'{"error":"unknown token"}')
                message = json.loads(body)
                messages = message.get("checkins", [message])
                threading.Event().wait(pause)
                with hook.lock:
                    if self.path not in hook.speakers:
                        hook.speakers.append(self.path)
                    for each in messages:
                        hook.again += each["id"] in hook.taken
                        hook.taken.setdefault(each["id"], each)
                results = [{"id": each["id"], "status": "accepted"} for each in messages]
                self.answer(200, json.dumps({"results": results}).encode())

        super().__init__(Taking, port)
        self.url = f"http://127.0.0.1:{self.port}/checkins"

    def entries(self):
        """In the order in which they first came."""
        with self.lock:
            return list(self.taken.values())


class Chaos(Server):
    """Loses requests, answers, halves of answers; repeats, delays and refuses at random, before the server of a port."""

    def __init__(self, port, seed):
        self.dice, self.done, self.lock = random.Random(seed), {}, threading.Lock()
        chaos = self

        class Passing(Handler):
            def do_GET(self):
                self.pass_on()

            def do_POST(self):
                self.pass_on()

            def pass_on(self):
                body, deed = self.body(), chaos.deed()
                if deed == "lose the request":
                    return self.hang_up()
                if deed in ("500", "503"):
                    return self.answer(int(deed), b'{"error":"chaos"}')
                if deed == "429":
                    return self.answer(429, b"{}", Retry_After="1")
                if deed == "web page":
                    return self.answer(200, b"<html>Welcome to our network</html>")
                if deed == "delay":
                    threading.Event().wait(0.2)
                status, answer = self.forward(body)
                if deed == "repeat":
                    status, answer = self.forward(body)
                if deed == "lose the answer":
                    return self.hang_up()
                if deed == "half the answer":
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(answer))
                    self.wfile.write(answer[:len(answer) // 2])
                    return self.hang_up()
                self.answer(status, answer)

            def forward(self, body):
                way = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                way.request(self.command, self.path, body or None, {"Authorization": self.headers.get("Authorization", "")})
                answer = way.getresponse()
                try:
                    return answer.status, answer.read()
                finally:
                    way.close()

            def hang_up(self):
                self.close_connection = True

        super().__init__(Passing)
        self.url = f"http://127.0.0.1:{self.port}"

    def deed(self):
        """Six of ten requests pass."""
        with self.lock:
            deed = self.dice.choice(["lose the request", "500", "503", "429", "web page", "lose the answer",
                                     "half the answer", "repeat", "delay"]) if self.dice.random() < 0.45 else "pass"
            self.done[deed] = self.done.get(deed, 0) + 1
            return deed
