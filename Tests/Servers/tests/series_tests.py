"""A series of dates: pulled whole, as one event, or one of its dates alone."""

from Harness.waiting import wait_until
from Servers.tests.pretix_tests import WORDS, pull, sell, station, successful, test, tickets


@test("of a series one date is pulled, and its verdicts are the server's")
def series(lab, pretix):
    seeded = pretix.seeded["series"]
    first = seeded["dates"]["first night"]
    list, answer = pull(lab, pretix, f"series/{first}", id="first-night", events={"first-night": f"series/{first}"})
    assert answer["tickets"] == 4, answer
    number = seeded["lists"]["first night"]
    with station(lab, pretix, "series", lists=[list], events={"first-night": f"series/{first}"}) as kiosk:
        later = sell(pretix, "FIRST", "series", like=f"subevent={first}")
        for each in [*seeded["tickets"], {"case": "sold later", **later}]:
            ours, theirs = kiosk.word(each["code"], number, "look"), pretix.verdict(number, each["code"])
            # pretix does not look among the tickets of other dates.
            assert WORDS[ours] == theirs or (ours, theirs) == ("wrongGate", "invalid"), f"{each['case']}: {ours}"
        assert kiosk.word(later["code"], number, "look") == "admitted"
        assert kiosk.word(seeded["tickets"][0]["code"], number) == "admitted"
        assert kiosk.settle() == []
    assert len(successful(pretix, "series", number)) == 1


@test("a whole series is one event: every verdict is the server's, of codes that were sold later, too")
def whole_series(lab, pretix):
    seeded = pretix.seeded["series"]
    lists = seeded["lists"]
    list, answer = pull(lab, pretix, "series", id="season")
    assert answer["tickets"] >= len(seeded["tickets"]), answer
    assert any("slots limits them" in each for each in answer["notes"]), answer
    later = [{"case": name, **sell(pretix, f"SEASON{date}", "series", like=f"subevent={date}")}
             for name, date in seeded["dates"].items()]
    more = {"events": {"season": "series"}, "tells_others": True}
    differing, seen = [], set()
    with station(lab, pretix, "season", device="publisher", lists=[list], **more) as kiosk:
        for name, number in lists.items():
            for each in seeded["tickets"] + later:
                ours, theirs = kiosk.show(each["code"], number, "look"), pretix.verdict(number, each["code"])
                assert ours["date"]["name"] == each["case"].split(",")[0], ours
                word = ours["reason"] or ours["verdict"]
                seen.add(word)
                # pretix does not look among the tickets of other dates; its own check would refuse them in this order.
                wanted = {"invalid": "invalid_time" if "soon" in each["case"] else "product"}.get(theirs, theirs)
                if WORDS[word] != wanted:
                    differing.append(f"{each['case']} on {name}: {word}, pretix says {theirs}")
        assert not differing, "\n".join(differing)
        assert seen >= {"admitted", "wrongDate", "notStarted", "unpaid", "rules"}, seen
        second, number = later[1], lists["every night"]
        assert "Ticket is for" in kiosk.show(second["code"], lists["first night"], "look")["message"]
        # What is sent, and what others do, is of the series.
        assert kiosk.word(second["code"], number) == "admitted"
        assert kiosk.settle() == []
        other = tickets(pretix, "series", "first night")[1]["code"]
        assert pretix.redeem(number, other)[0] == 201
        wait_until(lambda: kiosk.word(other, number, "look") == "alreadyScanned", "the check-in is known")
    assert [each[0] for each in successful(pretix, "series", number)].count(str(second["id"])) == 1


@test("the tickets of a series are let in around the time of their date, where event.yaml says so")
def slots(lab, pretix):
    seeded = pretix.seeded["series"]
    list, answer = pull(lab, pretix, "series", id="season", yaml="slots: {early: 15m, late: 2h}")
    assert not [each for each in answer["notes"] if "slots" in each], answer
    nights = [sell(pretix, f"SLOT{date}", "series", like=f"subevent={date}") for date in seeded["dates"].values()]
    number = seeded["lists"]["every night"]
    with station(lab, pretix, "slots", lists=[list], events={"season": "series"}) as kiosk:
        assert [kiosk.word(each["code"], number, "look") for each in nights] == ["admitted", "notStarted"]
        for case, word in (("first night", "admitted"), ("second night", "notStarted")):
            assert kiosk.word(tickets(pretix, "series", case)[0]["code"], number, "look") == word
