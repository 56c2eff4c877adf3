"""A console whose screen is turned, is read from far away, is one of two, or is plugged in later."""

from Harness.guests.daemon import START_SECONDS
from Harness.guests.lab import Suite
from Package.displays import DisplaysMachine
from Package.tests import console_tests, installed_tests
from Package.tests.console_tests import DRAWN_SECONDS, READY, wait_until_drawn

SUITE = Suite("displays of the console", installed_tests.prepare, kind=DisplaysMachine)
test = SUITE.test


def show(machine, **settings):
    """Sets the console in usher.yaml, and starts the station and its screen anew, as the documents say."""
    lines = "".join(f"\\n  {key}: {value}" for key, value in settings.items())
    machine.run("[ -e /etc/usher/as-installed ] || cp /etc/usher/usher.yaml /etc/usher/as-installed; "
                "sed -e '/^  #\\?\\(rotation\\|scale\\|output\\):/d' "
                f"-e 's/^screen:.*/screen:{lines}/' /etc/usher/as-installed > /etc/usher/usher.yaml; "
                f"{console_tests.PATIENT}; systemctl restart usherd usher-screen", limit=START_SECONDS)


def said(machine):
    return machine.run("journalctl --unit=usher-screen --boot --no-pager --output=cat | grep usher-screen: || true")


def wait_until_said(machine, words):
    machine.wait_in_guest(f"journalctl --unit=usher-screen --boot | grep -q '{words}'", f"the screen says: {words}",
                          DRAWN_SECONDS)


@test("the page is turned and enlarged, the other display is dark, and one that is plugged in later is waited for")
def displays(lab, machine):
    first, second = machine.displays
    show(machine, rotation=90)
    wait_until_drawn(machine)
    first.save_picture(lab.folder / "display-turned-90.png")
    assert first.shown().share(*READY) > 0.5, "the first display does not show the page"
    assert "shows the page on Virtual-1, turned by 90 degrees, at 100 %" in said(machine)

    second.plug(1024, 768)
    wait_until_said(machine, "shows the page on Virtual-1 alone")
    show(machine, output="Virtual-2")
    wait_until_drawn(machine)
    for number, each in enumerate(machine.displays):
        each.save_picture(lab.folder / f"display-second-{number}.png")
    assert second.shown().share(*READY) > 0.5, "the second display does not show the page"
    assert machine.run("cat /sys/class/drm/card0-Virtual-1/status").strip() == "disconnected"
    doctor = machine.run("usher doctor || true")
    assert "The console shows the page on Virtual-2" in doctor and "Virtual-2, 1024x768" in doctor, doctor

    machine.run("systemctl stop usher-screen")
    assert machine.run("cat /sys/class/drm/card0-Virtual-1/status").strip() == "connected"
    second.unplug()
    show(machine, output="Virtual-2", scale=200)
    wait_until_said(machine, "waits until a display is connected to Virtual-2")
    assert "no display is connected there" in machine.run("usher doctor || true")
    second.plug(3840, 2160)
    wait_until_drawn(machine)
    second.save_picture(lab.folder / "display-enlarged-200.png")
    return said(machine).replace("\n", "; ")
