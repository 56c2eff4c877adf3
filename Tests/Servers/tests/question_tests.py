"""What guests are asked at check-in: the server's questions, answered at a station."""

import json

from Servers.tests.pretix_tests import pull, station, test, tickets


@test("what guests answer at the door is in pretix, and they are asked once")
def answers(lab, pretix):
    seeded = pretix.seeded["gala"]
    door, everyone, asks = seeded["lists"]["workshop"], seeded["lists"]["pending"], seeded["questions"]
    list, _ = pull(lab, pretix, "gala")
    one, two = tickets(pretix, "gala", "asked")[:2]
    known = tickets(pretix, "gala", "answered")[0]

    def confirm(kiosk, asked, **given):
        chosen = [f"--answer={asks[name]}={text}" for name, text in given.items()]
        answer = json.loads(kiosk.usher("confirm", str(asked["ask"]), *chosen, "--json"))
        assert answer["verdict"] == "admitted", answer

    def stored(ticket, on=door):
        found = pretix.shell(
            "import json\nfrom django_scopes import scopes_disabled\nfrom pretix.base.models import OrderPosition\n"
            f"with scopes_disabled():\n    found = OrderPosition.objects.get(pk={ticket['position']})\n"
            "    answers = {str(a.question_id): a.answer for a in found.answers.all()}\n"
            f"    print('ANSWERS' + json.dumps({{**answers, 'forced': found.checkins.get(list_id={on}).force_sent}}))")
        return json.loads(found.split("ANSWERS")[1].splitlines()[0])

    with station(lab, pretix, "answers", lists=[list]) as kiosk:
        assert kiosk.show(known["code"], door)["notes"] == "Diet: vegan"
        asked = kiosk.show(one["code"], door)
        assert [each["text"] for each in asked["to_answer"]] == ["Size", "Dinner", "Allergies"], asked
        confirm(kiosk, asked, size="M", dinner="false")
        confirm(kiosk, kiosk.show(two["code"], door), size="S", dinner="true", allergies="nuts")
        assert kiosk.settle() == []
    # pretix does not keep a no: it would ask again on another list, and ask about allergies in any case.
    assert stored(one) == {str(asks["size"]): "Size M", "forced": True}, stored(one)
    assert stored(two) == {str(asks["size"]): "Size S", str(asks["dinner"]): "True", str(asks["allergies"]): "nuts",
                           "forced": False}
    # Another station that knows of no answer, where nobody answers what need not be: nothing of it is erased.
    with station(lab, pretix, "answers-again", lists=[list]) as kiosk:
        confirm(kiosk, kiosk.show(two["code"], everyone), size="S")
        assert kiosk.settle() == []
    assert stored(two, everyone)[str(asks["allergies"])] == "nuts", stored(two, everyone)
    again, _ = pull(lab, pretix, "gala")
    with station(lab, pretix, "answered", lists=[again]) as kiosk:
        assert [kiosk.word(each["code"], everyone) for each in (one, two)] == ["questions", "alreadyScanned"]
        assert pretix.verdict(everyone, one["code"]) == "incomplete"
