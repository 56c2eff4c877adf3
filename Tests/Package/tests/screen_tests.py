"""The screen's own command, in a cage that has no monitor, with the rules that its unit gives the browser."""

import contextlib
import functools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from Harness import sentences
from Harness.commands import run
from Harness.guests.releases import host_name
from Harness.servers import Handler, Server
from Harness.lab import TREE
from Harness.venv import CACHE
from Harness.waiting import wait_until

SUITE = sentences.Suite("screen")
test = SUITE.test

START_SECONDS = 60
ASSETS = TREE / "Sources/CLibraries/CDoorAssets/assets"

# In a mount namespace of its own, as the unit has it; then as a user without powers, because cage refuses root. Another
# release takes the place of the whole root: in a chroot, Chromium may not make its own namespaces (unshare(2)).
AS_THE_UNIT = """\
set -e
if [ "$ROOT" != / ]; then
  mount --bind "$ROOT" "$ROOT"
  for each in proc dev sys tmp; do mount --rbind "/$each" "$ROOT/$each"; done
  cd "$ROOT" && pivot_root . . && umount --lazy . && cd /
fi
mount -t tmpfs tmpfs /etc/chromium && mkdir -p /etc/chromium/policies/managed
[ -z "$POLICIES" ] || cp "$POLICIES" /etc/chromium/policies/managed/usher.json
exec setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs env -i PATH=/usr/bin:/bin HOME="$HOME" \
  XDG_RUNTIME_DIR="$HOME" RUNTIME_DIRECTORY="$HOME" WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 \
  XKB_CONFIG_EXTRA_PATH="$XKB" XKB_DEFAULT_RULES=usher USHER_SCREEN_HOST="$HOST" USHER_SCREEN_PORT="$PORT" "$SCREEN"
"""


# With the page's own script, by which it says to the station what it has drawn.
CONFIRMS = """<!doctype html><title>Usher</title><p>Ready</p><script type="module">
  import { Drawn } from "/drawn.js";
  new Drawn("door");
</script>"""


class Page(Server):
    """A server that remembers whether somebody asked it for a page, and what the page has confirmed. By itself the page
    leads to another address."""

    def __init__(self, address, elsewhere="about:blank", document=None):
        self.address, self.asked, self.confirmed = address, threading.Event(), []
        document = document or f'<!doctype html><meta http-equiv="refresh" content="1; url={elsewhere}">'
        page = self

        class Asked(Handler):
            def do_GET(self):
                if self.path == "/drawn":
                    return self.answer(200, b'{"has_drawn":true,"undrawn_ms":0}')
                if self.path == "/drawn.js":
                    return self.answer(200, (ASSETS / "drawn.js").read_bytes(), "text/javascript")
                if self.path.startswith("/?screen=console"):
                    page.asked.set()
                return self.answer(200, document.encode(), "text/html")

            def do_POST(self):
                page.confirmed.append(json.loads(self.body()))
                return self.answer(200, b"{}")

        super().__init__(Asked, address=address)
        self.url = f"http://{address}:{self.port}/?screen=console"

    def says_covered(self, is_covered):
        """From now on: whether it has confirmed, and says this of itself."""
        already = len(self.confirmed)
        return lambda: any(each.get("is_covered", False) == is_covered for each in self.confirmed[already:])


@functools.cache
def root(release, log):
    """The folder in which cage and Chromium of this release are: of the host, or of a chroot in the cache folder."""
    if release.name == host_name():
        return pathlib.Path("/")
    made = CACHE / "usher-package" / f"screen-{release.name}"
    if not made.is_dir():
        made.parent.mkdir(parents=True, exist_ok=True)
        building = pathlib.Path(tempfile.mkdtemp(prefix=f"{made.name}.", dir=made.parent))
        building.chmod(0o755)
        began = time.monotonic()
        run("mmdebstrap", "--quiet", "--variant=apt", "--dpkgopt=force-unsafe-io",
            "--include=cage,chromium,fonts-dejavu-core,kbd,xwayland", release.name, building)
        building.rename(made)
        log(f"cage and Chromium of {release}: {time.monotonic() - began:.0f} s")
    return made


