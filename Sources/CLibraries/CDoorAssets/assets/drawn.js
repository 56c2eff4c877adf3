// Drawn: confirms to the station what this page has drawn. An open page is not yet one that somebody sees.

/** Between two confirmations, in milliseconds; the station's PageVisibility waits for three of them. */
const PAUSE = 4000;
/** Under this name the browser's tab remembers that it is the console's own (usher-screen.service). */
const CONSOLE = "console";

export class Drawn {
  /**
   * @param page - `door` or `figures`.
   * @param isTold - whether the station tells the page what to draw: else there is nothing to confirm.
   */
  constructor(page, isTold = () => true) {
    if (new URLSearchParams(location.search).get("screen") === CONSOLE) sessionStorage.setItem("screen", CONSOLE);
    this.page = page;
    this.isTold = isTold;
    this.verdict = 0;
    this.isWaiting = false;
    setInterval(() => this.confirm(), PAUSE);
    this.confirm();
  }

  /** Confirms as soon as everything that is in the page now has been drawn; never, while the page is not. */
  confirm(verdict = 0) {
    this.verdict = Math.max(this.verdict, verdict);
    if (this.isWaiting || !this.isTold()) return;
    this.isWaiting = true;
    // The second frame begins when the first is on its way to the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      this.isWaiting = false;
      this.tell();
    }));
  }

  tell() {
    const drawing = {
      page: this.page, is_console: sessionStorage.getItem("screen") === CONSOLE,
      page_age_ms: Math.round(performance.now()), ...(this.verdict > 0 && { verdict: this.verdict }),
    };
    fetch("/drawn", {
      method: "POST", body: JSON.stringify(drawing), headers: { "Content-Type": "application/json" },
      signal: AbortSignal.timeout(PAUSE),
    }).catch(() => {});
  }
}

/** A mouse and Shift, or its wheel, open links in other windows: the page has none that lead out of it. */
export function stayOnThePage() {
  addEventListener("click", (event) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) event.preventDefault();
  }, { capture: true });
  for (const name of ["auxclick", "dragstart", "contextmenu"]) addEventListener(name, (event) => event.preventDefault());
}
