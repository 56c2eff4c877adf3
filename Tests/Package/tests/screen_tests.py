"""The screen's own command, in a cage that has no monitor, with the rules that its unit gives the browser."""

import contextlib
import http.server
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time

import sentences
from package import run

SUITE = sentences.Suite("screen")
test = SUITE.test

START_SECONDS = 60

# In a mount namespace of its own, as the unit has it; then as a user without powers, because cage refuses root.
AS_THE_UNIT = """\
mount -t tmpfs tmpfs /etc/chromium && mkdir -p /etc/chromium/policies/managed
[ -z "$POLICIES" ] || cp "$POLICIES" /etc/chromium/policies/managed/usher.json
exec setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs env -i PATH=/usr/bin:/bin HOME="$HOME" \
  XDG_RUNTIME_DIR="$HOME" WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 sh -c "exec $COMMAND"
"""


class Page:
    """A server that remembers whether somebody asked it for a page."""

    def __init__(self, address):
        self.asked = threading.Event()
        page = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                page.asked.set()
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>page</title>")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((address, 0), Handler)
        self.url = f"http://{address}:{self.server.server_port}/"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


@contextlib.contextmanager
def screen(lab, name, *urls, policies=True):
    """The ExecStart= of usher-screen.service, with these pages instead of the station's."""
    unit = (lab.root / "lib/systemd/system/usher-screen.service").read_text().replace("\\\n", " ")
    command = re.search(r"^ExecStart=(.*) http://\S+$", unit, re.M).group(1)
    home = lab.folder / name
    home.mkdir(mode=0o700)
    shutil.chown(home, "nobody")
    lab.folder.chmod(0o711)
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home),
        "POLICIES": str(lab.root / "usr/share/usher/screen-policies.json") if policies else "",
        "COMMAND": command.replace("/run/usher-screen", str(home)) + " " + " ".join(urls)}
    with open(lab.folder / f"{name}.log", "wb") as log:
        cage = subprocess.Popen(["unshare", "--mount", "--pid", "--mount-proc", "--fork", "sh", "-c", AS_THE_UNIT],
                                env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            yield cage
        finally:
            if cage.poll() is None:
                # The first process of the namespace, and with it all others. It changes its user, so that no parent's
                # death is told to it (prctl(2), PR_SET_PDEATHSIG).
                for child in pathlib.Path(f"/proc/{cage.pid}/task/{cage.pid}/children").read_text().split():
                    os.kill(int(child), signal.SIGKILL)
                cage.wait()


@test("the browser opens the station's page, and no other address")
def only_the_page(lab):
    assert os.geteuid() == 0, "this test mounts the browser's rules, and needs to be root"
    with Page("127.0.0.2") as elsewhere, Page("127.0.0.1") as station:
        with screen(lab, "open", elsewhere.url, station.url, policies=False):
            assert elsewhere.asked.wait(START_SECONDS), "without its rules the browser should open any address"
    with Page("127.0.0.2") as elsewhere, Page("127.0.0.1") as station:
        began = time.monotonic()
        with screen(lab, "ruled", elsewhere.url, station.url) as cage:
            assert station.asked.wait(START_SECONDS), f"no page: {(lab.folder / 'ruled.log').read_text()[-2000:]}"
            ready = time.monotonic() - began
            # The other one was opened first, and had its turn.
            assert not elsewhere.asked.wait(1), "the browser opened another address"
            assert cage.poll() is None, "the screen ended by itself"
    return f"its page asked for after {ready:.1f} s"


@test("when the browser is killed the screen ends, so that systemd starts it again")
def killed(lab):
    with Page("127.0.0.1") as station, screen(lab, "killed", station.url) as cage:
        assert station.asked.wait(START_SECONDS), f"no page: {(lab.folder / 'killed.log').read_text()[-2000:]}"
        os.kill(browser_of(cage), signal.SIGKILL)
        cage.wait(timeout=START_SECONDS)


def browser_of(cage):
    """The process that cage has started: the first of the browser's many."""
    listing = run("ps", "-e", "-o", "pid=,ppid=,comm=").splitlines()
    processes = {int(pid): (int(parent), name) for pid, parent, name in (line.split(None, 2) for line in listing)}

    def is_below(pid):
        return pid == cage.pid or (pid in processes and is_below(processes[pid][0]))

    found = [pid for pid, (parent, name) in processes.items()
             if name == "chromium" and processes.get(parent, (0, ""))[1] == "cage" and is_below(pid)]
    assert len(found) == 1, f"{len(found)} browsers of one cage"
    return found[0]
