"""A station that tells a server of its check-ins."""

from Harness.host import Host
from Harness.station import Station


def telling(lab, folder, backend, token, called=None):
    """`backend`: what its configuration says of the server. `called`: its name, unless the folder's."""
    return Station(Host(
        lab, lab.folder / folder, {"station": called or folder.replace(" ", "-"), "backends": {"box": backend}},
        {"box": token}))
