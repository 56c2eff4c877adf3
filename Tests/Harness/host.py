"""usherd on this host, with a state folder of its own, fed line by line."""

import contextlib
import json
import shutil
import socket
import subprocess
import threading

from Harness.programs import Program
from Harness.waiting import PATIENCE, Timeout, wait_until


class Host(Program):
    """`settings` are its configuration, `secrets` its credentials by their names; `reads` is where its codes come from."""

    def __init__(self, lab, folder, settings, secrets, reads=("--stdin",)):
        self.lab, self.folder, self.settings, self.secrets, self.reads = lab, folder, settings, secrets, reads
        super().__init__(folder / "usherd.log")
        self.state, self.printed, self.news = folder / "state", [], threading.Condition()
        (self.state / "credentials").mkdir(parents=True, mode=0o700)
        for name, text in secrets.items():
            (self.state / "credentials" / name).write_text(text)
            (self.state / "credentials" / name).chmod(0o600)

    def copy(self, folder):
        """Another with the same state: a backup that was played back."""
        twin = Host(self.lab, folder, self.settings, self.secrets, self.reads)
        shutil.copytree(self.state, twin.state, dirs_exist_ok=True)
        # A station takes a folder that was put back for a copy of itself.
        twin.usher("station", "new-identity")
        return twin

    def usher(self, *arguments, **more):
        return self.lab.usher(*arguments, "--state", self.state, **more)

    def start(self):
        config = self.folder / "usher.yaml"
        config.write_text(json.dumps(self.settings))  # all JSON is YAML
        self.launch(self.lab.programs / "usherd", *self.reads, "--config", config, "--state", self.state,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def listen(self):
        self.printed, self.is_over = [], False
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            if line.endswith("\n"):  # else it was killed while it wrote
                with self.news:
                    self.printed.append(json.loads(line))
                    self.news.notify_all()
        with self.news:
            self.is_over = True
            self.news.notify_all()

    def verdicts(self):
        """One for each code that it was sent, in their order."""
        return self.printed

    def identity(self):
        return self.process.pid

    def wait_for(self, condition, what, limit):
        with self.news:
            self.news.wait_for(lambda: condition() or self.is_over, limit)
            found = condition()
        if not found:
            raise Timeout(f"{'usherd ended' if self.is_over else f'not within {limit} s'}: {what}; see {self.log}")
        return found

    def wait_until_up(self):
        """It answers: the socket of one that was killed is still there."""
        wait_until(lambda: not self.runs() or answers(self.state / "usher.sock"), "usherd starts")

    def send(self, code, gate=None, direction=None):
        """Shows a code, and does not wait for the verdict. A station that was just killed sees nothing."""
        presentation = {"code": code, "gate": None if gate is None else str(gate), "direction": direction}
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps({key: each for key, each in presentation.items() if each}) + "\n")

    def close(self):
        """Its input ends, and then it does."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.expect_end()

    def wait(self, limit=PATIENCE):
        """Returns its exit status when it has ended, and all that it printed was read."""
        status = super().wait(limit)
        self.reader.join()
        return status


def answers(path):
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(path)) == 0
