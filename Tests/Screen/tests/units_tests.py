"""The page's code that draws nothing, each file imported by itself in a browser."""

import contextlib

from Harness.sentences import Suite
from Screen import browser, stand_in, states


@contextlib.contextmanager
def running(lab):
    """`run(code, given)`, which gives what the body of a function of `given` returns."""
    # Nobody's own clock is the event's.
    with contextlib.closing(stand_in.StandIn(states.state())) as station, browser.page(
            lab.chromium, f"{station.url}sign-in", timezone_id="America/New_York") as page:
        yield lambda code, given=None: page.evaluate(f"async (given) => {{ {code} }}", given)


SUITE = Suite("units", running)

# Panel: which verdict is shown, and for how long

TURNS = """
    const { PanelTurns } = await import("/panel.js");
    const turns = new PanelTurns(given.readyAfter, given.confirms);
    return given.steps.map(([act, now, report, age]) => {
      if (act === "take") turns.take({ report, age }, now);
      else turns[act](now);
      return [turns.current?.report.seq ?? null, turns.waiting.length];
    });
"""


def turns(run, *steps, ready_after=5000, confirms=False):
    """What is shown after each step, and how many wait."""
    shown = run(TURNS, {"steps": steps, "readyAfter": ready_after, "confirms": confirms})
    return [tuple(each) for each in shown]


def take(now, seq, verdict="admitted", age=None, **fields):
    return ["take", now, {"seq": seq, "verdict": verdict, **fields}, *([] if age is None else [age])]


def advance(now):
    return ["advance", now]


def confirm(now):
    return ["confirm", now]


@SUITE.test("an admission gives its place to the next at once, and a refusal only after 1.5 s")
def next_one(_, run):
    assert turns(run, take(0, 1), take(10, 2, "refused"), take(20, 3), advance(1509), advance(1510)) \
        == [(1, 0), (2, 0), (2, 1), (2, 1), (3, 0)]


@SUITE.test("a verdict that nobody follows is shown until it is time to be ready, a refusal for 1.5 s at least")
def ready(_, run):
    assert turns(run, take(0, 1), advance(4999), advance(5000)) == [(1, 0), (1, 0), (None, 0)]
    assert turns(run, take(0, 1), advance(500), ready_after=500) == [(1, 0), (None, 0)]
    assert turns(run, take(0, 1, "refused"), advance(1499), advance(1500), ready_after=500) \
        == [(1, 0), (1, 0), (None, 0)]


@SUITE.test("three verdicts wait for a refusal, and of more the oldest give way")
def few_wait(_, run):
    steps = [take(0, 1, "refused"), *(take(seq, seq, "refused") for seq in range(2, 7))]
    assert turns(run, *steps, advance(1500), advance(3000), advance(4500), advance(9500)) \
        == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 3), (1, 3), (4, 2), (5, 1), (6, 0), (None, 0)]


@SUITE.test("nobody is shown before those who wait, also when the refusal's time is over")
def in_turn(_, run):
    assert turns(run, take(0, 1, "refused"), take(10, 2), take(1600, 3), advance(1600), advance(1600)) \
        == [(1, 0), (1, 1), (1, 2), (2, 1), (3, 0)]


@SUITE.test("a verdict that is told late has been shown since it was made")
def late(_, run):
    assert turns(run, take(10_000, 1, age=4000), advance(10_999), advance(11_000)) == [(1, 0), (1, 0), (None, 0)]


@SUITE.test("what has to be confirmed stays until it is, and twenty wait for it")
def held(_, run):
    steps = [take(0, 1, attention="Hand out a lanyard"), *(take(seq, seq) for seq in range(2, 24)), advance(1e9)]
    shown = turns(run, *steps, confirm(1e9), confirms=True)
    assert shown[-3:] == [(1, 20), (1, 20), (4, 19)], shown
    assert turns(run, *steps[:2], confirms=False) == [(1, 0), (2, 0)]
    assert turns(run, take(0, 1, born_by="2008-12-05"), advance(1e9), confirms=True) == [(1, 0), (1, 0)]


@SUITE.test("what is asked stays until it is answered, in every configuration")
def asked(_, run):
    question = take(0, 1, "refused", ask=1)
    assert turns(run, question, take(1, 2), advance(1e9), confirm(1e9), advance(1e9 + 1500)) \
        == [(1, 0), (1, 1), (1, 1), (2, 0), (2, 0)]


