"""Signed codes. One that was sold later is in no list: its signature alone speaks for it."""

from Servers.scenarios.scenario import Scenario


def changed(code):
    """Another signature."""
    return code[:20] + ("A" if code[20] != "A" else "B") + code[21:]


LATER = {"code": "signed", "sold": "later"}

SCENARIOS = [
    Scenario("a signed code is let in", "ok", code="signed"),
    Scenario("a signed code that was sold later is let in", "ok", **LATER),
    Scenario("a signed code that was sold later enters once", "already_redeemed", here=("entry",), **LATER),
    Scenario("a signed code that was sold later is refused for its product", "product", list={"products": ["vip"]},
             **LATER),
    Scenario("a signed code that was sold later is refused for its date", "invalid", date="tomorrow",
             list={"date": "tonight"}, **LATER),
    Scenario("a signed code that was sold later is refused before it is valid", "invalid_time",
             ticket={"valid_from": 60}, **LATER),
    Scenario("a signed code that was sold later is refused when it is valid no more", "invalid_time",
             ticket={"valid_until": -60}, **LATER),
    Scenario("a signed code that was replaced is revoked", "revoked", code="revoked"),
    Scenario("a signed code that is blocked is refused", "blocked", code="signed", ticket={"blocked": ["admin"]}),
    Scenario("a code with another signature is unknown", "invalid", written=changed, **LATER),
]
