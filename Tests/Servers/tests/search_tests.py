"""By what staff find tickets of a real server, where the organizer asks for it."""

import json

from Servers.tests.pretix_tests import pull, station, test, tickets


@test("tickets are found by the beginning of the code, company and e-mail address, if event.yaml says so")
def find_by(lab, pretix):
    ticket = tickets(pretix, "gala", "asked")[0]
    pretix.shell(
        "from django_scopes import scopes_disabled\nfrom pretix.base.models import OrderPosition\n"
        f"with scopes_disabled():\n    found = OrderPosition.objects.get(pk={ticket['position']})\n"
        "    found.company, found.attendee_email = 'Müller & Söhne', 'Own@example.org'\n    found.save()\n"
        "    found.order.email = 'buyer@example.org'\n    found.order.save()")
    queries = [ticket["code"][:8].upper(), "muller & sohne", "own@example.org", "BUYER@example.org"]

    def found(kiosk):
        hits = [json.loads(kiosk.usher("search", query, "--json"))["hits"] for query in queries]
        return [any(hit["ref"].endswith(f"#{ticket['position']}") for hit in each) for each in hits]

    list, _ = pull(lab, pretix, "gala", yaml="find_by: [code, company, email]")
    assert b"example.org" not in list.read_bytes() and "Söhne".encode() not in list.read_bytes()
    with station(lab, pretix, "find-by", lists=[list]) as kiosk:
        assert found(kiosk) == [True] * 4
    list, _ = pull(lab, pretix, "gala")
    with station(lab, pretix, "find-by-nothing", lists=[list]) as kiosk:
        assert found(kiosk) == [False] * 4
