"""A list of a real pretix that checks everybody out once a day."""

import datetime
import json
import time

from Harness.waiting import wait_until
from Servers.tests.pretix_tests import WORDS, pull, sell, station, successful, test

# What must be left until the hour when the first ticket is let in.
ROOM_SECONDS = 40


def next_minute():
    now = datetime.datetime.now(datetime.timezone.utc)
    return (now + datetime.timedelta(seconds=60 + ROOM_SECONDS)).replace(second=0, microsecond=0)


def check_out_everyone(pretix):
    """As its hourly job does."""
    pretix.shell("from pretix.base.services.checkin import process_exit_all\nprocess_exit_all(None)")


@test("who entered before the hour at which pretix checks everybody out is out here, too, and nothing is sent")
def everyone_out(lab, pretix):
    here, there, never = (sell(pretix, f"NIGHT{each}", "gala", like="variation__isnull=False") for each in range(3))
    hour = next_minute()
    number = int(pretix.shell(
        "import datetime\nfrom django_scopes import scopes_disabled\nfrom pretix.base.models import CheckinList, Event\n"
        "with scopes_disabled():\n"
        "    made = CheckinList.objects.create(event=Event.objects.get(slug='gala'), name='Night', all_products=True,\n"
        f"        allow_entry_after_exit=True, exit_all_at=datetime.datetime.fromisoformat('{hour.isoformat()}'))\n"
        "    print('LIST', made.pk)").split("LIST ")[1].split()[0])
    assert pretix.redeem(number, there["code"])[0] == 201
    before, _ = pull(lab, pretix, "gala")
    terms = json.loads(lab.usher("manifest", "inspect", before, "--json"))
    zone = hour.astimezone(datetime.timezone(datetime.timedelta(hours=3)))  # that of the event
    assert [each.get("everyone_out") for each in terms["lists"] if each["id"] == str(number)] == [
        zone.strftime("%H:%M")], terms["lists"]
    with station(lab, pretix, "night", lists=[before]) as kiosk:
        assert kiosk.word(here["code"], number) == "admitted"
        for each in (here, there):
            assert kiosk.word(each["code"], number, "look") == "alreadyScanned"
        assert kiosk.settle() == []
        assert datetime.datetime.now(datetime.timezone.utc) < hour, "the machine is too slow for this test"
        wait_until(lambda: time.time() > hour.timestamp() + 1, "the hour has come", 60 + ROOM_SECONDS)
        # pretix waits for its job; stations do not.
        assert pretix.verdict(number, here["code"]) == "already_redeemed"
        for each in (here, there, never):
            assert kiosk.word(each["code"], number, "look") == "admitted", each
        check_out_everyone(pretix)
        for each in (here, there, never):
            assert pretix.verdict(number, each["code"]) == WORDS[kiosk.word(each["code"], number, "look")] == "ok"
        assert kiosk.word(here["code"], number) == "admitted"
        # Who stayed is seen leaving after all; pretix takes it.
        assert kiosk.word(there["code"], number, "out") == "checkedOut"
        assert kiosk.settle() == []
    done = [(ticket, type, at == hour) for ticket, at, type in successful(pretix, "gala", number)]
    first, second = str(here["id"]), str(there["id"])
    assert sorted(done) == sorted([
        (first, "entry", False), (first, "exit", True), (first, "entry", False),
        (second, "entry", False), (second, "exit", True), (second, "exit", False)]), done
    after, _ = pull(lab, pretix, "gala")
    with station(lab, pretix, "night-after", lists=[after]) as kiosk:
        for each, word in ((here, "alreadyScanned"), (there, "admitted"), (never, "admitted")):
            assert kiosk.word(each["code"], number, "look") == word
        assert pretix.verdict(number, here["code"]) == "already_redeemed"
