"""Every text of the page is in the message files: nothing is English inside another language."""

import re

from Harness.sentences import Suite
from Screen import showing, states
from Screen.stand_in import PSEUDO

SUITE = Suite("words")

# Members of the station's answers that hold names: of events, guests, places, devices, and what an organizer wrote.
NAMED = {"name", "event", "holder", "type", "gate", "ref", "place", "operator", "station", "by", "text", "date",
         "attention",
         "list", "slug", "seat", "payments", "organizer", "lists", "terms", "payment", "currency", "code", "reference",
         "fingerprint", "help", "other", "gates", "letter", "id", "version", "time_zone", "server", "servers", "label",
         "values", "subject", "company", "footer", "types", "options", "camera", "events", "notes", "pending", "gate_name",
         "event_name", "short_code"}

# All that a person can see, or hear from a screen reader.
TEXTS = """() => {
    const texts = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { parentElement: place, data } = walk.currentNode;
        if (!place.closest("script, style, svg, [hidden]") && place.checkVisibility()) texts.push(data);
    }
    for (const place of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
        for (const name of ["aria-label", "placeholder", "title", "alt"]) texts.push(place.getAttribute(name) ?? "");
    }
    return texts;
}"""


def names(value, named=False):
    """The words of all names in what a station tells."""
    if isinstance(value, dict):
        return set().union(*(names(each, key in NAMED) for key, each in value.items()))
    if isinstance(value, (list, tuple)):
        return set().union(*(names(each, named) for each in value))
    return set(re.findall(r"[A-Za-z]{2,}", value)) if named and isinstance(value, str) else set()


def stray(page, known):
    """Words in no brackets that are no names. Keys of the keyboard have one letter, or what they type."""
    found = set()
    for text in page.evaluate(TEXTS):
        found |= set(re.findall(r"[A-Za-z]{2,}", re.sub(r"‹[^›]*›", " ", text)))
    return found - known - {"EUR", "UTC", "ABC"}


@SUITE.test("every text of every state of the screen is one of the message files")
def screens(lab):
    faults = {}
    for name, (state, events, answers, _, _) in showing.SCREENS.items():
        told = [state, [] if events is ... else list(events), [answer for answer in (answers or {}).values() if not callable(answer)]]
        with showing.screen(lab.chromium, name, settings={"language": PSEUDO}) as (_, page):
            if words := stray(page, names(told)):
                faults[name] = sorted(words)
    assert not faults, faults


@SUITE.test("every text of the pages of figures is one of the message files")
def figures(lab):
    faults = {}
    for name, (_, told) in states.FIGURES.items():
        with showing.figures(lab.chromium, name, settings={"language": PSEUDO}) as (_, page):
            if words := stray(page, names(told)):
                faults[name] = sorted(words)
    assert not faults, faults
