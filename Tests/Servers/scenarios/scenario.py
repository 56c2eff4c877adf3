"""What a scenario is: a ticket, a check-in list, what happened before, a scan, and the word for it."""

import dataclasses
from collections.abc import Callable

# By their names in scenarios: fields of pretix's product, and its `variations`.
PRODUCTS = {
    "standing": {"variations": ["early", "late"]},
    "vip": {"checkin_attention": True, "checkin_text": "Hand out a lanyard"},
    "meal": {"admission": False},
    "camp": {"media_policy": "reuse", "media_type": "barcode"},
    "club": {"media_policy": "reuse", "media_type": "nfc_mf0aes"},
}
# By their names in scenarios: when a date begins, lets in and ends, in minutes from now.
DATES = {"tonight": (-60, -120, 300), "tomorrow": (1440, 1380, 1800), "open": (-60, None, None)}


@dataclasses.dataclass(frozen=True)
class Otherwise:
    """What a station says instead, and why."""

    word: str
    why: str


@dataclasses.dataclass(frozen=True)
class Scenario:
    """All times are minutes from now; it is about noon at the event. Fields and words are those of pretix's API.

    `word` is what pretixSCAN says without a network, when it has the same lists as the station: `ok` or the reason.
    """

    name: str
    word: str

    # The ticket. Where `sold` is "later", no list has it.
    product: str = "standing"
    variation: str | None = None
    date: str = "tonight"
    order: dict = dataclasses.field(default_factory=dict)
    ticket: dict = dataclasses.field(default_factory=dict)
    add_ons: tuple = ()
    # random, signed, revoked (signed, and replaced since), or nobody's
    code: str = "random"
    sold: str = "before"
    # A medium that is linked to it: `type`, `active`, `expires`, and `also`, the fields of another ticket that is.
    medium: dict | None = None
    # The organizer insists that whoever has a medium uses it.
    insists_on_medium: bool = False
    # What is asked at check-in, by name, and what pretix knows: `type`, `options`, `after` (a name and an answer).
    questions: dict = dataclasses.field(default_factory=dict)
    answered: dict = dataclasses.field(default_factory=dict)

    # The check-in list: `products` and `date` by name, and pretix's own fields.
    list: dict = dataclasses.field(default_factory=dict)

    # What happened before: `entry 30`, `exit 10`, `entry 30 elsewhere` of the lists; `entry` of this station.
    before: tuple = ()
    here: tuple = ()

    # The scan: whose code is shown (ticket or medium), and how.
    shown: str = "ticket"
    written: Callable[[str], str] = str
    source: str = "barcode"
    type: str = "entry"
    at_north: bool = False
    # What staff do: let an unpaid ticket in, or type answers, one attempt after the other. The word is that of each.
    ignore_unpaid: bool = False
    answers: tuple = ()

    # What staff must read on the screen.
    texts: tuple = ()

    # What the server says, where it is not what its app says; what a station says, where it is not.
    pretix: str | None = None
    station: Otherwise | None = None

    SET_UP = ("product", "variation", "date", "order", "ticket", "add_ons", "code", "sold", "medium", "questions",
              "answered", "list", "before")

    @property
    def set_up(self):
        """What has to be in pretix, as JSON."""
        return {name: getattr(self, name) for name in self.SET_UP}

    @property
    def station_word(self):
        return self.station.word if self.station else self.word

    @property
    def row(self):
        """Its line in docs/PRETIX.md, where a station decides otherwise."""
        name = self.name[0].upper() + self.name[1:]
        return f"| {name} | {self.word} | {self.pretix or self.word} | {self.station.word} | {self.station.why} |"

    def check(self):
        """It says nothing twice, and gives a reason for each difference."""
        assert self.pretix != self.word, f"{self.name}: pretix says the same"
        assert not self.station or self.station.word != self.word and self.station.why, f"{self.name}: it has no reason"
