"""What the staff's sheet can show: what the station answers, and the way there."""

from Screen import sale_states
from Screen.states import KAMPALA, NOW, QUESTIONS, STANDARD, STANDARD_TYPE, USED, VIP, state, text, verdict

ACTS = {
    "steward": ["look_up", "admit", "check_out", "undo_own"],
    "supervisor": ["look_up", "search", "admit", "override", "check_out", "check_out_all", "undo_own", "undo_any",
                   "undo_elsewhere", "move", "not_recorded", "enrol"],
}
FIND_BY = {"steward": ["code"], "supervisor": ["name", "code", "company", "email"]}
OPERATORS = [{"name": "Anne", "role": "steward"}, {"name": "Okello", "role": "steward"},
             {"name": "Sue", "role": "supervisor"}]
HITS = [
    {"event": "winter-gala", "ref": "GALA-17-1", "ticket": "aa" * 16, "line": 0, "type": "Standard", "status": "valid",
     "seat": None, "holder": "Amina Łukasik", "admits": 4, "inside": 1, "entries": 1,
     "since": {"at": text(NOW), "gate": "L", "gate_name": "Lounge door"}},
    {"event": "winter-gala", "ref": "GALA-18-1", "ticket": "bb" * 16, "line": 0, "type": "VIP", "status": "unpaid",
     "seat": "B 20", "holder": "Amina Lukas", "admits": 1, "inside": 0, "entries": 0},
]
GUESTS = [("Amina Łukasik", 4, 2), ("Anneke de Vries", 2, 0), ("Aziz Okello", 1, 1), ("Beatriz Núñez", 1, 0),
          ("Bruno Keller", 3, 3), ("Çağla Yıldız", 1, 0), ("Đorđe Čapek", 2, 0), ("Emma Thompson-Ramírez", 1, 1),
          ("Émile Zola", 1, 0), ("Okot p'Bitek", 2, 1), ("Zoë Ångström", 1, 0), ("Ωραία Μαρκάκη", 2, 0)]
LETTERS = [("A", 0), ("B", 3), ("C", 5), ("D", 6), ("E", 7), ("O", 9), ("Z", 10), ("Ω", 11)]
GUEST_LIST = {
    "letters": [{"letter": letter, "at": at} for letter, at in LETTERS], "count": 12, "from": 0,
    "hits": [{"event": "winter-gala", "ref": f"GALA-{n + 17}-1", "ticket": f"{n:02x}" * 16, "line": 0,
              "type": "VIP" if n % 5 == 4 else "Standard", "status": "unpaid" if n == 6 else "valid",
              "seat": "B 20" if n % 5 == 4 else None, "holder": name, "admits": admits, "inside": inside,
              "entries": inside} for n, (name, admits, inside) in enumerate(GUESTS)]}
WALK_IN = {"type": "Walk-in", "holder": None, "entry": 1, "admits": 1}
WALK_INS = state()
WALK_INS["station"]["serving"][0]["walk_ins"] = True
SEALED = {"error": {"code": "refused", "operation": "list", "subject": "the guests",
                    "reason": "the names of Winter Gala are sealed", "hint": "Search by reference or code."}}
PASSAGES = [
    {"seq": 412 - n, "at": text(NOW), "verdict": word, "ref": f"GALA-{n + 20}-1", "count": n + 1, "gate": "A",
     "event": "winter-gala", **KAMPALA, "type": "Standard", "holder": GUESTS[n][0],
     **({"operator": "Anne"} if n else {})} for n, word in enumerate(["admitted", "checkedOut", "admitted"])]
# On the ticket of the first hit: one that another gate let in, and one of this station.
PASSED = [
    {"entry": "01a2475c-e500-7001-81d7-8545943b7553", "at": text(NOW), "verdict": "admitted", "count": 2, "gate": "L",
     "station": "kiosk-1", "operator": "Okello"},
    {"entry": "01a2475c-e500-7001-81d7-8545943b7554", "seq": 412, "at": text(NOW), "verdict": "admitted", "count": 1,
     "gate": "A", "station": "kiosk-3"},
]
PLACE = {"gate": "A", "direction": "in", "gates": [{"slug": "A", "name": "Gate A"}, {"slug": "L", "name": "Lounge door"}]}


def session(body):
    name = body["operator"]
    role = next(each["role"] for each in OPERATORS if each["name"] == name)
    if body["pin"] != "314159":
        error = {"code": "refused", "reason": "the PIN is wrong"}
        return 403, {"error": error, "retry_after_ms": 4000}
    return 200, {"operator": name, "role": role, "permissions": [], "acts": ACTS[role],
                 "find_by": FIND_BY[role], "idle_ms": 120_000}


def answers(**others):
    """Of a station where all is well; `others` by name, with `_` for the space."""
    admitted = verdict("admitted", **STANDARD, entry=2)
    refused = verdict("refused", "alreadyScanned", **STANDARD)
    return {
        "GET operators": (200, {"items": OPERATORS}),
        "POST session": session,
        "GET session": (200, {}),
        "DELETE session": (200, {}),
        "POST search": (200, {"hits": HITS, "is_cut": False}),
        "GET walk-ins": (200, {"event": "winter-gala", "inside": 12}),
        "POST walk-in": lambda body: (200, verdict("checkedOut" if body.get("is_exit") else "admitted", **WALK_IN)),
        "GET guests": (200, GUEST_LIST),
        "POST admit": lambda body: (200, refused if not body.get("is_override") and "Lukas" in str(body) else admitted),
        "POST checkout": (200, verdict("checkedOut", **STANDARD)),
        "GET passages": (200, {"items": PASSAGES}),
        "POST undo": (200, {"seq": 413, "undone": 412, "entry": "e-412", "verdict": "admitted", "ref": "GALA-20-1", "at": text(NOW)}),
        "GET inside": (200, {"entries": 377, "people": 397}),
        "POST checkout-all": (200, {"entries": 377, "people": 397}),
        "POST not-recorded": (200, {}),
        "GET place": (200, PLACE),
        "PUT place": (200, PLACE),
        **{name.replace("_", " ", 1): answer for name, answer in others.items()},
    }


