"""What the station answers where tickets are sold, and the way there."""

from Screen.states import NOW, text

# The code of a ticket of an event that nobody has: its rows, as numbers.
CODE = (
    "1fd99a306397f 105ca50c92741 174288e9b4b5d 175baa9cafa5d 1747917d2885d 104f0cc79c441 1fd555555557f "
    "196dc520f00 16e5deffcab4b 1611963bf30eb 1e7d4ca03abbc 1d8f16d15010e 14c5f47c275e4 18a8eadd0ac31 "
    "4df631b3494e 7aadf4e810f3 6f5fd0bf83bd 13a2868cf18d 1ec68ddd48997 a16caaa8a6cb 4cdf5efc214e baa76efc384b "
    "dfb027c727fc 118e946b2b1f f590fd66bf56 314f9c71ad1a bf5d17d053fe 61d9c129f7a0 c5617aa70dc0 87327a9d00f "
    "176fa2486b3c9 f113d12b264a 1a42265d8edf9 11bb0ef86086b 1f74f52414618 1f81041554cad 13c66118e37ec "
    "1e2e554d19e37 8c1a02b6a8a4 e23298ed01a8 1c6c91fe34dfc 1c0847be315 1fdfe2d7de757 105aa5441e51b 1747caff8e1fe "
    "175e17f3d1849 17590ccf09a33 1043e159ec19c 1fd24a1927063")
SIDE = 49
MODULES = [format(int(row, 16), f"0{SIDE}b") for row in CODE.split()]
REFERENCE = "DOOR-V8A0JEEW"
SALES = {
    "offices": [{"event": "winter-gala", "name": "Winter Gala", "currency": "EUR", "payments": ["cash", "card"], "offers": [
        {"type": "standard", "name": "Standard", "price": "15.00", "sold": 31, "left": 19, "is_shared": True},
        {"type": "child", "name": "Child up to 12", "price": "7.50", "sold": 10, "left": 0, "is_shared": False},
        {"type": "guest", "name": "Guest of the house", "sold": 2, "left": 3, "is_shared": False}]}],
    "can_print": True,
    "sales": [
        {"seq": 421, "at": text(NOW), "ref": REFERENCE, "type": "Standard", "terms": "15.00 EUR, cash",
         "operator": "Anne", "is_refunded": False},
        {"seq": 417, "at": text(NOW), "ref": "DOOR-7KQ4M2XD", "type": "Standard", "terms": "15.00 EUR, card",
         "operator": "Sue", "is_refunded": True}],
}
SOLD = {"event": "winter-gala", "type": "Standard", "total": "30.00 EUR", "left": 17, "tickets": [
    {"seq": 422, "ref": REFERENCE, "code": "a secret", "modules": MODULES},
    {"seq": 423, "ref": "DOOR-2H8NV0C1", "code": "another", "modules": MODULES}]}
ACTS = ["sell", "give", "refund"]
ANSWERS = {
    "GET sales": (200, SALES), "POST sales": (200, SOLD), "POST sales/print": (200, {}),
    "POST sales/refund": (200, {"seq": 424, "undone": 421, "entry": "e-421", "verdict": "sold", "ref": REFERENCE,
                                "at": text(NOW)}),
}


def to_offers(page):
    page.click("[data-tab=sale]")
    page.wait_for_selector(".tile[data-type=standard]")


def to_offer(page):
    to_offers(page)
    page.click(".tile[data-type=standard]")
    page.wait_for_selector("[data-act=sell]")
    page.click(".stepper button:last-child")
    page.click("[data-value=cash]")


def to_sold(page):
    to_offer(page)
    page.click("[data-act=sell]")
    page.wait_for_selector(".qr")
