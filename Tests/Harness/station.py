"""A station, wherever its programs run: what is asked of it, and what it decided."""

import json

from Harness import checkins
from Harness.waiting import wait_until

VERDICT_SECONDS = 60


class Station:
    """`transport` runs usherd: host.py on this host, guests/daemon.py in a virtual machine.

    A transport has `usher(*arguments)`, `start` and `listen`, `verdicts()` since it listens, `identity()`, which changes with
    a restart, and `wait_for(condition, what, limit)`, which gives up when nothing runs any more.
    """

    def __init__(self, transport):
        self.transport, self.usher, self.taken = transport, transport.usher, 0

    def install(self, key, *lists):
        """Trusts a key, and takes lists that are signed with it. Returns itself."""
        self.usher("key", "trust", key)
        for each in lists:
            self.usher("manifest", "install", each)
        return self

    def start(self, *place):
        """Starts it, anew if it runs, and follows what it decides from then on."""
        self.transport.start(*place)
        self.listen()
        self.process = self.transport.identity()

    def listen(self):
        """Follows the one that runs, and each one after it."""
        self.transport.listen()
        self.taken = 0

    def check_never_restarted(self):
        now = self.transport.identity()
        assert now == self.process, f"usherd was restarted: {self.process} {now}"

    def __enter__(self):
        """It runs on this host for as long as the context lasts."""
        self.start()
        self.transport.wait_until_up()
        return self

    def __exit__(self, *_):
        self.transport.close()

    # Verdicts, of which each is taken once.

    @property
    def verdicts(self):
        return self.transport.verdicts()

    def next_verdict(self, limit=VERDICT_SECONDS):
        """The next one nobody has taken yet."""
        return self.next_verdicts(1, limit)[0]

    def next_verdicts(self, count, limit):
        self.transport.wait_for(lambda: len(self.verdicts) >= self.taken + count,
                                f"{count} more than {self.taken} verdicts fall", limit)
        self.taken += count
        return self.verdicts[self.taken - count:self.taken]

    def check_no_more(self):
        """Call when something that certainly gave a verdict has given it: nothing else may have fallen."""
        more = self.verdicts[self.taken:]
        assert not more, f"{len(more)} verdicts too many, the first is {shown(more[0])}"

    def show(self, code, gate=None, direction=None):
        """Shows a code, and returns the verdict."""
        self.transport.send(code, gate, direction)
        return self.next_verdict()

    def word(self, code, gate=None, direction=None):
        verdict = self.show(code, gate, direction)
        return verdict["reason"] or verdict["verdict"]

    def conditions(self):
        """The codes of what needs attention, as `usher status --json` prints them."""
        return {each["code"] for each in json.loads(self.usher("status", "--json"))["conditions"]}

    # What it has kept.

    def journal(self):
        """Its entries about tickets: not who signed in, or was employed."""
        entries = checkins.entries(self.usher("journal", "export", "--format", "jsonl"))
        return [each for each in entries if each["verdict"] != "noted"]

    def outbox(self):
        """What its ticketing server has not taken."""
        return json.loads(self.usher("outbox", "list", "--json"))["items"]

    def settle(self):
        """Returns when nothing waits, with what the server did not take."""
        wait_until(lambda: all(each["state"] != "waiting" for each in self.outbox()), "the outbox empties", 240)
        return self.outbox()


def shown(verdict):
    """A verdict without anything secret or personal, for a failure's reason."""
    return {key: verdict.get(key) for key in ("seq", "verdict", "reason", "ref", "gate", "direction", "entry", "how")}
