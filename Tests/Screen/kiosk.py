"""A station of the sample event, with a page at any free port."""

import pathlib
import tempfile

from Harness.host import Host
from Harness.organizer import Sample
from Harness.servers import free_port
from Harness.station import Station


class Kiosk(Station):
    """Takes codes from its standard input, as `usherd --stdin` does.

    `prepare`: changes the sample before it is installed; `is_new`: nobody has installed anything, nor trusts a key.
    `token`: of the figures and the phones, for other machines. `{port}` in their hosts stands for the port that they came to.
    """

    def __init__(self, lab, prepare=None, is_new=False, token=None, **screen):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="kiosk.", dir=lab.folder))
        self.sample = Sample(lab, folder / "sample")
        self.screen = {"listen": "127.0.0.1:0", "ready_after": "60s", **screen}
        super().__init__(Host(lab, folder, {"screen": self.screen}, {"figures-token": token, "phones-token": token} if token else {}))
        if prepare:
            prepare(self)
        if not is_new:
            self.install(self.sample.public_key, self.sample.list, self.sample.folder / "other.usher")

    def add_operator(self, name, role, pin):
        self.usher("operator", "add", name, "--role", role, input=pin)

    def start(self):
        others = [name for name in ("figures", "phones") if name in self.screen]
        for name in others:
            port = free_port()
            self.screen[name] = {"listen": f"127.0.0.1:{port}", "hosts": [
                host.format(port=port) for host in self.screen[name]["hosts"]]}
        super().start()
        self.url = self.transport.said(r"\burl=(http://\S+)")[1]
        for name in others:
            setattr(self, f"{name}_url", self.transport.said(rf"\b{name}=(http://\S+)")[1])

    def present(self, answer):
        """A code of the sample, at the gate where it gets this answer; returns the verdict."""
        return self.show(answer["code"], answer["gate"], answer["direction"])

    def stop(self):
        self.transport.stop()

    def restart(self):
        """At the same address."""
        self.stop()
        self.screen["listen"] = self.url.removeprefix("http://").removesuffix("/")
        self.start()

    def __exit__(self, *_):
        self.stop()
