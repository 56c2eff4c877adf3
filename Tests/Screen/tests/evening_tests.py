"""An evening at the door: a German steward, Japanese guests, an Arabic supervisor, a phone as second reader, ten mishaps.

Its pictures, and a strip of them all, are in .build/evening: look at them.
"""

import csv
import io
import random
import secrets
import shutil

from PIL import Image

from Harness.lab import TREE
from Harness.sentences import Suite
from Screen import browser, showing
from Screen.kiosk import Kiosk
from Screen.tests import phone_tests

SUITE = Suite("evening")
FILM = TREE / ".build/evening"
SEED = 20261205
GUESTS = 200
FAMILY = ["佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "山本", "中村", "小林", "加藤"]
GIVEN = ["花子", "太郎", "さくら", "健", "美咲", "翔太", "葵", "陽菜", "蓮", "結衣"]
STEWARD, SUPERVISOR = "Anke", "سلمى"
PINS = {STEWARD: "271828", SUPERVISOR: "314159"}
# Guests with a number have something to tell; a party of four comes every 40th.
UNPAID, VOIDED, LOST = 6, 7, 12


def guests(chance):
    """The guests in the order in which they come, as rows of the sheet of tickets."""
    return [{
        "code": secrets.token_hex(12), "ref": f"R-{1000 + number}", "type": "standard", "admits": 4 if number % 40 == 39 else 1,
        "holder": "三木 花子" if number == LOST else f"{chance.choice(FAMILY)} {chance.choice(GIVEN)}",
        "status": {UNPAID: "unpaid", VOIDED: "voided"}.get(number, "valid"),
    } for number in range(GUESTS)]


def selling(everybody):
    """Puts the guests on the sample's list, with names that its stations may search."""
    def prepare(station):
        sample = station.sample
        sample.event.write_text(sample.event.read_text() + "privacy: staff\n")
        with open(sample.tickets, newline="", encoding="utf-8") as file:
            names = csv.DictReader(file).fieldnames
        with open(sample.tickets, "a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, names).writerows(everybody)
        sample.list.unlink()
        sample.build(sample.list.name)
        shutil.copy(f"{sample.list}.staff-key", station.transport.state / "credentials/staff-sample-gala")
    return prepare


class Evening:
    """The door, what is shown there, and how many people have come in."""

    def __init__(self, lab, station, page, everybody):
        self.lab, self.station, self.page = lab, station, page
        self.everybody, self.waiting = everybody, list(everybody)
        self.people, self.scenes = 0, []

    # Pictures

    def scene(self, name, page=None):
        picture = Image.open(io.BytesIO((page or self.page).screenshot(animations="disabled"))).convert("RGB")
        picture.save(FILM / f"{len(self.scenes) + 1:02}-{name}.png")
        self.scenes.append(picture)

    def strip(self):
        """All scenes beside one another, each 480 pixels wide."""
        tiles = [each.resize((480, each.height * 480 // each.width)) for each in self.scenes]
        rows = [tiles[first:first + 4] for first in range(0, len(tiles), 4)]
        heights = [max(each.height for each in row) + 8 for row in rows]
        strip = Image.new("RGB", (4 * 488, sum(heights)), "white")
        for number, row in enumerate(rows):
            for column, each in enumerate(row):
                strip.paste(each, (column * 488, sum(heights[:number])))
        strip.save(FILM / "strip.png")

    # What people do

    def show(self, guest):
        """Holds a guest's ticket there; returns the verdict once the page has it."""
        verdict = self.station.show(guest["code"], "A")
        at = f"[data-sequence='{verdict['seq']}']"
        self.page.wait_for_selector(f".panel{at}, #recent > {at}", state="attached")
        return verdict

    def refused(self, guest, reason, scene):
        verdict = self.show(guest)
        assert (verdict["verdict"], verdict["reason"]) == ("refused", reason), verdict
        self.page.wait_for_selector(f".panel[data-sequence='{verdict['seq']}']")
        self.scene(scene)

    def come(self, *some):
        """These come in, each with what is good for one person."""
        for guest in some:
            verdict = self.show(guest)
            assert verdict["verdict"] == "admitted", (guest["ref"], verdict["reason"])
            self.waiting.remove(guest)
            self.people += 1

    def next_guests(self, count=GUESTS):
        self.come(*[each for each in self.waiting if each["status"] == "valid" and each["admits"] == 1][:count])

    def sign_in(self, name):
        self.page.click("#staff-button")
        self.page.click(f".tile:has-text('{name}')")
        self.page.wait_for_selector(".pad")
        self.page.keyboard.type(PINS[name])
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#staff-query")

    def leave(self, way="staff.lock"):
        self.page.click(f"#staff .head [data-label='{way}']")
        self.page.wait_for_selector("#staff", state="hidden")

    def find(self, query, guest):
        self.page.fill("#staff-query", query)
        self.page.keyboard.press("Enter")
        self.page.click(f".hit[data-ref='{guest['ref']}']")
        self.page.wait_for_selector("[data-act=admit]")

    def last(self, *keys):
        entry = self.station.journal()[-1]
        return tuple(entry[key] for key in keys)


@SUITE.test("200 guests come in, ten things go wrong, and in the end every number is right")
def evening(lab):
    shutil.rmtree(FILM, ignore_errors=True)
    FILM.mkdir(parents=True)
    everybody = guests(random.Random(SEED))
    with Kiosk(lab, selling(everybody), phones=phone_tests.PHONES, token=phone_tests.TOKEN) as station:
        station.add_operator(STEWARD, "steward", PINS[STEWARD])
        station.add_operator(SUPERVISOR, "supervisor", PINS[SUPERVISOR])
        with browser.page(lab.chromium, station.url) as page:
            page.wait_for_selector("body[data-link=open]")
            showing.speak(page, "de")
            page.wait_for_selector("#ready-word:has-text('Bereit')")
            door = Evening(lab, station, page, everybody)
            door.scene("bereit")
            door.next_guests(UNPAID)
            for mishap in (no_good_tickets, same_ticket_twice, menu_of_a_restaurant, empty_phone, paid_at_the_door, wrong_ticket,
                           party_of_four, wrong_pin, long_queue, restart):
                mishap(door)
            the_end(door)


def no_good_tickets(door):
    door.refused(door.everybody[UNPAID], "unpaid", "nicht-bezahlt")
    door.refused(door.everybody[VOIDED], "voided", "ungueltig")


def same_ticket_twice(door):
    door.next_guests(3)
    door.refused(next(each for each in door.everybody if each not in door.waiting), "alreadyScanned", "noch-einmal")


def menu_of_a_restaurant(door):
    """It is no ticket, and nothing is recorded."""
    before = len(door.station.journal())
    door.station.transport.send("https://example.org/menu", None, None)
    assert door.station.next_verdict()["hint"] == "webAddress"
    door.page.wait_for_selector("#hint:not([hidden])")
    door.scene("speisekarte")
    assert len(door.station.journal()) == before


def empty_phone(door):
    """She says her name, two characters of it; the supervisor, who reads Arabic, lets her in."""
    guest = door.everybody[LOST]
    door.sign_in(SUPERVISOR)
    showing.speak(door.page, "ar")
    assert door.page.get_attribute("html", "dir") == "rtl"
    door.find("三木", guest)
    door.scene("arabic-found")
    door.page.click("[data-act=admit]")
    door.page.wait_for_selector(".panel[data-color=green]")
    assert door.last("kind", "operator", "ref") == ("manual", SUPERVISOR, guest["ref"])
    door.waiting.remove(guest)
    door.people += 1
    door.scene("arabic-admitted")


def paid_at_the_door(door):
    """Against the rules, with a reason; then the screen is the steward's again, and speaks German."""
    guest = door.everybody[UNPAID]
    door.page.click("#staff .head [data-label='staff.back']")
    door.find("r1006", guest)
    door.page.click("[data-act=admit]")
    door.page.wait_for_selector("[data-act=override]")
    door.page.fill("#staff-reason", "دفع نقدا")
    door.page.click("[data-act=override]")
    door.page.wait_for_selector("#staff .result button")
    assert door.last("kind", "operator", "ref", "note") == ("override", SUPERVISOR, guest["ref"], "دفع نقدا")
    door.waiting.remove(guest)
    door.people += 1
    door.scene("arabic-override")
    door.leave()
    door.page.wait_for_selector("html[lang=de]", state="attached")


def wrong_ticket(door):
    """The friend's ticket was scanned, too: the steward takes it back, and it is good for the friend."""
    door.next_guests(10)
    wrong = next(each for each in door.waiting if each["status"] == "valid")
    assert door.show(wrong)["verdict"] == "admitted"
    door.sign_in(STEWARD)
    door.page.click("#staff [data-tab=undo]")
    first = door.page.wait_for_selector(".passages li")
    assert wrong["holder"] in first.inner_text() and wrong["ref"] in first.inner_text()
    door.scene("rueckgaengig")
    first.query_selector("button").click()
    door.page.wait_for_selector("#staff .result:has-text('Rückgängig')")
    assert door.last("kind", "operator") == ("undo", STEWARD)
    door.leave()
    door.come(wrong)


def party_of_four(door):
    """One of them is scanned, and the rest come in by one touch, with nobody signed in."""
    party = next(each for each in door.waiting if each["admits"] == 4)
    door.come(party)
    door.scene("gruppe")
    door.page.click(".panel [data-more='3']")
    door.page.wait_for_selector(".panel:not(:has([data-more])):has-text('4')")
    assert door.page.locator(f".panel:has-text('{party['holder']}')").count() == 1
    assert door.last("count", "operator", "ref") == (3, None, party["ref"])
    door.people += 3
    door.scene("gruppe-ganz")


def wrong_pin(door):
    door.page.click("#staff-button")
    door.page.click(f".tile:has-text('{STEWARD}')")
    door.page.wait_for_selector(".pad")
    door.page.keyboard.type("999999")
    door.page.keyboard.press("Enter")
    door.page.wait_for_selector(".pad[data-waits]")
    door.scene("falsche-pin")
    door.page.wait_for_selector(".pad:not([data-waits])")
    door.page.keyboard.type(PINS[STEWARD])
    door.page.keyboard.press("Enter")
    door.page.wait_for_selector("#staff-query")
    door.leave()


def long_queue(door):
    """A phone is the second reader for a while."""
    picture, reference = phone_tests.first(door.station.sample)
    with phone_tests.at_work(door.lab, door.station, [picture], STEWARD, PINS[STEWARD]) as phone:
        phone.wait_for_selector(".verdict[data-color=green]", timeout=30_000)
        door.scene("telefon", phone)
        door.people += 1
        door.next_guests(60)
    [entry] = [each for each in door.station.journal() if (each["how"], each["verdict"]) == ("phone", "admitted")]
    assert entry["ref"] == reference, entry


def restart(door):
    """The station is started again while guests wait."""
    door.station.restart()
    door.page.wait_for_selector("body[data-link=open]", timeout=30_000)
    door.scene("wieder-da")


def the_end(door):
    door.next_guests()
    for party in [each for each in door.waiting if each["admits"] == 4]:
        door.come(party)
        door.page.click(".panel [data-more='3']")
        door.page.wait_for_selector(".panel:not(:has([data-more]))")
        door.people += 3
    assert [each["ref"] for each in door.waiting] == [door.everybody[VOIDED]["ref"]]
    for width, height in ((1280, 800), (800, 480)):
        door.page.set_viewport_size({"width": width, "height": height})
        door.scene(f"ende-{width}")
    door.page.set_viewport_size({"width": 1280, "height": 800})
    door.page.goto(door.station.url + "figures?door")
    door.page.wait_for_function(
        "people => document.getElementById('admitted').textContent === String(people)", arg=door.people)
    door.scene("zahlen")
    door.strip()
    entries = door.station.journal()
    undone = {each["undoes"] for each in entries if each["kind"] == "undo"}
    admitted = [each for each in entries if each["verdict"] == "admitted" and each["kind"] != "undo" and each["id"] not in undone]
    assert sum(each["count"] for each in admitted) == door.people == GUESTS - 1 + 3 * (GUESTS // 40) + 1
