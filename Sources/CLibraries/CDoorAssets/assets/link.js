// Link: the event stream of the station, and whether it is there.

/** Between two tries, in milliseconds. */
const PAUSE = 1000;
/** A station that hangs keeps its connections open: it is asked, too. */
const QUESTION = 4000;

export class Link {
  /** @param handlers - `state`, `verdict`, `hint` with what came, `open` and `lost`. */
  constructor(handlers) {
    this.handlers = handlers;
    this.isOpen = false;
    this.connect();
    setInterval(() => this.ask(), QUESTION);
  }

  connect() {
    this.source = new EventSource("/events");
    for (const name of ["state", "verdict", "hint"]) {
      this.source.addEventListener(name, (event) => {
        this.noteOpen();
        this.handlers[name](JSON.parse(event.data));
      });
    }
    this.source.addEventListener("open", () => this.noteOpen());
    this.source.addEventListener("error", () => this.lose());
  }

  noteOpen() {
    if (this.isOpen) return;
    this.isOpen = true;
    this.handlers.open();
  }

  lose() {
    this.source.close();
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
