"""Questions at check-in, and what is an answer."""

from Servers.scenarios.scenario import Scenario

SIZE = {"Size": {"type": "C", "options": ["S", "M"], "required": True}}
DINNER = {"Dinner": {"type": "B"}, "Allergies": {"type": "T", "required": True, "after": ["Dinner", "True"]}}
ALL = {
    "Number": {"type": "N"}, "Line": {"type": "S"}, "Lines": {"type": "T"}, "Yes": {"type": "B"}, **SIZE,
    "Days": {"type": "M", "options": ["FRI", "SAT"]}, "Date": {"type": "D"}, "Time": {"type": "H"},
    "Both": {"type": "W"}, "Country": {"type": "CC"}, "Phone": {"type": "TEL"},
}

SCENARIOS = [
    Scenario("a required question is asked", "incomplete", questions=SIZE),
    Scenario("an optional question is asked", "incomplete", questions={"Diet": {"type": "S"}}),
    Scenario("what was answered in the shop is not asked", "ok", questions={"Diet": {"type": "S"}},
             answered={"Diet": "vegan"}),
    Scenario("what is asked in the shop alone is not asked", "ok",
             questions={"Diet": {"type": "S", "required": True, "ask_during_checkin": False}}),
    Scenario("answers of every kind are taken", "ok", questions=ALL, answers=({
        "Number": "1.5", "Line": "one", "Lines": "one\ntwo", "Yes": "true", "Size": "M", "Days": "FRI,SAT",
        "Date": "2026-12-05", "Time": "19:30", "Both": "2026-12-05T19:30", "Country": "UG",
        "Phone": "+256700000000"},)),
    Scenario("what is no number is asked again", "incomplete", questions={"Number": {"type": "N"}},
             answers=({"Number": "many"}, {"Number": "1-2"})),
    Scenario("what is not among the options is asked again", "incomplete",
             questions={**SIZE, "Days": {"type": "M", "options": ["FRI", "SAT"], "required": True}},
             answers=({"Size": "XL", "Days": "FRI"}, {"Size": "S", "Days": "FRI,SUN"}, {"Size": "", "Days": "SAT"})),
    Scenario("what is no date or time is asked again", "incomplete",
             questions={name: ALL[name] for name in ("Date", "Time", "Both")},
             answers=({"Date": "2026-02-30", "Time": "19:30", "Both": "2026-12-05T19:30"},
                      {"Date": "2026-12-05", "Time": "25:00", "Both": "2026-12-05T19:30"},
                      {"Date": "2026-12-05", "Time": "19:30", "Both": "soon"})),
    Scenario("what must be answered with yes is asked again after a no", "incomplete",
             questions={"House rules": {"type": "B", "required": True}}, answers=({"House rules": "false"},)),
    Scenario("what depends on an answer is asked after it", "incomplete", questions=DINNER,
             answers=({"Dinner": "true"}, {"Dinner": "true", "Allergies": ""})),
]
