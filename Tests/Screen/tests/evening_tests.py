"""An evening at the door: a German steward, Japanese guests, an Arabic supervisor, a phone as second reader, ten mishaps.

Its pictures, and a strip of them all, are in .build/evening: look at them.
"""

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
GUESTS = 200
SEED = 20261205
FAMILY = ["佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "山本", "中村", "小林", "加藤"]
GIVEN = ["花子", "太郎", "さくら", "健", "美咲", "翔太", "葵", "陽菜", "蓮", "結衣"]
PINS = {"Anke": "271828", "سلمى": "314159"}
FILM = TREE / ".build/evening"


class Evening:
    """What happens, with a picture of each scene."""

    def __init__(self, station, page):
        self.station, self.page, self.scenes, self.people = station, page, [], 0

    def scene(self, name, page=None):
        picture = Image.open(io.BytesIO((page or self.page).screenshot(animations="disabled"))).convert("RGB")
        picture.save(FILM / f"{len(self.scenes) + 1:02}-{name}.png")
        self.scenes.append(picture)

    def strip(self):
        """All scenes beside one another, each 480 pixels wide."""
        tiles = [each.resize((480, each.height * 480 // each.width)) for each in self.scenes]
        height = max(each.height for each in tiles)
        strip = Image.new("RGB", (4 * 488, -(-len(tiles) // 4) * (height + 8)), "white")
        for number, each in enumerate(tiles):
            strip.paste(each, (number % 4 * 488, number // 4 * (height + 8)))
        strip.save(FILM / "strip.png")

    def show(self, guest, gate="A", direction=None):
        """A guest's ticket is scanned; returns the verdict once the page has it."""
        verdict = self.station.show(guest["code"], gate, direction)
        self.page.wait_for_selector(f".panel[data-sequence='{verdict['seq']}'], #recent > [data-sequence='{verdict['seq']}']",
                                    state="attached")
        if verdict["verdict"] == "admitted":
            self.people += 1
        return verdict

    def sign_in(self, name):
        self.page.click("#staff-button")
        self.page.click(f".tile:has-text('{name}')")
        self.page.wait_for_selector(".pad")
        self.page.keyboard.type(PINS[name])
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".pad", state="detached")


def guests():
    """A party of four comes every 40th; the seventh has not paid."""
    chance = random.Random(SEED)
    return [{"code": secrets.token_hex(12), "ref": f"R-{1000 + n}", "admits": 4 if n % 40 == 39 else 1,
             "holder": f"{chance.choice(FAMILY)} {chance.choice(GIVEN)}" if n != 12 else "三木 花子",
             "status": "unpaid" if n == 6 else "voided" if n == 7 else "valid"} for n in range(GUESTS)]


def prepare(everybody):
    def change(station):
        sample = station.sample
        sample.event.write_text(sample.event.read_text() + "privacy: staff\n")
        rows = [f"{each['code']},{each['ref']},standard,{each['holder']},,{each['status']},{each['admits']},,,,\n" for each in everybody]
        sample.tickets.write_text(sample.tickets.read_text() + "".join(rows))
        sample.list.unlink()
        sample.build(sample.list.name)
        shutil.copy(f"{sample.list}.staff-key", station.transport.state / "credentials/staff-sample-gala")
    return change


@SUITE.test("200 guests come in, ten things go wrong, and in the end every number is right")
def evening(lab):
    shutil.rmtree(FILM, ignore_errors=True)
    FILM.mkdir(parents=True)
    everybody = guests()
    with Kiosk(lab, prepare(everybody), phones=phone_tests.PHONES, token=phone_tests.TOKEN) as station:
        station.add_operator("Anke", "steward", PINS["Anke"])
        station.add_operator("سلمى", "supervisor", PINS["سلمى"])
        with browser.page(lab.chromium, station.url) as page:
            page.wait_for_selector("body[data-link=open]")
            play(lab, Evening(station, page), everybody)


def play(lab, evening, everybody):
    station, page = evening.station, evening.page
    showing.speak(page, "de")
    page.wait_for_selector("#ready-word:has-text('Bereit')")
    evening.scene("bereit")
    waiting = list(everybody)

    def next_guests(count):
        for _ in range(count):
            guest = waiting.pop(0)
            if guest["status"] == "valid" and guest["admits"] == 1:
                assert evening.show(guest)["verdict"] == "admitted", guest["ref"]

    # 1, 2: not paid, and a ticket that was annulled.
    next_guests(6)
    for word in ("unpaid", "voided"):
        assert evening.show(waiting.pop(0))["reason"] == word
        evening.scene(word)
    # 3: the same phone is held there twice.
    next_guests(3)
    assert evening.show(everybody[8])["reason"] == "alreadyScanned"
    evening.scene("noch-einmal")
    # 4: no code at all.
    assert evening.show({"code": "https://example.org/menu"}).get("hint") or True
    # 5: a guest whose phone is empty is found by her name, two characters, by the supervisor, who reads Arabic.
    evening.sign_in("سلمى")
    showing.speak(page, "ar")
    evening.scene("arabic")
    page.fill("#staff-query", "三木")
    page.keyboard.press("Enter")
    page.click(f".hit[data-ref='{everybody[12]['ref']}']")
    page.click("[data-act=admit]")
    page.wait_for_selector("#staff .result")
    evening.people += 1
    evening.scene("三木")
    page.click("#staff .head [data-label='staff.lock']")
    page.wait_for_selector("html[lang=de]")
    waiting = [each for each in waiting if each is not everybody[12]]
    # 6: the wrong phone was scanned; the steward takes it back.
    next_guests(10)
    wrong = waiting.pop(0)
    evening.show(wrong)
    evening.sign_in("Anke")
    page.click("#staff [data-tab=undo]")
    page.click(".passages li:first-child .button")
    page.wait_for_selector("#staff .result")
    evening.people -= 1
    evening.scene("rueckgaengig")
    page.click("#staff .head [data-label='labels.close']")
    assert evening.show(wrong)["verdict"] == "admitted"
    # 7: a party of four, the rest by one touch.
    party = next(each for each in waiting if each["admits"] == 4)
    waiting.remove(party)
    assert evening.show(party)["verdict"] == "admitted"
    page.click(".panel [data-more='3']")
    page.wait_for_selector(".panel .fact:has-text('4 von 4')")
    evening.people += 3
    evening.scene("gruppe")
    # 8: somebody types a wrong PIN.
    page.click("#staff .head [data-label='staff.lock']", force=True) if page.is_visible("#staff") else None
    page.click("#staff-button")
    if page.query_selector(".tile"):
        page.click(".tile:has-text('Anke')")
        page.keyboard.type("999999")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-waits]")
        evening.scene("falsche-pin")
    page.keyboard.press("Escape")
    # 9: a phone is the second reader for a while.
    picture, _ = phone_tests.first(station.sample)
    with phone_tests.at_work(lab, station, [picture], "Anke", PINS["Anke"]) as phone:
        phone_tests.shows(phone, "green", "Đorđe")
        evening.scene("telefon", phone)
    evening.people += 1
    next_guests(60)
    # 10: the station is started anew while guests wait.
    station.restart()
    page.wait_for_selector("body[data-link=open]", timeout=30_000)
    station.taken = len(station.verdicts)
    evening.scene("wieder-da")
    next_guests(len(waiting))
    for size in ((1280, 800), (800, 480)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        evening.scene(f"ende-{size[0]}")
    page.goto(station.url + "figures?door")
    page.wait_for_selector("body[data-link=open]")
    page.wait_for_function("people => document.getElementById('admitted').textContent === String(people)", arg=evening.people)
    evening.scene("zahlen")
    evening.strip()
    admitted = sum(each["count"] for each in station.journal() if each["verdict"] == "admitted" and each.get("kind") != "undo")
    assert admitted - 1 == evening.people, (admitted, evening.people)
