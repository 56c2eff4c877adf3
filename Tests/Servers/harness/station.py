"""A station: usherd with a state folder of its own, fed line by line."""

import json
import shutil
import subprocess

from .suite import wait_until


class Station:
    """`backend` are the lines of its configuration for the server it tells. `station`: its name, unless the folder's."""

    def __init__(self, lab, folder, backend, token, station=None):
        self.lab, self.folder = lab, lab.folder / folder
        self.folder.mkdir()
        self.state, self.config = self.folder / "state", self.folder / "usher.yaml"
        self.process = None
        lines = "".join(f"    {key}: {json.dumps(value)}\n" for key, value in backend.items())
        self.config.write_text(f"station: {station or folder.replace(' ', '-')}\nbackends:\n  box:\n{lines}")
        secrets = self.state / "credentials"
        secrets.mkdir(parents=True, mode=0o700)
        (secrets / "box").write_text(token + "\n")
        (secrets / "box").chmod(0o600)

    def copy(self, name):
        """Another with the same state: a backup that was played back."""
        twin = Station.__new__(Station)
        twin.lab, twin.folder, twin.process = self.lab, self.lab.folder / name, None
        shutil.copytree(self.folder, twin.folder)
        twin.state, twin.config = twin.folder / "state", twin.folder / "usher.yaml"
        # A station takes a folder that was put back for a copy of itself.
        twin.usher("station", "new-identity")
        return twin

    def usher(self, *arguments, **more):
        return self.lab.run("usher", *arguments, "--state", self.state, **more)

    def install(self, key, list):
        self.usher("key", "trust", key)
        self.usher("manifest", "install", list)

    def __enter__(self):
        errors = open(self.folder / "usherd.log", "ab")
        self.process = subprocess.Popen(
            [self.lab.programs / "usherd", "--stdin", "--config", self.config, "--state", self.state],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, bufsize=1)
        errors.close()
        wait_until(lambda: self.process.poll() is not None or (self.state / "usher.sock").exists(), "usherd starts")
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        if self.process.wait() != 0:
            raise AssertionError(f"usherd ended with {self.process.returncode}: see {self.folder / 'usherd.log'}")

    def kill(self):
        """As a power cut does to a program."""
        self.process.kill()
        self.process.wait()

    def send(self, code, gate, direction="in"):
        """Shows a code, and does not wait for the verdict."""
        self.process.stdin.write(json.dumps({"code": code, "gate": str(gate), "direction": direction}) + "\n")

    def show(self, code, gate, direction="in"):
        """Shows a code, and returns the verdict."""
        self.send(code, gate, direction)
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"usherd gave no verdict: see {self.folder / 'usherd.log'}")
        return json.loads(line)

    def word(self, code, gate, direction="in"):
        verdict = self.show(code, gate, direction)
        return verdict["reason"] or verdict["verdict"]

    def outbox(self):
        return json.loads(self.usher("outbox", "list", "--json"))["items"]

    def settle(self):
        """Returns when nothing waits, with what the server did not take."""
        wait_until(lambda: all(each["state"] != "waiting" for each in self.outbox()), "the outbox empties", 240)
        return self.outbox()

    def journal(self):
        return [json.loads(line) for line in self.usher("journal", "list", "--json").splitlines()]
