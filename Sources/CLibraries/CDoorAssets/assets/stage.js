// Stage: one panel for each reader that has something to show, side by side; ready when none has.

import { byID, element, outcome } from "./elements.js";
import { Panel, PanelTurns } from "./panel.js";
import { ask } from "./staff/api.js";
import { panelActs } from "./staff/panel-acts.js";
import { questionsView } from "./staff/questions.js";
import { zoneOf } from "./words.js";

const MOST_PAST = 8;
/** So long a new panel takes no tap: it was meant for the one before. In milliseconds. */
const UNARMED = 500;

export class Stage {
  constructor({ words, settings, tones, speech, sheet }) {
    this.words = words;
    this.readyAfter = settings.ready_after_ms;
    this.confirms = settings.confirms_attention;
    this.tones = tones;
    this.speech = speech;
    this.sheet = sheet;
    this.lanes = new Map();
    this.station = null;
    this.stage = byID("stage");
    this.recent = byID("recent");
    this.spoken = byID("spoken");
    this.hint = byID("hint");
    this.timer = 0;
    this.hintTimer = 0;
    this.seen = new Set();
    /** What the strip shows, the newest first. */
    this.past = [];
    /** Questions that the station is being answered. */
    this.answering = new Set();
    // The window, or what is beside it in another language.
    new ResizeObserver(() => { for (const lane of this.lanes.values()) lane.panel.fit(); }).observe(this.stage);
    addEventListener("keydown", (event) => this.takeKey(event));
  }

  /** A verdict as the station tells it. */
  take(event) {
    const { reader, age_ms: age, color, type_color: typeColor, verdict: report } = event;
    const key = `${reader} ${report.seq} ${report.at} ${report.verdict}`;
    // On its return the station tells again what this page has seen.
    if (age !== undefined && this.seen.has(key)) return;
    this.remember(key);
    const zone = zoneOf(this.station, report.event);
    const showing = { report, color, typeColor, age, event, zone, ...this.texts(event, zone) };
    this.past = [showing, ...this.past].slice(0, MOST_PAST);
    this.showPast();
    // From before this page was opened: only the strip still shows it.
    if (age >= this.readyAfter) return;
    // Whoever holds that phone sees the verdict there; here it would cover that of the guest at this door.
    if (reader?.startsWith("phone:")) return;
    uncover();
    const lane = this.lane(reader ?? this.readerShowing(report) ?? "");
    const before = lane.turns.current;
    if (lane.turns.take(showing, performance.now()) !== before) this.render(lane, age === undefined);
    else this.showActs(lane);
    this.schedule();
  }

  /** What is said of it, in the language of now. */
  texts(event, zone) {
    return { message: this.words.message(event, zone), date: this.words.date(event.verdict, zone) };
  }

  /** What is shown, or waits to be, goes over to the language of now. */
  translate() {
    for (const lane of this.lanes.values()) {
      for (const showing of [lane.turns.current, ...lane.turns.waiting]) {
        if (showing) Object.assign(showing, this.texts(showing.event, showing.zone));
      }
      this.render(lane, false);
    }
    this.showPast();
    // What was read aloud before is not read again.
    this.spoken.textContent = "";
  }

  takeHint({ hint, age_ms: age }) {
    if (age !== undefined) return;
    this.say(this.words.label(`hints.${hint.hint}`) || hint.message);
  }

  /** Below the panels, for as long as it takes to read. */
  say(text) {
    this.hint.textContent = text;
    this.hint.hidden = false;
    this.spoken.textContent = this.hint.textContent;
    clearTimeout(this.hintTimer);
    this.hintTimer = setTimeout(() => { this.hint.hidden = true; }, 4000);
  }

  /** Removes every verdict: nobody knows what came after. */
  clear() {
    for (const lane of this.lanes.values()) lane.panel.element.remove();
    this.lanes.clear();
    this.count();
  }

  lane(reader) {
    if (!this.lanes.has(reader)) {
      const turns = new PanelTurns(this.readyAfter, this.confirms);
      this.lanes.set(reader, { reader, turns, panel: new Panel(byID("panel")) });
    }
    return this.lanes.get(reader);
  }

  /** Where the same ticket was just let in: what staff do with it by hand is not another guest's. */
  readerShowing({ ref, event, line }) {
    const isSame = ({ turns: { current } }) => ref && current?.report.verdict === "admitted"
      && current.report.ref === ref && current.report.event === event && current.report.line === line;
    return [...this.lanes.values()].find(isSame)?.reader;
  }

