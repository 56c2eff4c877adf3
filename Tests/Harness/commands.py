"""The one way to run a command on this host."""

import subprocess


# What a program says last is often why it failed.
MOST_OF_IT = 6000


class Trouble(Exception):
    """What keeps a test from going on, in words for people: a command failed, or this machine lacks something."""


def run(*command, input=None, fails=False, both=False, **options):
    """Runs a program and returns what it printed; with `fails`, what it complained about; with `both`, all it said.

    One that ends otherwise than it should is `Trouble`, with its words.
    """
    done = subprocess.run(
        [str(each) for each in command], input=input, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if both else subprocess.PIPE, text=not isinstance(input, bytes), **options)
    if (done.returncode != 0) != fails:
        said = "\n".join(each if isinstance(each, str) else each.decode(errors="replace")
                         for each in (done.stdout, done.stderr) if each)
        raise Trouble(f"{' '.join(map(str, command))}: exit {done.returncode}\n{said.strip()[-MOST_OF_IT:]}")
    return done.stderr if fails else done.stdout
