"""Tests of the role: a Debian with its own systemd, in a container, becomes a station."""

import contextlib, hashlib, json, os, pathlib, re, shlex, shutil, signal, socket, subprocess, sys, tempfile, unittest

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[2]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "usher-ansible"
# Beside what the package depends on: systemd, what Ansible needs, and how it gets in.
RELEASE = os.environ.get("USHER_TEST_RELEASE", "bookworm")
INCLUDED = "systemd,systemd-sysv,dbus,udev,python3,python3-apt,openssh-server"
NAME = "kiosk-1"
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
START_SECONDS = 120
PLAYBOOK = "- {hosts: stations, roles: [usher]}\n"
SECRET = "correct-horse-battery-staple"


def run(*command, **options):
    done = subprocess.run([str(each) for each in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode:
        raise AssertionError(f"{shlex.join(map(str, command))}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


def made_root(package):
    """A Debian that has what the package depends on, and no package source. Made once, and kept."""
    depends = run("dpkg-deb", "--field", package, "Depends").strip()
    root = CACHE / f"{RELEASE}-{hashlib.sha256((INCLUDED + depends).encode()).hexdigest()[:8]}"
    if not root.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        print(f"Making {root} (once)", flush=True)
        making = pathlib.Path(tempfile.mkdtemp(prefix="making.", dir=CACHE))
        making.chmod(0o755)
        run("mmdebstrap", "--quiet", "--variant=minbase", f"--include={INCLUDED}", "--dpkgopt=force-unsafe-io",
            f'--customize-hook=chroot "$1" apt-get satisfy --yes --no-install-recommends {shlex.quote(depends)}',
            '--customize-hook=: > "$1/etc/apt/sources.list"', '--customize-hook=: > "$1/etc/machine-id"',
            '--customize-hook=ln -s /dev/null "$1/etc/systemd/system/ssh.service"', RELEASE, making)
        making.rename(root)
    return root


class Kiosk:
    """A container with files of its own over those of others, the uppermost first. It has no network."""

    def __init__(self, folder, *lower):
        self.folder, self.lower = folder, lower
        self.changed = folder / "changed"

    def __enter__(self):
        for each in ("changed", "work", "root"):
            (self.folder / each).mkdir(parents=True)
        self.changed.chmod(0o755)
        # In namespaces of its own, so that nothing is left mounted. systemd wants control groups of version 2.
        script = """
            mount -t overlay -o lowerdir="$2",upperdir="$1/changed",workdir="$1/work" overlay "$1/root"
            umount --recursive /sys/fs/cgroup && mount -t cgroup2 cgroup2 /sys/fs/cgroup
            exec systemd-nspawn --quiet --register=no --keep-unit --boot --notify-ready=yes --private-network \
              --console=pipe --machine="$3" --directory="$1/root" """
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            address = f"@usher-ansible-{os.getpid()}-{self.folder.name}"  # what is told there: sd_notify(3)
            manager.bind("\0" + address[1:])
            manager.settimeout(START_SECONDS)
            with open(self.folder / "console.log", "wb") as console:
                self.process = subprocess.Popen(
                    ["unshare", "--mount", "sh", "-euc", script, "-", self.folder, ":".join(map(str, self.lower)),
                     NAME], stdin=subprocess.DEVNULL, stdout=console, stderr=console,
                    env=os.environ | {"NOTIFY_SOCKET": address})
            try:
                said = ""
                while not re.search("^READY=1$", said, re.M) or "X_NSPAWN_LEADER_PID=" not in said:
                    said += manager.recv(4096).decode() + "\n"
            except TimeoutError:
                self.__exit__()
                raise AssertionError((self.folder / "console.log").read_text(errors="replace")) from None
        self.leader = re.search("^X_NSPAWN_LEADER_PID=([0-9]+)$", said, re.M)[1]
        self.sh("mkdir -p /run/sshd")  # which its unit would make
        return self

    def __exit__(self, *_):
        if hasattr(self, "leader"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(self.leader), signal.SIGRTMIN + 3)  # for systemd: halt
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(START_SECONDS)
        self.process.kill()
        self.process.wait()

    def sh(self, script, **options):
        return run("nsenter", "--target", self.leader, "--all", "env", "--ignore-environment", f"PATH={PATH}",
                   "sh", "-euc", script, **options)

    def files(self):
        """The content of all that the role may write, and who may read it."""
        return self.sh("cd /etc; find usher systemd/system apt/keyrings apt/sources.list.d -printf '%M %u %p %l\\n' "
                       "| sort; find usher systemd/system -type f -exec sha256sum {} + | sort; "
                       "systemctl show --property=MainPID usherd || true")

    def says(self, *command):
        return json.loads(self.sh(f"usher {shlex.join(command)} --json"))


class RoleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.root, cls.kiosks = made_root(PACKAGE), 0
        files = cls.folder / "play"
        files.mkdir()
        cls.play = files
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", files / "id")
        base = cls.folder / "base"
        (base / "root/.ssh").mkdir(parents=True, mode=0o700)
        base.chmod(0o755)
        (base / "root").chmod(0o700)
        shutil.copy(files / "id.pub", base / "root/.ssh/authorized_keys")
        (files / "site.yml").write_text(PLAYBOOK)
        (files / "password").write_text("of the vault\n")
        (files / "secrets.yml").write_text(json.dumps({"usher_credentials": {"box-office": SECRET}}))
        run("ansible-vault", "encrypt", "--vault-password-file", files / "password", files / "secrets.yml")
        cls.bare = (base, cls.root)
        with Kiosk(cls.folder / "first", *cls.bare) as kiosk:
            cls.first(kiosk)
        cls.station = (kiosk.changed, *cls.bare)

    @classmethod
    def first(cls, kiosk):
        """To a bare kiosk: looked at, then really. What the organizer has is made on it, which has the program then."""
        test = cls()
        variables = {key: value for key, value in SETTINGS.items() if key != "usher_keys"}
        before = kiosk.files()
        said = test.apply(kiosk, variables, "--check", "--diff")
        test.assertEqual(test.counts(said)["changed"], 1, said)
        test.assertEqual(kiosk.files(), before)
        cls.first_said = test.apply(kiosk, variables)
        kiosk.sh("usher sample /tmp/sample --tickets 200 >/dev/null; rm -r /tmp/sample/codes")
        (cls.play / "organizer.pub").write_text(kiosk.sh("cat /tmp/sample/organizer.pub; mv /tmp/sample /root"))
        test.apply(kiosk)

    @contextlib.contextmanager
    def kiosk(self, *lower):
        """A station to which the role was applied."""
        type(self).kiosks += 1
        with Kiosk(self.folder / f"kiosk-{self.kiosks}", *(lower or self.station)) as kiosk:
            kiosk.sh("systemctl is-system-running --wait >/dev/null || true")
            yield kiosk

    def apply(self, kiosk, variables=None, *options, fails=False):
        """Returns what Ansible said."""
        ssh = f"-o ProxyCommand='nsenter --target {kiosk.leader} --all -- /usr/sbin/sshd -i -o UsePAM=no' " \
              "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o ControlPath=none"
        (self.play / "inventory.yml").write_text(json.dumps({"stations": {"hosts": {NAME: {
            "ansible_user": "root", "ansible_ssh_private_key_file": str(self.play / "id"),
            "ansible_ssh_common_args": ssh, "ansible_python_interpreter": "/usr/bin/python3"}}}}))
        (self.play / "variables.json").write_text(json.dumps(SETTINGS if variables is None else variables))
        done = subprocess.run(
            [*ANSIBLE, "--inventory", "inventory.yml", "--vault-password-file", "password",
             "--extra-vars", "@secrets.yml", "--extra-vars", "@variables.json", "site.yml", *options],
            cwd=self.play, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            env=os.environ | {"ANSIBLE_ROLES_PATH": str(HERE.parent / "roles"), "ANSIBLE_NOCOLOR": "1",
                              "ANSIBLE_HOME": str(self.folder / "ansible"), "ANSIBLE_PIPELINING": "1",
                              "ANSIBLE_LOCAL_TEMP": str(self.folder / "ansible/tmp"), "LC_ALL": "C.UTF-8"})
        self.assertEqual(done.returncode != 0, fails, done.stdout)
        self.assertNotIn(SECRET, done.stdout)
        for word in ("[WARNING]", "DEPRECAT"):
            self.assertNotIn(word, done.stdout)
        return done.stdout

    def counts(self, said):
        """The last line: `kiosk-1 : ok=20 changed=0 unreachable=0 failed=0 ...`."""
        line = re.search(f"^{NAME} +: (.*)$", said, re.M)[1]
        return {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", line)}

    def check_unchanged(self, kiosk, *options, **variables):
        said = self.apply(kiosk, SETTINGS | variables, *options)
        self.assertEqual(self.counts(said)["changed"], 0, said)

    def test_a_bare_kiosk_becomes_a_station(self):
        with self.kiosk() as kiosk:
            self.assertEqual(kiosk.sh("systemctl is-active usherd; systemctl is-enabled usherd").split(),
                             ["active", "enabled"])
            self.assertEqual(kiosk.sh("systemctl is-enabled usher-screen || true").strip(), "disabled")
            self.assertEqual(kiosk.says("status")["station"], NAME)
            self.assertEqual(kiosk.sh("stat --format '%a %U' /etc/usher/usher.yaml /etc/usher/keys/organizer.pub "
                                      "/etc/usher/credentials/box-office").split(),
                             ["644", "root", "644", "root", "600", "root"])
            self.assertEqual(kiosk.sh("cat /run/credentials/usherd.service/box-office"), SECRET)
            kiosk.sh("usher key list | grep -q organizer.pub")

    def test_a_second_time_nothing_changes(self):
        with self.kiosk() as kiosk:
            before = kiosk.files()
            self.check_unchanged(kiosk)
            self.check_unchanged(kiosk, "--check", "--diff")
            self.assertEqual(kiosk.files(), before)

    def test_a_bad_configuration_changes_nothing_and_says_what_is_wrong(self):
        with self.kiosk() as kiosk:
            before = kiosk.files()
            bad = SETTINGS | {"usher_configuration": {"gatee": "A", "screen": {"rotation": 45}}, "usher_keys": []}
            for options in ((), ("--check", "--diff")):
                said = self.apply(kiosk, bad, *options, fails=True)
                self.assertIn('gatee: no such key, did you mean \\"gate\\"?', said)
                self.assertIn("screen.rotation: must be 0, 90, 180 or 270", said)
                self.assertEqual(kiosk.files(), before)

    def test_drift_is_shown_and_mended(self):
        with self.kiosk() as kiosk:
            described = kiosk.files()
            kiosk.sh("sed -i s/gate:.A/gate:\\ B/ /etc/usher/usher.yaml; systemctl disable --quiet usherd; "
                     "cd /etc/usher; cp keys/organizer.pub keys/other.pub; chmod 644 credentials/box-office")
            drifted = kiosk.files()
            said = self.apply(kiosk, None, "--check", "--diff")
            for line in ("-gate: B", "+gate: A", "changed: [kiosk-1] => (item=/etc/usher/keys/other.pub)"):
                self.assertIn(line, said)
            for task in ("Write the credentials", "Start the station, and at each boot"):
                self.assertRegex(said, rf"\[usher : {task}\] \*+\nchanged")
            self.assertEqual(kiosk.files(), drifted)
            self.apply(kiosk)
            without_process = re.compile("MainPID=.*")
            self.assertEqual(without_process.sub("", kiosk.files()), without_process.sub("", described))
            self.check_unchanged(kiosk)

    def test_what_is_not_described_stays(self):
        with self.kiosk() as kiosk:
            before = kiosk.files()
            self.check_unchanged(kiosk, usher_configuration=None, usher_keys=None)
            self.assertEqual(kiosk.files(), before)

    def test_a_credential_that_is_no_longer_described_is_not_loaded(self):
        with self.kiosk() as kiosk:
            self.apply(kiosk, SETTINGS | {"usher_credentials": {}})
            kiosk.sh("test ! -e /run/credentials/usherd.service/box-office")
            self.check_unchanged(kiosk, usher_credentials={})

    def test_while_an_event_is_on_nothing_changes_unless_it_may(self):
        with self.kiosk() as kiosk:
            kiosk.sh("usher manifest install /root/sample/sample.usher")
            self.check_unchanged(kiosk)
            before = kiosk.files()
            other = SETTINGS | {"usher_configuration": SETTINGS["usher_configuration"] | {"direction": "out"}}
            said = self.apply(kiosk, other, fails=True)
            self.assertIn("sample-gala is on here: nothing was changed", said)
            self.assertEqual(kiosk.files(), before)
            self.apply(kiosk, other | {"usher_restart_during_event": True})
            self.assertEqual(kiosk.says("status")["direction"], "out")

    def test_a_pairing_is_accepted_once(self):
        with self.kiosk() as kiosk:
            made = json.loads(kiosk.sh("cd /root/sample; usher enroll --list sample.usher --key organizer.key --gate G "
                                       f"--name {NAME} --json"))
            (self.play / "pairings").mkdir()
            (self.play / f"pairings/{NAME}.pairing").write_text(made["pairing"] + "\n")
            enrolling = SETTINGS | {"usher_pairings": "pairings", "usher_fingerprint": "0000 0000 0000 0000"}
            self.assertIn("not the one that was compared", self.apply(kiosk, enrolling, fails=True))
            enrolling["usher_fingerprint"] = made["fingerprint"]
            self.assertEqual(self.counts(self.apply(kiosk, enrolling, "--check"))["changed"], 1)
            self.apply(kiosk, enrolling)
            self.assertEqual(kiosk.says("enroll", "--status")["current"]["event"], "sample-gala")
            self.check_unchanged(kiosk, **{key: enrolling[key] for key in ("usher_pairings", "usher_fingerprint")})

    def test_a_newer_package_is_installed_and_an_older_refused(self):
        with self.kiosk() as kiosk:
            newer = SETTINGS | {"usher_package": str(self.as_version("9.0.0"))}
            self.assertEqual(self.counts(self.apply(kiosk, newer, "--check"))["changed"], 1)
            self.apply(kiosk, newer)
            self.assertEqual(kiosk.sh("dpkg-query --show --showformat='${Version}' usher"), "9.0.0")
            self.assertIn("later version", self.apply(kiosk, fails=True))

    def test_a_package_source_keeps_it_the_newest(self):
        with self.kiosk(*self.bare) as kiosk:
            source = self.folder / "source"
            source.mkdir()
            home = self.folder / "gpg"
            home.mkdir(mode=0o700)
            gpg = {"env": os.environ | {"GNUPGHOME": str(home)}}
            run("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "Usher packages", "ed25519",
                "sign", "never", **gpg)
            self.addCleanup(run, "gpgconf", "--kill", "all", **gpg)
            key = re.search("^fpr:+([0-9A-F]+):", run("gpg", "--list-keys", "--with-colons", **gpg), re.M)[1]
            served = pathlib.Path(f"/proc/{kiosk.leader}/root/srv/source")

            def offer(package):
                run(TREE / "scripts/apt-repository", key, source, package, **gpg)
                shutil.copytree(source, served, dirs_exist_ok=True)

            offer(PACKAGE)
            (source / "usher.sources").write_text(re.sub("^URIs:.*", "URIs: file:/srv/source",
                                                         (source / "usher.sources").read_text(), flags=re.M))
            settings = SETTINGS | {"usher_package": "", "usher_source": str(source), "usher_keys": None}
            self.apply(kiosk, settings)
            self.assertEqual(kiosk.says("status")["station"], NAME)
            said = self.apply(kiosk, settings)
            self.assertEqual(self.counts(said)["changed"], 0, said)
            offer(self.as_version("9.0.1"))
            said = self.apply(kiosk, settings, "--check", "--diff")
            self.assertEqual(self.counts(said)["changed"], 1, said)
            self.apply(kiosk, settings)
            self.assertEqual(kiosk.sh("dpkg-query --show --showformat='${Version}' usher"), "9.0.1")

    def as_version(self, version):
        """The package under another version, packed quickly."""
        package = self.folder / f"usher_{version}_amd64.deb"
        tree = self.folder / f"tree-{version}"
        run("dpkg-deb", "--raw-extract", PACKAGE, tree)
        control = tree / "DEBIAN/control"
        control.write_text(re.sub("^Version: .*", f"Version: {version}", control.read_text(), flags=re.M))
        run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, package)
        shutil.rmtree(tree)
        return package


if __name__ == "__main__":
    given = sys.argv[1:2] if sys.argv[1:2] and sys.argv[1].endswith(".deb") else []
    packages = [pathlib.Path(each).resolve() for each in given] or sorted(TREE.glob("usher_*_amd64.deb"))
    if os.geteuid() != 0 or not packages:
        sys.exit("run: " + ("no package; make deb makes it" if not packages else "only root can start a container"))
    PACKAGE = packages[-1]
    # Another one is tried with this variable; USHER_TEST_RELEASE=trixie is Debian 13, which takes ansible-core 2.18.
    ANSIBLE = shlex.split(os.environ.get("USHER_TEST_ANSIBLE", "ansible-playbook"))
    SETTINGS = {
        "usher_package": str(PACKAGE), "usher_screen": False, "usher_keys": ["organizer.pub"],
        "usher_configuration": {"station": "{{ inventory_hostname }}", "gate": "A", "log": "info"}}
    unittest.main(argv=[sys.argv[0], *sys.argv[1 + len(given):]])