@contextlib.contextmanager
def screen(lab, name, page, policies=True):
    """The ExecStart= of usher-screen.service, with this page instead of the station's."""
    home = lab.folder / name
    home.mkdir(mode=0o700)
    shutil.chown(home, "nobody")
    lab.folder.chmod(0o711)
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home),
        "ROOT": str(root(lab.release, lab.log)),
        "POLICIES": str(lab.root / "usr/share/usher/screen-policies.json") if policies else "",
        "SCREEN": str(lab.root / "usr/lib/usher/screen"), "XKB": str(lab.root / "usr/share/usher/xkb"),
        "HOST": page.address, "PORT": str(page.port)}
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
    with Page("127.0.0.2") as elsewhere, Page("127.0.0.1", elsewhere.url) as station:
        with screen(lab, "open", station, policies=False):
            assert elsewhere.asked.wait(START_SECONDS), "without its rules the browser should open any address"
    with Page("127.0.0.2") as elsewhere, Page("127.0.0.1", elsewhere.url) as station:
        began = time.monotonic()
        with screen(lab, "ruled", station) as process:
            assert station.asked.wait(START_SECONDS), f"no page: {(lab.folder / 'ruled.log').read_text()[-2000:]}"
            ready = time.monotonic() - began
            # The page leads there after a second.
            assert not elsewhere.asked.wait(3), "the browser opened another address"
            assert process.poll() is None, "the screen ended by itself"
    return f"its page asked for after {ready:.1f} s"


@test("when the browser is killed the screen fails, so that systemd starts it again")
def killed(lab):
    with Page("127.0.0.1") as station, screen(lab, "killed", station) as process:
        assert station.asked.wait(START_SECONDS), f"no page: {(lab.folder / 'killed.log').read_text()[-2000:]}"
        os.kill(browser_of(process), signal.SIGKILL)
        assert process.wait(timeout=START_SECONDS) != 0
        assert "ended with status" in (lab.folder / "killed.log").read_text()


@test("the page says when another window lies over it, and when that is gone")
def covered(lab):
    with Page("127.0.0.1", document=CONFIRMS) as station, screen(lab, "covered", station) as process:
        wait_until(station.says_covered(False), "the page confirms that it is drawn", START_SECONDS)
        assert station.confirmed[0]["is_console"], station.confirmed[0]
        other = another_window(lab, "covered", process)
        try:
            wait_until(station.says_covered(True), "the page says that it is covered", START_SECONDS)
        finally:
            os.killpg(other.pid, signal.SIGKILL)
            other.wait()
        wait_until(station.says_covered(False), "the page says that nothing covers it", START_SECONDS)


def another_window(lab, name, process):
    """Opened in the same compositor, as one of the browser's own would be: the leader of its own process group."""
    inside = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0]
    home = lab.folder / name
    [display] = [each.name for each in home.glob("wayland-*") if each.suffix != ".lock"]
    return subprocess.Popen(
        ["nsenter", f"--target={inside}", "--mount", "--pid", "--", "setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups",
         "env", "-i", "PATH=/usr/bin:/bin", f"HOME={home}", f"XDG_RUNTIME_DIR={home}", f"WAYLAND_DISPLAY={display}",
         "chromium", "--ozone-platform=wayland", "--disable-gpu", f"--user-data-dir={home}/other", "--no-first-run",
         "about:blank"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def browser_of(screen):
    """The process that cage has started: the first of the browser's many."""
    listing = run("ps", "-e", "-o", "pid=,ppid=,comm=").splitlines()
    processes = {int(pid): (int(parent), name) for pid, parent, name in (line.split(None, 2) for line in listing)}

    def is_below(pid):
        return pid == screen.pid or (pid in processes and is_below(processes[pid][0]))

    found = [pid for pid, (parent, name) in processes.items()
             if name == "chromium" and processes.get(parent, (0, ""))[1] == "cage" and is_below(pid)]
    assert len(found) == 1, f"{len(found)} browsers of one cage"
    return found[0]