@SUITE.test("an answer takes the place of its question, whoever gave it, before those who wait")
def answered(_, run):
    steps = [take(0, 1, "refused", ask=1), take(1, 2), take(2, 3, "refused", ask=3)]
    assert turns(run, *steps, take(100, 4, answers=1), advance(1599), advance(1600), advance(3100)) \
        == [(1, 0), (1, 1), (1, 2), (4, 2), (4, 2), (2, 1), (3, 0)]
    assert turns(run, *steps, take(100, 4, answers=3)) == [(1, 0), (1, 1), (1, 2), (1, 2)]


@SUITE.test("what is no answer to a question is seen at once, and then the question again")
def pending(_, run):
    steps = [take(0, 1, "refused", ask=1), take(1, 2), take(100, 3, "refused", pending=1), take(200, 4, "refused", pending=1)]
    assert turns(run, *steps, advance(1699), advance(1700), advance(1e9), confirm(1e9)) \
        == [(1, 0), (1, 1), (3, 2), (4, 2), (4, 2), (1, 1), (1, 1), (2, 0)]


@SUITE.test("a question is not pushed out by those who wait after it")
def kept(_, run):
    steps = [take(0, 1, "refused", ask=1), take(1, 2, "refused", ask=2), *(take(seq, seq) for seq in range(3, 30))]
    assert turns(run, *steps, confirm(100))[-2:] == [(1, 20), (2, 19)]


@SUITE.test("after a confirmation those who waited are shown for 1.5 s each")
def catching_up(_, run):
    steps = [take(0, 1, attention="Look"), take(1, 2), take(2, 3), confirm(100), advance(1599), advance(1600)]
    assert turns(run, *steps, take(1700, 4), advance(9000), confirms=True) \
        == [(1, 0), (1, 1), (1, 2), (2, 1), (2, 1), (3, 0), (4, 0), (None, 0)]


@SUITE.test("a refusal, and what the page missed, is confirmed by nobody")
def not_held(_, run):
    assert turns(run, take(0, 1, "refused", attention="Look"), advance(5000), confirm(5000), confirms=True)[1:] \
        == [(None, 0), (None, 0)]
    assert turns(run, take(0, 1, age=0, attention="Look"), take(1, 2), confirms=True) == [(1, 0), (2, 0)]


@SUITE.test("the same ticket shown again does not wait behind its own verdict")
def same_again(_, run):
    first, again = take(0, 1, attention="Look"), take(1, 1, attention="Look", repeat=True)
    assert turns(run, first, again, take(2, 2, repeat=True), confirms=True) == [(1, 0), (1, 0), (1, 1)]


# Words

WORDS = """
    const { Words, zoneOf } = await import("/words.js");
    const words = new Words(given.language ?? "de", { locale: given.language ?? "de", ...given.own }, given.english ?? {});
"""
ZONE = states.KAMPALA
AT = "2026-12-05T16:42:00.000Z"


def say(run, expression, **given):
    return run(f"{WORDS} return {expression};", given)


@SUITE.test("a label has its values filled in; where the language has none it is English, and else nothing")
def label(_, run):
    texts = {"own": {"a": {"gate": "Tor {gate}"}}, "english": {"a": {"gate": "Gate {gate}", "seat": "Seat {seat}"}}}
    for path, text in (("a.gate", "Tor B"), ("a.seat", "Seat "), ("a.none", ""), ("none.at.all", "")):
        assert say(run, "words.label(given.path, { gate: 'B' })", path=path, **texts) == text, path
    assert say(run, "words.label('a.gate', { gate: '{seat}', seat: 'X' })", **texts) == "Tor {seat}"


@SUITE.test("a verdict has one word")
def word(_, run):
    own = {"words": {"admitted": "Eingelassen", "valid": "Gültig", "unpaid": "Unbezahlt"}}
    for verdict, word in (
            ({"verdict": "admitted", "direction": "in"}, "Eingelassen"),
            ({"verdict": "admitted", "direction": "look"}, "Gültig"),
            ({"verdict": "refused", "reason": "unpaid", "direction": "look"}, "Unbezahlt")):
        assert say(run, "words.verdict(given.verdict)", verdict=verdict, own=own) == word


