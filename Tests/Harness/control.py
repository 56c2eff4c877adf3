"""A browser at the control room, without the browser: signs in with the token, and asks for what the page shows."""

import http.client
import json

from Harness.waiting import PATIENCE, wait_until


class Visitor:
    def __init__(self, port, token, host="control.example.org"):
        self.port, self.token, self.host, self.cookie = port, token, host, None

    def request(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            headers = {"Host": self.host, "Origin": f"https://{self.host}"}
            if self.cookie:
                headers["Cookie"] = self.cookie
            connection.request(method, path, body and json.dumps(body), headers)
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def sign_in(self):
        answer, text = self.request("POST", "/sign-in", {"token": self.token})
        assert answer.status == 200, (answer.status, text)
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        return self

    def state(self):
        answer, text = self.request("GET", "/control/state")
        assert answer.status == 200, (answer.status, text)
        return json.loads(text)

    def heads(self, station):
        answer, text = self.request("GET", f"/control/heads?station={station}")
        assert answer.status == 200, (answer.status, text)
        return text.decode().splitlines()

    def stations(self):
        """By name."""
        return {each["status"]["station"]: each for each in self.state()["stations"]}

    def admitted(self, event):
        """People on the first list of an event; 0 while nobody has reported."""
        return next((each["lists"][0]["admitted"] for each in self.state()["events"] if each["event"] == event), 0)

    def wait_until_admitted(self, event, people, limit=PATIENCE):
        wait_until(lambda: self.admitted(event) == people, f"the control room shows {people} people", limit)
