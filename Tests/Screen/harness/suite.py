"""Suites whose tests each open a page of their own."""

import sentences


class Suite(sentences.Suite):
    """Tests of (lab, *arguments)."""


class Lab(sentences.Lab):
    """What every test of a run shares."""

    def __init__(self, chromium, programs):
        super().__init__("usher-screen.")
        self.chromium = chromium
        self.programs = programs  # the folder of usher and usherd
