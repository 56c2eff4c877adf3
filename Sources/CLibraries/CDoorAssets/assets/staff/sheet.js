// Sheet: where staff work. It covers the lower part of the screen; verdicts stay above it, for scans go on.

import { button, byID, element } from "../elements.js";
import { zoneOf } from "../words.js";
import { ask, Refusal } from "./api.js";
import { evacuationView } from "./evacuation.js";
import { guestsView } from "./guests.js";
import { badgeView, operatorsView } from "./pin.js";
import { placeView } from "./place.js";
import { saleView } from "./sale.js";
import { ticketsView } from "./tickets.js";
import { undoView } from "./undo.js";
import { unrecordedView } from "./unrecorded.js";
import { walkInsView } from "./walkins.js";

/** What a person may choose from, with the act that it takes, and when it is there. */
const TABS = [
  ["tickets", "look_up", ticketsView], ["guests", "search", guestsView],
  ["walkIns", "admit", walkInsView, (station) => station?.serving.some(({ walk_ins: isHere }) => isHere)],
  ["sale", "sell", saleView], ["undo", "undo_own", undoView], ["place", "move", placeView],
  ["evacuation", "check_out_all", evacuationView],
  ["unrecorded", "not_recorded", unrecordedView, (station) => Boolean(station?.not_recorded)],
];
/** How often a person at work is told to the station, in milliseconds. */
const TELLS = 10_000;

// Why: docs/decisions/060-verdicts-above-the-sheet.md
export class StaffSheet {
  constructor(words, languages) {
    this.words = words;
    this.languages = languages;
    this.session = null;
    this.station = null;
    this.view = {};
    this.idle = 0;
    this.told = 0;
    this.turn = 0;
    this.root = byID("staff");
    this.opener = byID("staff-button");
    this.title = element("h2", { id: "staff-title", tabindex: "-1" });
    this.tabs = element("nav", { class: "tabs" });
    this.body = element("div", { class: "work" });
    this.said = element("p", { class: "result", role: "status", hidden: true });
    this.backButton = button("", () => this.view.back(), { "data-label": "staff.back" });
    this.lockButton = button("", () => this.lock(), { "data-label": "staff.lock" });
    const closeButton = button("", () => this.close(), { "data-label": "labels.close" });
    const head = element("div", { class: "head" }, this.backButton, this.title, this.tabs, this.lockButton, closeButton);
    this.root.append(head, this.said, this.body);
    this.opener.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    // A touch beside every key leaves the focus nowhere; real keys still go to the sheet.
    addEventListener("keydown", (event) => {
      // Those of a dialog over it are the dialog's.
      if (document.querySelector("dialog[open]")) return;
      if (this.isOpen && (event.target === document.body || this.root.contains(event.target))) this.noteKey(event);
    });
    // A keyboard of the system on the screen may tell of letters only by what is in the field.
    for (const use of ["pointerdown", "input"]) this.root.addEventListener(use, () => this.noteUse());
    const keepForScreen = languages.keep;
    languages.keep = (language) => (this.session ? this.keepLanguage(language) : keepForScreen(language));
    addEventListener("language", () => this.translate());
    this.translate();
  }

  /** The head's texts, and the view that is open. */
  translate() {
    for (const each of this.root.querySelectorAll(".head [data-label]")) each.textContent = this.words.label(each.dataset.label);
    this.showOpener();
    if (this.isOpen && this.shown) this.show(...this.shown);
  }

  keepLanguage(language) {
    return this.attempt(() => ask("PUT", "session", { language }));
  }

  get isOpen() {
    return !this.root.hidden;
  }

  may(act) {
    return this.session?.acts.includes(act) ?? false;
  }

  get tabsForNow() {
    return TABS.filter(([, act, , isThere]) => this.may(act) && (isThere?.(this.station) ?? true));
  }

  /** Who is at work. */
  get heading() {
    return `${this.session.operator} · ${this.words.label(`staff.roles.${this.session.role}`)}`;
  }

  /** Times are those of the event, wherever the browser thinks it is. */
  zone(event) {
    return zoneOf(this.station, event);
  }

  /** Of an event that could be mistaken: one of several that are served, or one that is not served any more. */
  eventName(event) {
    const serving = this.station?.serving ?? [];
    const found = serving.find(({ id }) => id === event);
    return found && serving.length === 1 ? "" : found?.name ?? event;
  }

  uncover() {
    this.root.hidden = false;
    document.body.dataset.staff = "open";
    this.opener.setAttribute("aria-expanded", "true");
  }

