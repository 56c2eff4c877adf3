// Panel: what one reader's guest sees, and for how long.

import { element, outcome, shape } from "./elements.js";

/** A refusal stays at least this long: nobody slips in behind the next guest's green. In milliseconds. */
export const REFUSAL_STAYS = 1500;
/** More wait only when codes come faster than people do; the strip below still shows them. */
const MOST_WAITING = 3;
/** A verdict that has to be confirmed holds the others up for longer. */
const MOST_HELD_UP = 20;

/**
 * What a panel does next. Time comes in as an argument, in milliseconds.
 */
export class PanelTurns {
  /** @param confirms - what asks for something to be done stays until `confirm`. */
  constructor(readyAfter, confirms = false) {
    this.readyAfter = readyAfter;
    this.confirms = confirms;
    this.current = null;
    this.since = 0;
    this.waiting = [];
    /** Those that were held up are seen one by one. */
    this.isCatchingUp = false;
  }

  /** Takes a verdict: shown at once, or after the refusal that is there. Returns what is shown now. */
  take(showing, now) {
    const { repeat, seq, answers, continues, pending } = showing.report;
    // More of the same group: nobody else has to be seen first.
    if (continues !== undefined && continues === this.current?.report.seq) {
      this.start(showing, now);
      return this.current;
    }
    // Not what the guest of a question was to show: seen at once, and then the question again.
    if (pending !== undefined && [this.current?.report.ask, this.current?.report.pending].includes(pending)) {
      if (this.current.report.ask === pending) this.waiting.unshift(this.current);
      this.start(showing, now);
      return this.current;
    }
    if (answers !== undefined) return this.takeAnswer(showing, answers, now);
    if (this.mustConfirm && repeat && seq === this.current.report.seq) return this.current;
    if (this.current && (now < this.since + this.least || this.waiting.length > 0)) {
      this.waiting.push(showing);
      const most = this.mustConfirm || this.isCatchingUp ? MOST_HELD_UP : MOST_WAITING;
      // A question that nobody sees would keep its guest out.
      const oldest = this.waiting.findIndex(({ report }) => !report.ask);
      if (this.waiting.length > most && oldest >= 0) this.waiting.splice(oldest, 1);
    } else {
      this.start(showing, now);
    }
    return this.current;
  }

  /** Whoever was asked about is seen before those who wait, whoever answered, on whichever page. */
  takeAnswer(showing, ask, now) {
    this.waiting = this.waiting.filter(({ report }) => report.ask !== ask);
    if (this.current && this.current.report.ask !== ask && (this.mustConfirm || now < this.since + this.least)) {
      this.waiting.unshift(showing);
    } else {
      this.start(showing, now);
      this.isCatchingUp = this.waiting.length > 0;
    }
    return this.current;
  }

  /** Goes on to the next that waits, or to nothing. */
  advance(now) {
    if (!this.current || now < this.nextChange) return this.current;
    const next = this.waiting.shift();
    if (next) this.start(next, now);
    else this.current = null;
    this.isCatchingUp &&= this.waiting.length > 0;
    return this.current;
  }

  start(showing, now) {
    this.current = showing;
    this.since = now - (showing.age ?? 0);
  }

  /** Somebody has done what the verdict asked for. */
  confirm(now) {
    if (!this.mustConfirm) return this.current;
    this.current = null;
    const next = this.waiting.shift();
    if (next) this.start(next, now);
    this.isCatchingUp = this.waiting.length > 0;
    return this.current;
  }

  /** It has to be answered, or confirmed where the configuration says so. */
  get mustConfirm() {
    const { report, age } = this.current ?? {};
    if (!report || age !== undefined) return false;
    if (report.ask) return true;
    return Boolean(this.confirms && (report.attention || report.born_by) && report.verdict !== "refused");
  }

  get least() {
    if (this.mustConfirm) return Infinity;
    return this.isCatchingUp || this.current?.report.verdict === "refused" ? REFUSAL_STAYS : 0;
  }

  get nextChange() {
    return this.since + (this.waiting.length > 0 ? this.least : Math.max(this.least, this.readyAfter));
  }
}

