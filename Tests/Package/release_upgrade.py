"""A guest that was a station on Debian 12, and was upgraded to the next release as its administrator would."""

import shlex

from Harness.guests import image
from Harness.guests.releases import Release

# As docs/INSTALL.md says it. Questions about changed files get the answer that apt proposes: to keep one's own.
UPGRADE = """\
export DEBIAN_FRONTEND=noninteractive
sed -i s/{old}/{new}/g /etc/apt/sources.list
apt-get update --quiet
apt-get upgrade --quiet --yes --without-new-pkgs -o Dpkg::Options::=--force-confold
apt-get full-upgrade --quiet --yes -o Dpkg::Options::=--force-confold
apt-get autoremove --quiet --yes
"""

# What usherd does where no systemd runs: its folder is made, and lines are the codes that it is shown.
STATION = """\
apt-get install --quiet --yes --no-install-recommends /var/tmp/upgrade/{deb}
install -d -m 700 -o usher -g usher /var/lib/usher
cd /var/tmp/upgrade
as_usher() {{ runuser -u usher -- "$@"; }}
as_usher usher key trust organizer.pub --state /var/lib/usher
as_usher usher manifest install {list} --state /var/lib/usher
as_usher env USHER_GATE=A usherd --stdin --state /var/lib/usher < codes > /root/verdicts-before
cp moved.service /etc/systemd/system
systemctl enable moved.service
touch /root/moved
"""

# The root was made in a chroot and then copied onto a disk, which usherd takes for a copy of a station, as it should. So
# what docs/TROUBLESHOOT.md says of a disk that was moved is done once, before usherd starts.
MOVED = """\
[Unit]
Before=usherd.service
ConditionPathExists=/root/moved

[Service]
Type=oneshot
ExecStart=/usr/sbin/runuser -u usher -- /usr/bin/usher station new-identity --state /var/lib/usher
ExecStartPost=/bin/rm /root/moved

[Install]
WantedBy=multi-user.target
"""


class UpgradedBuilder(image.Builder):
    """The package is installed on the old release and takes tickets there; then the release is upgraded in a chroot.

    Not in a guest: guests have no network, and nearly all packages are replaced, which emulation makes very slow.
    """

    def __init__(self, folder, kernel, log, release, deb, organizer, codes):
        super().__init__(folder, kernel, log, release)
        self.installed = Release("bookworm")
        brought = folder / "upgrade"
        brought.mkdir()
        for each in (deb, organizer.public_key, organizer.list):
            (brought / each.name).write_bytes(each.read_bytes())
        (brought / "moved.service").write_text(MOVED)
        (brought / "codes").write_text("".join(f"{each}\n" for each in codes))
        scripts = (STATION.format(deb=deb.name, list=organizer.list.name),
                   UPGRADE.format(old=self.installed.name, new=release.name))
        self.changes = [
            f'copy-in "{brought}" /var/tmp',
            *(f'chroot "$1" sh -euxc {shlex.quote(each)}' for each in scripts),
            'rm -r "$1/var/tmp/upgrade"',
        ]

    def build_loopback(self):
        """No test of an upgraded machine needs one."""