@SUITE.test("a sentence holds texts, numbers, times of the event and sentences of its own")
def sentence(_, run):
    own = {"sentences": {"overruled": "Von Hand, {people}: {refusal}", "used": "Schon um {first} da, {place}"}}
    inner = {"key": "sentences.used", "values": {"first": {"time": AT}, "place": "Tor B"}}
    outer = {"key": "sentences.overruled", "values": {"people": 2, "refusal": inner}}
    assert say(run, f"words.sentence(given.outer, given.zone, '{AT}')", zone=ZONE, outer=outer, own=own) \
        == "Von Hand, 2: Schon um 19:42 da, Tor B"


@SUITE.test("a steward is told the day of birth that the age limit means, in the language of the page")
def age(_, run):
    own = {"labels": {"bornBy": "Geboren am {day} oder früher"}}
    given = {"report": {"attention": "Lanyard", "born_by": "2008-12-05"}, "own": own}
    assert say(run, "words.attention(given.report)", **given) == "Lanyard; Geboren am 5. Dezember 2008 oder früher"
    assert say(run, "words.attention(given.report)", **given, language="en-GB") == "Lanyard; Geboren am 5 December 2008 oder früher"
    assert say(run, "words.attention({ attention: null })", own=own) == ""


@SUITE.test("a sentence that this page does not know is the station's own, in English")
def unknown_sentence(_, run):
    told = {"verdict": {"at": AT, "message": "As told", "sentence": {"key": "sentences.new", "values": {}}}}
    assert say(run, "words.message(given.told, given.zone)", zone=ZONE, told=told) == "As told"
    assert say(run, "words.message(given.told, given.zone)", zone=ZONE, told=told, own={"sentences": {"new": "Neu"}}) == "Neu"


@SUITE.test("a condition says its sentence and next step: by key, else by code, else as the station told them")
def condition(_, run):
    own = {"conditions": {"alone": "Allein", "aloneTimedOut": "Allein: {why}"}, "nextSteps": {"alone": "Hilfe: {hint}"},
           "labels": {"quoted": "„{text}“"}}
    told = {"code": "alone", "key": "aloneTimedOut", "values": {"why": "too slow", "hint": "wait"}, "says": "English"}
    for change, says, step in (
            ({}, "Allein: „too slow“", "Hilfe: „wait“"), ({"key": "aloneNew"}, "Allein", "Hilfe: „wait“"),
            ({"code": "new", "key": "new"}, "English", ""),
            ({"code": "new", "key": "new", "next": "Do it"}, "English", "Do it")):
        assert say(run, "words.condition(given.told)", told={**told, **change}, own=own) == {"says": says, "next": step}


@SUITE.test("a refusal has its advice, and a group is asked for its next person")
def advice(_, run):
    own = {"advice": {"unpaid": "Zur Kasse", "group": "Nächste Person"}}
    for verdict, text in (({"reason": "unpaid", "entry": 1, "admits": 4}, "Zur Kasse"),
                          ({"entry": 3, "admits": 4}, "Nächste Person"), ({"entry": 4, "admits": 4}, ""), ({}, "")):
        assert say(run, "words.advice(given.verdict)", verdict=verdict, own=own) == text, verdict


@SUITE.test("a time is the event's, by the station's own rules, and has its day where that is another one there")
def time(_, run):
    london = states.zone("Europe/London", 0)
    # As a station has it whose rules are newer than those of any browser, and as one that does not know the zone.
    vancouver = {"time_zone": "America/Vancouver", "utc_offsets": [
        {"from": "2026-03-08T10:00:00.000Z", "seconds": -25200}, {"from": "2026-12-05T17:00:00.000Z", "seconds": 7200}]}
    unknown = states.zone("Mars/Olympus", None)
    for at, now, zone, text in (
            (AT, AT, ZONE, "19:42"), (AT, AT, london, "16:42"), (AT, AT, vancouver, "09:42"),
            ("2026-12-05T17:00:00Z", AT, vancouver, "19:00"), ("2026-01-05T17:00:00Z", "2026-01-05T17:00:00Z", vancouver, "10:00"),
            (AT, AT, unknown, "16:42 UTC"), (AT, AT, {"time_zone": "Mars/Olympus"}, "16:42 UTC"), (AT, AT, None, "11:42"),
            # The same day in New York and London, and no longer in Kampala.
            ("2026-12-05T20:30:00Z", "2026-12-05T21:30:00Z", london, "20:30"),
            ("2026-12-05T20:30:00Z", "2026-12-05T21:30:00Z", ZONE, "Sat 5 Dec, 23:30"),
            ("2026-12-05T21:00:00Z", "2026-12-05T21:30:00Z", ZONE, "00:00"), ("", AT, ZONE, "")):
        shown = say(run, "words.time(given.at, given.zone, given.now)", language="en-GB", at=at, now=now, zone=zone)
        assert shown == text, (at, zone, shown)