def selling():
    """Of a station at which tickets are sold."""
    def seller(body):
        status, answer = session(body)
        return status, {**answer, "acts": answer.get("acts", []) + sale_states.ACTS}

    return {**answers(), **sale_states.ANSWERS, "POST session": seller}


def to_sale(page, then):
    to_work(page)
    then(page)


def sign_in(page, name, pin="314159"):
    page.click("#staff-button")
    page.click(f".tile:has-text('{name}')")
    page.wait_for_selector(".pad")
    page.keyboard.type(pin)
    page.keyboard.press("Enter")


def to_work(page, name="Sue"):
    sign_in(page, name)
    page.wait_for_selector("#staff .tabs:not([hidden])")


def to_tab(page, name):
    to_work(page)
    page.click(f".tabs [data-tab={name}]")
    page.wait_for_selector({"guests": ".guests, .no-list", "walkIns": ".walk-ins", "undo": ".passages li", "place": ".choice", "evacuation": ".large",
                            "unrecorded": ".large"}[name])


def to_hits(page):
    to_work(page)
    page.fill("#staff-query", "amina")
    page.keyboard.press("Enter")
    page.wait_for_selector(".hit")


def to_ticket(page):
    to_hits(page)
    page.click(".hit")
    page.wait_for_selector("[data-act=admit]")


def to_refusal(page):
    to_ticket(page)
    page.click("[data-act=admit]")
    page.wait_for_selector("[data-act=override]")


def to_pad(page):
    page.click("#staff-button")
    page.click(".tile:has-text('Sue')")
    page.wait_for_selector(".pad")
    page.keyboard.type("3141")


def to_wrong_pin(page):
    sign_in(page, "Sue", "000000")
    page.wait_for_selector(".pad[data-waits] ~ *, .said-of-pin b")


def to_tiles(page):
    page.click("#staff-button")
    page.wait_for_selector(".tile")


def to_sure(page):
    to_tab(page, "evacuation")
    page.click(".grave")
    page.wait_for_selector(".sure")


def to_unrecorded(page):
    to_tab(page, "unrecorded")
    page.click(".grave")
    page.wait_for_selector(".sure")


def to_questions(page):
    page.wait_for_timeout(600)
    page.click(".panel-acts .confirm")
    page.wait_for_selector("#staff .question")
    page.click("#staff [data-value=M]")
    page.click("#staff [data-value=true]")
    page.click("#staff input")
    page.wait_for_selector("#staff .keyboard")


REFUSES = answers(POST_admit=(200, verdict("refused", "alreadyScanned", **USED,
                                           message="Already scanned 19:21, Lounge door (kiosk-1)")))
ADMITTED = [verdict(**VIP, entry=1, attention="Hand out a lanyard")]
GROUP = [verdict(**STANDARD_TYPE, holder="Class 4b, Makerere", admits=6, entry=2, variant="Group",
                 values={"entry": 2, "admits": 6}, attention="A teacher must be with them")]
ASKED = [verdict("refused", "questions", **VIP, questions=["answers"], ask=9, variant="Answers", to_answer=QUESTIONS)]
REFUSED = [verdict("refused", "alreadyScanned", **USED)]

# Name: state, what happened, what the station answers, the way there; and settings.
SCREENS = {
    "staff-who": (state(), [], answers(), to_tiles, {}),
    "staff-pin": (state(), ADMITTED, answers(), to_pad, {}),
    "staff-wrong-pin": (state(), [], answers(), to_wrong_pin, {}),
    "staff-search": (state(), REFUSED, answers(), to_work, {}),
    "staff-found": (state(), [], answers(), to_hits, {}),
    "staff-ticket": (state(), ADMITTED, answers(), to_ticket, {}),
    "guest-list": (state(), ADMITTED, answers(), lambda page: to_tab(page, "guests"), {}),
    "guest-list-sealed": (state(), [], answers(GET_guests=(422, SEALED)), lambda page: to_tab(page, "guests"), {}),
    "walk-in": (WALK_INS, [verdict("admitted", **WALK_IN)], answers(), lambda page: to_tab(page, "walkIns"), {}),
    "staff-passages": (state(), [], answers(POST_search=(200, {"hits": [{**HITS[0], "passages": PASSED, "entries": 3,
                                                                        "inside": 3}], "is_cut": False})),
                       to_ticket, {}),
    "staff-refused": (state(), REFUSED, REFUSES, to_refusal, {}),
    "staff-undo": (state(), [], answers(), lambda page: to_tab(page, "undo"), {}),
    "staff-place": (state(), [], answers(), lambda page: to_tab(page, "place"), {}),
    "staff-everyone-out": (state(), [], answers(), to_sure, {}),
    "staff-no-record": (state(levels={"disk": "loud"}, not_recorded={"is_on": False, "waiting": 0}),
                        [verdict("refused", "notRecorded", **STANDARD)], answers(), to_unrecorded, {}),
    "sale": (state(), [], selling(), lambda page: to_sale(page, sale_states.to_offers), {}),
    "sale-offer": (state(), [], selling(), lambda page: to_sale(page, sale_states.to_offer), {}),
    "sold": (state(), [], selling(), lambda page: to_sale(page, sale_states.to_sold), {}),
    "staff-questions": (state(), ASKED, answers(), to_questions, {}),
    "confirm": (state(), GROUP, answers(), None, {"confirms_attention": True}),
}