/** The element of one reader. */
export class Panel {
  constructor(template) {
    this.element = template.content.firstElementChild.cloneNode(true);
    this.parts = Object.fromEntries(
      ["reader", "word", "holder", "facts", "message", "attention", "panel-acts", "advice", "fuse"].map((name) => [
        name, this.element.querySelector(`.${name}`),
      ]));
    this.shape = this.element.querySelector(".shape");
  }

  show({ report, message, date, color, typeColor }, { words, readerName, stay }) {
    const word = words.verdict(report);
    this.element.dataset.color = color;
    this.element.dataset.sequence = report.seq;
    this.element.toggleAttribute("data-unrecorded", report.unrecorded ?? false);
    this.element.dataset.verdict = report.reason ?? report.verdict;
    // The shape comes anew, so that two alike in a row are seen to be two.
    const next = outcome(color);
    this.shape.replaceWith(next);
    this.shape = next;
    this.say("word", word);
    setLetters(this.parts.word);
    this.say("reader", readerName);
    this.say("holder", report.holder ?? "");
    this.say("message", message);
    const attention = words.attention(report);
    this.say("attention", attention);
    this.say("advice", words.advice(report));
    this.parts.facts.replaceChildren(...this.facts(report, date, typeColor, words));
    this.parts.facts.hidden = this.parts.facts.childElementCount === 0;
    this.element.style.setProperty("--stay", `${stay}ms`);
    const fuse = this.parts.fuse.cloneNode();
    this.parts.fuse.replaceWith(fuse);
    this.parts.fuse = fuse;
    return [word, report.holder, words.type(report.type), message, attention].filter(Boolean).join(". ");
  }

  /** What can be done on the verdict itself. */
  showActs(acts, isHeld) {
    const place = this.parts["panel-acts"];
    const hadFocus = place.contains(document.activeElement);
    this.element.dataset.held = isHeld;
    place.replaceChildren(...acts);
    place.hidden = acts.length === 0;
    if (hadFocus) place.querySelector("button")?.focus();
  }

  /**
   * Lowers the size of everything until nothing is cut, and that of what has to be done only when nothing else helps. Only
   * what is in the page can be measured.
   */
  fit() {
    const said = this.element.querySelector(".said");
    const lower = (size, least) => {
      for (let scale = 1; scale >= least; scale -= 0.06) {
        said.style.setProperty(size, scale);
        if (said.scrollHeight <= said.clientHeight + 1 && said.scrollWidth <= said.clientWidth + 1) return true;
      }
      return false;
    };
    said.style.removeProperty("--fit-attention");
    return lower("--fit", 0.3) || lower("--fit-attention", 0.3);
  }

  say(part, text) {
    const place = this.parts[part];
    (place.querySelector("span, bdi") ?? place).textContent = text;
    place.hidden = !text;
  }

  facts(report, date, typeColor, words) {
    const { type, seat, notes, entry, admits, repeat } = report;
    const fact = (...parts) => element("li", { class: "fact" }, ...parts);
    return [
      type && typeFact(words.type(type), typeColor), seat && fact(words.label("labels.seat", { seat })), date && fact(date),
      notes && fact(notes),
      entry && admits > 1
        && fact(words.label("labels.entry", { entry, admits }), admits <= 10 && people(entry, admits)),
      report.counted_by && fact(words.label(`labels.countedBy.${report.counted_by}`)),
      repeat && fact(words.label("labels.repeat")),
    ].filter(Boolean);
  }
}

/** Tells the style how long the longest part of a word is. */
export function setLetters(place) {
  const longest = Math.max(...place.textContent.split(/[\s-]+/).map((part) => part.length), 5);
  place.style.setProperty("--letters", longest);
}

function typeFact(name, color) {
  const swatch = color && shape(
    "svg", { class: "swatch", viewBox: "0 0 10 10", "aria-hidden": "true", style: { "--type": color } },
    shape("circle", { cx: 5, cy: 5, r: 4.4 }));
  return element("li", { class: "fact type" }, swatch, name);
}

function people(entry, admits) {
  const each = Array.from({ length: admits }, (_, n) => element("i", { class: n < entry && "in" }));
  return element("span", { class: "people", "aria-hidden": "true" }, ...each);
}
