"""What a verdict asks before somebody is let in."""

from Harness.sentences import Suite
from Harness.waiting import wait_until
from Screen import showing, states

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