  render(lane, isNew) {
    this.hint.hidden = true;
    const showing = lane.turns.current;
    if (!showing) {
      lane.panel.element.remove();
      this.lanes.delete(lane.reader);
      this.count();
      for (const each of this.lanes.values()) each.panel.fit();
      return;
    }
    const readers = this.station?.readers ?? [];
    const name = readers.find((each) => each.device === lane.reader)?.name ?? "";
    const stay = Math.max(0, lane.turns.nextChange - performance.now());
    const said = lane.panel.show(showing, {
      words: this.words, readerName: readers.length > 1 ? name : "", stay: Number.isFinite(stay) ? stay : 0,
    });
    this.showActs(lane);
    if (!lane.panel.element.isConnected) this.place(lane, readers);
    this.count();
    // All of them: the others have less room, or more, than before.
    for (const each of this.lanes.values()) each.panel.fit();
    this.spoken.textContent = said;
    document.title = said;
    if (!isNew) return;
    this.tones.play(showing.color);
    this.speech.say(this.words.spoken(showing));
  }

  showActs(lane) {
    const { current, since, mustConfirm, waiting } = lane.turns;
    lane.panel.showActs(panelActs(current, {
      words: this.words, sheet: this.sheet, since, mustConfirm, waiting: waiting.length,
      confirm: () => this.confirm(lane, current), answer: () => this.answer(lane, current),
      decline: () => this.decline(lane, current), say: (text) => this.say(text),
    }), mustConfirm);
  }

  /** Answers a question; the verdict comes as every other one does. A station that did not answer can be told again. */
  async answer(lane, showing) {
    const number = showing.report.ask;
    if (this.answering.has(number) || performance.now() < lane.turns.since + UNARMED) return;
    if (showing.report.to_answer) {
      this.sheet.openWith(questionsView, { report: showing.report, message: showing.message });
      return;
    }
    this.answering.add(number);
    try {
      await ask("POST", "confirm", { ask: number });
    } catch (refusal) {
      if (refusal.status !== 0) this.confirm(lane, showing);
      this.say(refusal.sentence(this.words)[0]);
    } finally {
      this.answering.delete(number);
    }
  }

  /** The station then waits for no wristband or card of this guest. */
  async decline(lane, showing) {
    if (!this.confirm(lane, showing)) return;
    try {
      await ask("POST", "decline", { ask: showing.report.ask });
    } catch (refusal) {
      this.say(refusal.sentence(this.words)[0]);
    }
  }

  /**
   * Whoever confirms has seen this verdict, and no other one that came meanwhile.
   * @returns whether it was this one.
   */
  confirm(lane, showing) {
    const isNew = performance.now() < lane.turns.since + UNARMED && showing.report.ask;
    if (lane.turns.current !== showing || this.lanes.get(lane.reader) !== lane || isNew) return false;
    lane.turns.confirm(performance.now());
    this.render(lane, true);
    this.schedule();
    return true;
  }

  /** Enter confirms, unless it is for something else; it never lets anybody in. */
  takeKey(event) {
    if (event.key !== "Enter" || document.activeElement !== document.body || this.sheet?.isOpen) return;
    const lane = [...this.lanes.values()].find((each) => each.turns.mustConfirm && !each.turns.current.report.ask);
    if (lane) this.confirm(lane, lane.turns.current);
  }

  /** In the order in which the station names its readers, so that each keeps its side. */
  place(lane, readers) {
    const rank = (reader) => {
      const index = readers.findIndex((each) => each.device === reader);
      return index < 0 ? readers.length : index;
    };
    const after = [...this.lanes.values()].filter((each) => each.panel.element.isConnected)
      .find((each) => rank(each.reader) > rank(lane.reader));
    this.stage.insertBefore(lane.panel.element, after?.panel.element ?? null);
  }

  count() {
    const shown = this.stage.querySelectorAll(".panel");
    this.stage.dataset.panels = shown.length;
    document.body.dataset.outcome = shown.length === 1 ? shown[0].dataset.color : shown.length === 0 ? "none" : "several";
  }

  schedule() {
    clearTimeout(this.timer);
    const next = Math.min(...[...this.lanes.values()].map((lane) => lane.turns.nextChange));
    if (!Number.isFinite(next)) return;
    this.timer = setTimeout(() => this.advance(), Math.max(0, next - performance.now()) + 1);
  }

  advance() {
    const now = performance.now();
    for (const lane of [...this.lanes.values()]) {
      const before = lane.turns.current;
      if (lane.turns.advance(now) === before) continue;
      if (lane.turns.current) uncover();
      this.render(lane, true);
    }
    this.schedule();
  }

  remember(key) {
    this.seen.add(key);
    if (this.seen.size > 256) this.seen.delete(this.seen.values().next().value);
  }

  showPast() {
    this.recent.replaceChildren(...this.past.map(({ report, color, zone }) => {
      const word = this.words.verdict(report);
      const name = report.holder ?? (this.words.type(report.type) || word);
      return element(
        "li", { class: "past", "data-color": color, "data-sequence": report.seq }, outcome(color),
        element("b", {}, name),
        element("span", {}, name === word ? "" : word), element("span", {}, this.words.time(report.at, zone, report.at)));
    }));
  }
}

/** Closes what lies over the verdicts: nobody's is used up unseen. */
function uncover() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}