@SUITE.test("a ticket of a series says when its date begins, and its name")
def date(_, run):
    for date, text in (({"starts": AT, "name": "Tour"}, "19:42, Tour"), ({"starts": AT, "name": ""}, "19:42"),
                       ({"starts": "2026-12-12T11:20:00Z", "name": "Tour"}, "Sat 12 Dec, 14:20, Tour"), (None, None)):
        shown = say(run, "words.date(given.report, given.zone) ?? null", language="en-GB", zone=ZONE, report={"at": AT, "date": date})
        assert shown == text, shown


@SUITE.test("the zone is that of the event, else of the first that is served")
def zone(_, run):
    gala, fair = {"id": "gala", **ZONE}, {"id": "fair", **states.zone("Europe/Paris", 1)}
    station = {"serving": [gala, fair]}
    for where, event, found in ((station, "fair", fair), (station, "gone", gala), (station, None, gala),
                                ({"serving": []}, "fair", None), (None, "fair", None)):
        assert say(run, "zoneOf(given.station, given.event) ?? null", station=where, event=event) == found, event


@SUITE.test("a refusal of the station is said in the page's language where its code or words are known, and else is quoted")
def refusal(_, run):
    own = {"staff": {"over": "Sitzung beendet", "none": "Keine Karte", "noAnswer": "Keine Antwort",
                     "notDone": "Nein: {why}", "refusals": {"onlyLeft": "Nur {left} von {admits}"}},
           "labels": {"quoted": "„{text}“"}}
    english = {"staff": {"refusals": {"onlyLeft": "only {left} of {admits} (on it)"}}}
    code = f"""{WORDS}
        const {{ Refusal }} = await import("/staff/api.js");
        return new Refusal(given.path, given.status, {{ error: given.error }}).sentence(words);
    """
    told = {"code": "refused", "reason": "only a supervisor may do this", "hint": "Call one."}
    for language, path, status, error, said in (
            ("de", "admit", 0, None, ["Keine Antwort"]),
            ("de", "search", 401, {"code": "no_session", "reason": "x"}, ["Sitzung beendet"]),
            ("de", "admit", 404, {"code": "not_found", "reason": "x"}, ["Keine Karte"]),
            ("de", "place", 404, {"code": "not_found", "reason": "no such gate"}, ["Nein: „no such gate“"]),
            ("de", "place", 422, told, ["Nein: „only a supervisor may do this. Call one.“"]),
            ("de", "admit", 422, {"code": "refused", "reason": "only 2 of 4 (on it)", "hint": "x"}, ["Nur 2 von 4"]),
            ("de", "admit", 422, {"code": "refused", "reason": "only 2 of 4 on it"}, ["Nein: „only 2 of 4 on it“"]),
            # The station's own words say more.
            ("en", "admit", 404, {"code": "not_found", "reason": "no list has it"}, ["no list has it"])):
        given = {"language": language, "path": path, "status": status, "own": own, "english": english,
                 **({"error": error} if error else {})}
        assert run(code, given) == said, given


# Elements and tones

@SUITE.test("an element has texts and never markup, and nothing of what is not there")
def element(_, run):
    assert run("""
        const { element, shape } = await import("/elements.js");
        return element("p", { class: "a", hidden: true, title: undefined, lang: null, "data-x": false, style: { width: "3px" } },
          "<b>", 0, null, false, "", shape("svg", {}, shape("use", { href: "#x" }))).outerHTML;
    """) == '<p class="a" hidden="" style="width: 3px;">&lt;b&gt;0<svg><use href="#x"></use></svg></p>'


@SUITE.test("no note of a tone begins before the one before it has ended, and none of them takes longer than a second")
def notes(_, run):
    for color, tone in run("return (await import('/tones.js')).TONES").items():
        ends = 0
        for _, start, length in tone["notes"]:
            assert start >= ends, color
            ends = start + length
        assert ends <= 1, (color, ends)
