"""usherd on the sample event, with a page at any free port."""

import json
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile


class Station:
    """Takes codes from its standard input, as `usherd --stdin` does.

    `prepare`: changes the sample before it is installed.
    `token`: of the figures for other machines. `{port}` in their hosts stands for the port that they came to.
    """

    def __init__(self, programs, prepare=None, token=None, **screen):
        self.programs = programs
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="usher-screen."))
        self.sample = self.folder / "sample"
        self.state = self.folder / "state"
        self.screen = {"listen": "127.0.0.1:0", "ready_after": "60s", **screen}
        self.usher("sample", self.sample)
        self.usher("key", "trust", self.sample / "organizer.pub", "--state", self.state)
        if prepare:
            prepare(self)
        for name in ("sample", "other"):
            self.usher("manifest", "install", self.sample / f"{name}.usher", "--state", self.state)
        if token:
            (self.state / "credentials").mkdir(mode=0o700, exist_ok=True)
            (self.state / "credentials/figures-token").write_text(token)
        self.answers = [json.loads(line) for line in (self.sample / "answers.jsonl").read_text().splitlines()]
        self.start()

    def usher(self, *arguments):
        subprocess.run([self.programs / "usher", *arguments], check=True, stdout=subprocess.DEVNULL)

    def start(self):
        if "figures" in self.screen:
            port = free_port()
            self.screen["figures"] = {"listen": f"127.0.0.1:{port}", "hosts": [
                host.format(port=port) for host in self.screen["figures"]["hosts"]]}
            self.figures_url = f"http://127.0.0.1:{port}/"
        settings = "".join(f"  {key}: {json.dumps(value)}\n" for key, value in self.screen.items())
        configuration = self.folder / "usher.yaml"
        configuration.write_text(f"screen:\n{settings}")
        self.process = subprocess.Popen(
            [self.programs / "usherd", "--stdin", "--config", configuration, "--state", self.state],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        missing = {"url", "figures"} if "figures" in self.screen else {"url"}
        for line in self.process.stderr:
            if found := re.search(r"\b(url|figures)=(http://\S+)", line):
                missing.discard(found[1])
                if found[1] == "url":
                    self.url = found[2]
            if not missing:
                return
        raise AssertionError("usherd ended before its page was there")

    def show(self, answer):
        """Presents a code, and returns the verdict that usherd prints."""
        self.process.stdin.write(json.dumps(answer) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def stop(self):
        self.process.terminate()
        self.process.communicate()

    def restart(self):
        """At the same address."""
        self.stop()
        self.screen["listen"] = self.url.removeprefix("http://").removesuffix("/")
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
