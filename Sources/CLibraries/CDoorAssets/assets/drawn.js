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
    this.front = new Front(() => this.isConsole && this.isTold() && this.tell());
    setInterval(() => this.confirm(), PAUSE);
    this.confirm();
  }

  get isConsole() {
    return sessionStorage.getItem("screen") === CONSOLE;
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
      page: this.page, is_console: this.isConsole, page_age_ms: Math.round(performance.now()),
      ...(this.verdict > 0 && { verdict: this.verdict }), ...(this.isConsole && this.front.isCovered && { is_covered: true }),
    };
    fetch("/drawn", {
      method: "POST", body: JSON.stringify(drawing), headers: { "Content-Type": "application/json" },
      signal: AbortSignal.timeout(PAUSE),
    }).catch(() => {});
  }
}

/**
 * Whether another window lies over this one. The compositor asks both for frames, but only the one in front has the
 * keyboard. A page that never had it, for want of a keyboard, is not taken for covered; nor is one that is touched.
 */
class Front {
  /** @param changed - when this window has lost the keyboard, or has it again. */
  constructor(changed) {
    this.hadKeyboard = false;
    // The frame of a turned page (turned.html) has it as long as its window has.
    for (const name of ["focus", "blur"]) top.addEventListener(name, () => { this.look(); changed(); });
    addEventListener("pointerdown", () => { this.hadKeyboard = this.hasKeyboard; }, { capture: true });
    this.look();
  }

  get hasKeyboard() {
    return top.document.hasFocus();
  }

  look() {
    this.hadKeyboard ||= this.hasKeyboard;
  }

  get isCovered() {
    this.look();
    return this.hadKeyboard && !this.hasKeyboard;
  }
}

/** A mouse and Shift, or its wheel, open links in other windows: the page has none that lead out of it. */
export function stayOnThePage() {
  addEventListener("click", (event) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) event.preventDefault();
  }, { capture: true });
  for (const name of ["auxclick", "dragstart", "contextmenu"]) addEventListener(name, (event) => event.preventDefault());
}
