// Link: the event stream of the station, and whether it is there.

/** Between two tries, in milliseconds: after a restart of the station, guests wait for no more than this. */
const PAUSE = 300;
/** The station sends a beat every 500 ms: one that was silent for so long has stopped, or hangs. */
const SILENCE = 1700;
/** How often the silence is looked at. A page that slept for longer has to hear what came meanwhile first. */
const LOOK = 250;
const SLEPT = 1000;
/** After so long a silence the connection may be the fault, and another one is tried. */
const GIVES_UP = 6000;
/** How often the station is asked, too: its connections may be open and carry nothing. */
const QUESTION = 4000;

export class Link {
  /** @param handlers - `state`, `verdict`, `hint` with what came, `open` and `lost`. */
  constructor(handlers) {
    this.handlers = handlers;
    this.isOpen = false;
    this.connect();
    this.looked = performance.now();
    setInterval(() => this.look(), LOOK);
    setInterval(() => this.ask(), QUESTION);
  }

  connect() {
    /** When anything came last; `null` until there was a beat. */
    this.heard = null;
    this.source = new EventSource("/events");
    for (const name of ["state", "verdict", "hint"]) {
      this.source.addEventListener(name, (event) => {
        this.note();
        this.handlers[name](JSON.parse(event.data));
      });
    }
    this.source.addEventListener("open", () => this.note());
    this.source.addEventListener("beat", () => {
      this.heard = performance.now();
      this.note();
    });
    this.source.addEventListener("error", () => this.lose());
  }

  note() {
    if (this.heard !== null) this.heard = performance.now();
    if (this.isOpen) return;
    this.isOpen = true;
    this.handlers.open();
  }

  look() {
    const now = performance.now();
    const slept = now - this.looked > SLEPT;
    this.looked = now;
    if (this.heard === null || slept) return;
    const silence = now - this.heard;
    if (silence > GIVES_UP) this.lose();
    else if (silence > SILENCE) this.close();
  }

  /** Nobody may rely on what the page shows. */
  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.handlers.lost();
  }

  lose() {
    this.source.close();
    this.heard = null;
    this.isOpen = false;
    this.handlers.lost();
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), PAUSE);
  }

  async ask() {
    if (!this.isOpen) return;
    try {
      const answer = await fetch("/state", { signal: AbortSignal.timeout(QUESTION) });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      this.handlers.state(await answer.json());
    } catch {
      if (this.isOpen) this.lose();
    }
  }
}