  /** Opens with a view for which nobody has to be at work. */
  openWith(view, options) {
    this.uncover();
    this.noteUse();
    return this.show(view, options);
  }

  /** @param then - what is done once somebody has typed their PIN. */
  async open(then) {
    this.uncover();
    if (!this.session) return this.show(operatorsView, { then });
    return then ? then() : this.showWork();
  }

  /** Somebody has shown their badge. It disturbs nobody who is at work, types a PIN, or answers a question. */
  takeBadge(name) {
    const isFree = !this.isOpen || this.shown?.[0] === operatorsView;
    if (!this.session && isFree && !document.querySelector("dialog[open]")) this.openWith(badgeView, { name });
  }

  close() {
    this.view.onLeave?.();
    this.view = {};
    this.shown = null;
    this.turn += 1;
    this.body.replaceChildren();
    this.root.hidden = true;
    delete document.body.dataset.staff;
    this.opener.setAttribute("aria-expanded", "false");
    this.opener.focus();
  }

  async begin(session, then) {
    this.session = session;
    this.told = performance.now();
    this.noteUse();
    this.shown = null;
    await this.words.use(session.language ?? this.languages.ofScreen);
    this.showOpener();
    return then ? then() : this.showWork();
  }

  /** Ends the session. */
  lock() {
    this.endSession();
    ask("DELETE", "session").catch(() => {});
    if (this.isOpen && !this.view.isForAnybody) this.close();
  }

  /** The screen then speaks its own language again. */
  async endSession() {
    this.session = null;
    clearTimeout(this.idle);
    this.lockButton.hidden = true;
    this.shown = null;
    this.showOpener();
    await this.words.use(this.languages.ofScreen);
  }

  showWork() {
    const [first] = this.tabsForNow;
    return first ? this.show(first[2], { tab: first[0] }) : this.show(() => (
      { title: this.session.operator, body: [element("p", {}, this.words.label("staff.mayNothing"))] }));
  }

  /**
   * Shows a view: `view(sheet, options)` gives title, body, and what it does with keys and at its end. One that is for
   * anybody stays when a session ends.
   */
  async show(view, options = {}) {
    this.shown = [view, options];
    this.view.onLeave?.();
    this.view = {};
    this.turn += 1;
    const turn = this.turn;
    let next;
    try {
      next = await view(this, options);
    } catch (refusal) {
      if (turn === this.turn) this.refuse(refusal);
      return;
    }
    // Somebody went elsewhere while the station answered.
    if (turn !== this.turn) return;
    this.view = next;
    this.title.textContent = next.title;
    this.body.replaceChildren(...next.body);
    this.body.scrollTop = next.scroll ?? 0;
    this.say("");
    this.backButton.hidden = !next.back;
    this.lockButton.hidden = !this.session;
    this.showTabs(options.tab);
    (this.root.querySelector("[autofocus]") ?? this.title).focus();
  }

  showTabs(current) {
    this.tabs.hidden = !current;
    this.tabs.replaceChildren(...this.tabsForNow.map(([name, , view]) => button(
      this.words.label(`staff.tabs.${name}`), () => this.show(view, { tab: name }),
      { "aria-current": name === current ? "page" : undefined, "data-tab": name })));
  }

  say(text, lang, ...more) {
    this.said.hidden = !text;
    this.said.replaceChildren(element("span", { lang }, text), ...more);
  }

  refuse(refusal) {
    if (refusal.isOver) {
      const isForAnybody = this.view.isForAnybody;
      this.endSession().then(() => isForAnybody || this.show(operatorsView))
        .then(() => isForAnybody || this.say(this.words.label("staff.over")));
    } else if (refusal instanceof Refusal) {
      this.say(...refusal.sentence(this.words));
    } else {
      throw refusal;
    }
  }

  /** Does something that the station may refuse. */
  async attempt(act) {
    try {
      return await act();
    } catch (refusal) {
      this.refuse(refusal);
      return undefined;
    }
  }

  noteKey(event) {
    this.noteUse();
    if (event.key === "Escape") this.close();
    else this.view.onKey?.(event);
  }

  /** The time of idleness begins anew, here and, now and then, at the station. */
  noteUse() {
    if (!this.session) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.lock(), this.session.idle_ms);
    if (performance.now() - this.told < Math.min(TELLS, this.session.idle_ms / 3)) return;
    this.told = performance.now();
    ask("GET", "session").catch((refusal) => this.isOpen && this.refuse(refusal));
  }

  showOpener() {
    byID("staff-word").textContent = this.session?.operator ?? this.words.label("staff.open");
  }
}
