"""A station that tells servers of its check-ins."""

from Harness.host import Host
from Harness.station import Station


def telling(lab, folder, backend, token, called=None):
    """`backend`: what its configuration says of the server. `called`: its name, unless the folder's."""
    return telling_all(lab, folder, {"box": backend}, token, called)


def telling_all(lab, folder, backends, token, called=None):
    """The same of several servers, by their names, which all know it by one token."""
    return Station(Host(
        lab, lab.folder / folder, {"station": called or folder.replace(" ", "-"), "backends": backends},
        dict.fromkeys(backends, token)))
