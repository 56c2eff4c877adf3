"""What a verdict asks before somebody is let in."""

from Harness.sentences import Suite
from Harness.waiting import wait_until
from Screen import showing, staff_states, states

SUITE = Suite("questions")


@SUITE.test("what is asked is answered by a tap and by no key; who is turned away is let in by nobody")
def ask(lab):
    with showing.screen(lab.chromium, "check-first", (800, 480), settings={"ready_after_ms": 2000},
                        stopped=True) as (station, page):
        station.staff = {"POST decline": (200, {}), "POST confirm": (404, {"error": {"code": "not_found", "reason": "gone"}})}
        page.clock.run_for(60_000)
        page.keyboard.press("Enter")
        assert page.text_content(".panel .attention").strip() == "Check the age: born on or before 5 December 2008"
        page.click("text=Checked: let in")
        page.wait_for_selector("#hint:has-text('gone')")
        assert page.query_selector(".panel") is None and station.asked == [("POST", "confirm", {"ask": 7})]
        event = states.verdict("refused", "questions", **states.STANDARD, questions=["age"], ask=8)
        station.tell("verdict", event)
        page.wait_for_selector(".panel")
        page.clock.run_for(600)
        page.click("text=Do not let in")
        assert page.query_selector(".panel") is None
        wait_until(lambda: station.asked[1:] == [("POST", "decline", {"ask": 8})], "the station is told", 10)


@SUITE.test("the organizer's questions are asked, answered and sent, without a PIN")
def ask_guest(lab):
    with showing.screen(lab.chromium, "ask-guest", (800, 480), stopped=True) as (station, page):
        replies = [(422, {"error": {"code": "refused", "reason": "\"T-shirt\" needs an answer"}}), (200, {"verdict": {}})]
        station.staff = {"POST confirm": lambda body: replies.pop(0)}
        page.clock.run_for(60_000)
        assert "Diet: vegan" in page.text_content(".panel .facts")
        page.click(".panel-acts .confirm")
        page.wait_for_selector("#staff .question")
        assert not page.is_visible("text=Allergies")
        page.click("#staff [data-act=answer]")
        page.wait_for_selector("#staff .result:has-text('needs an answer')")
        page.click("#staff [data-value=M]")
        page.click("#staff [data-value=true]")
        page.click("#staff input")
        for key in "nuts":
            page.click(f"#staff .keyboard >> text='{key}'")
        page.click("#staff [data-act=answer]")
        page.wait_for_selector("#staff", state="hidden")
        answers = {"4": "M", "5": "true", "6": "nuts"}
        assert station.asked[-1] == ("POST", "confirm", {"ask": 9, "answers": answers}), station.asked
        station.tell("verdict", states.verdict(**states.VIP, entry=1, answers=9))
        page.wait_for_selector(".panel[data-verdict=admitted]")


@SUITE.test("letters of any keyboard keep a session going, and answers that are typed stay when it ends")
def typing(lab):
    with showing.screen(lab.chromium, "ask-guest", (800, 480), stopped=True) as (station, page):
        station.staff = staff_states.answers(POST_confirm=(200, {"verdict": {}}))
        page.clock.run_for(60_000)
        staff_states.sign_in(page, "Anne")
        page.wait_for_selector("#staff .tabs:not([hidden])")
        page.click("#staff .head >> text=Close")
        page.click(".panel-acts .confirm")
        page.click("#staff [data-value=M]")
        page.click("#staff [data-value=true]")
        # As a keyboard of the system does: the field changes, and no key is told.
        for text in ("n", "nu", "nuts"):
            page.clock.run_for(100_000)
            page.eval_on_selector("#staff input", "(field, text) => { field.value = text;"
                                  " field.dispatchEvent(new InputEvent('input', { bubbles: true })); }", text)
        assert page.inner_text("#staff-word") == "Anne"
        page.clock.run_for(121_000)
        assert page.inner_text("#staff-word") == "Staff"
        assert page.input_value("#staff input") == "nuts"
        page.click("#staff [data-act=answer]")
        page.wait_for_selector("#staff", state="hidden")
        answers = {"4": "M", "5": "true", "6": "nuts"}
        assert ("POST", "confirm", {"ask": 9, "answers": answers}) in station.asked, station.asked


@SUITE.test("a session that the station has ended takes no answers away")
def ended(lab):
    with showing.screen(lab.chromium, "ask-guest", (800, 480), stopped=True) as (station, page):
        over = (401, {"error": {"code": "no_session", "reason": "nobody is signed in"}})
        station.staff = staff_states.answers(GET_session=over)
        page.clock.run_for(60_000)
        staff_states.sign_in(page, "Anne")
        page.wait_for_selector("#staff .tabs:not([hidden])")
        page.click("#staff .head >> text=Close")
        page.clock.run_for(20_000)
        page.click(".panel-acts .confirm")
        page.click("#staff [data-value=true]")
        page.wait_for_selector("#staff-word:text-is('Staff')")
        page.fill("#staff input", "nuts")
        assert page.input_value("#staff input") == "nuts"


@SUITE.test("the keys on the screen write capitals and letters with accents")
def letters(lab):
    with showing.screen(lab.chromium, "staff-questions", (800, 480)) as (station, page):
        def press(*keys):
            for key in keys:
                turns = key in ("capitals", "accents", "signs")
                page.click(f"#staff .keyboard [data-turn={key}]" if turns else f"#staff .keyboard .key:text-is('{key}')")
        press("capitals", "E", "accents", "É", "ẞ", "capitals", "ñ", "ß", "accents", "e", "signs", "@", "⌫")
        assert page.input_value("#staff input") == "EÉẞñße", page.input_value("#staff input")
        assert page.get_attribute("[data-turn=capitals]", "aria-pressed") == "false"


@SUITE.test("a wrong answer is refused in the language of the screen, and what has no words there is quoted")
def refused(lab):
    with showing.screen(lab.chromium, "staff-questions", (1280, 800), settings={"language": "de"}) as (station, page):
        replies = [(422, {"error": {"code": "refused", "reason": reason}})
                   for reason in ("\"A \"T\"?\" must be answered with 3 or more", "the moon is full")]
        station.staff = {"POST confirm": lambda body: replies.pop(0)}
        page.click("#staff [data-act=answer]")
        page.wait_for_selector("#staff .result:has-text('„A \"T\"?“: 3 oder mehr')")
        assert page.get_attribute("#staff .result span", "lang") is None
        page.click("#staff [data-act=answer]")
        page.wait_for_selector("#staff .result span:text-is('Nicht ausgeführt: „the moon is full“')")
