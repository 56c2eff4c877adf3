// Words: every text of the page, in one language at a time.

const read = async (language) => (await fetch(`/messages/${language}.json`)).json();

/** The values of conditions that are English, whatever the language of the text around them. */
const ENGLISH_VALUES = new Set(["why", "hint", "problem", "note", "limits"]);

/** The type of guests without a ticket, as a list has it whose event does not name it. */
const WALK_IN = "Walk-in";

/** Reads a message file. English is read too: by it the station's own refusals are known. */
export async function loadWords(language) {
  const english = await read("en");
  return new Words(language, language === "en" ? english : await read(language), english);
}

export class Words {
  constructor(language, own, english) {
    this.language = language;
    this.own = own;
    this.english = english;
  }

  /** Goes over to another language. What listens to `language` shows its texts anew. */
  async use(language) {
    if (language === this.language) return;
    this.own = language === "en" ? this.english : await read(language);
    this.language = language;
    dispatchEvent(new Event("language"));
  }

  /** How this language writes dates and numbers, as `Intl` knows it. */
  get locale() {
    return this.own.locale;
  }

  /** `ltr`, or `rtl` for letters that run from right to left. */
  get direction() {
    return this.own.direction;
  }

  /** A label by its path: `label("badges.queue")`. */
  label(path, values = {}) {
    const find = (messages) => path.split(".").reduce((part, key) => part?.[key], messages);
    const text = [find(this.own), find(this.english)].find((each) => typeof each === "string") ?? "";
    return fill(text, values, this.direction);
  }

  /** The one word of a verdict. */
  verdict({ verdict, reason, direction }) {
    return this.label(`words.${reason ?? (verdict === "admitted" && direction === "look" ? "valid" : verdict)}`);
  }

  /** The name of a type of tickets, which is the organizer's; only that of walk-ins may be Usher's own. */
  type(name) {
    return name === WALK_IN ? this.label("labels.walkIn") : name ?? "";
  }

  /**
   * A sentence as the station made it: `{key, values}`. A value is a text, a number, a time or a sentence of its own.
   * `zone` is the event's, see `time`; `at` is when it happened.
   */
  sentence({ key, values }, zone, at) {
    const text = (value) => {
      if (value.time) return this.time(value.time, zone, at);
      return value.key ? this.sentence(value, zone, at) : value;
    };
    return this.label(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)])));
  }

  /** What a verdict says, as the station tells it: in English where this page does not know its sentence. */
  message({ verdict }, zone) {
    return this.sentence(verdict.sentence, zone, verdict.at) || verdict.message;
  }

  /**
   * What the station says in English of something that it does not do, in this language: the English message file has
   * its words, with braces for what changes. Empty for any other text.
   */
  refusal(reason) {
    for (const [key, text] of Object.entries(this.english.staff.refusals)) {
      const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const found = new RegExp(`^${parts.join("(.*)")}$`).exec(reason);
      if (found) return this.label(`staff.refusals.${key}`, Object.fromEntries(names.map((name, n) => [name, found[n + 1]])));
    }
    return "";
  }

  /** What a condition of the station says, and what to do next. A code that this page does not know speaks English. */
  condition({ code, key, values, says, next }) {
    const said = this.language === "en" ? values : this.translated(values);
    const text = (branch) => this.label(`${branch}.${key}`, said) || this.label(`${branch}.${code}`, said);
    return { says: text("conditions") || says, next: text("nextSteps") || next || "" };
  }

  /** What a voice says of a verdict, without anybody's name. */
  spoken({ report, message }) {
    return [this.verdict(report), report.verdict === "refused" && message, this.attention(report)].filter(Boolean).join(". ");
  }

  /** The values of a condition: what the station found out is a quotation in English. */
  translated(values) {
    return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => {
      if (name === "direction") return [name, this.label(`directions.${value}`)];
      return [name, ENGLISH_VALUES.has(name) && value ? this.quoted(value) : value];
    }));
  }

  /** What the station says in English, in a text of another language. */
  quoted(text) {
    return this.language === "en" ? text : this.label("labels.quoted", { text });
  }

  /** What to do: of the very sentence where there is such a text, else of its reason. */
  advice({ reason, entry, admits, sentence }) {
    const ofSentence = sentence?.key === "sentences.postponed" && this.label("advice.postponed");
    if (reason) return ofSentence || this.label(`advice.${reason}`);
    return entry && admits > entry ? this.label("advice.group") : "";
  }

  /** What a steward must do for a ticket; `born_by` is a day like 2008-12-05. */
  attention({ attention, born_by: day }) {
    const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
    const age = day && this.label("labels.bornBy", { day: new Date(day).toLocaleDateString(this.locale, options) });
    return [attention, age].filter(Boolean).join("; ");
  }

  /** What a ticket of a series is for: "Sat 12 Dec 14:20, Guided tour". `zone` is the event's. */
  date({ date, at }, zone) {
    return date && [this.time(date.starts, zone, at), date.name].filter(Boolean).join(", ");
  }

  /**
   * The time of day; with its day when that is another one.
   * @param zone - an event, or what is said of one: its `utc_offsets` are what clocks show there, by the rules of the
   *   station. Those of the browser may be older. Without offsets the time is in UTC, and says so; without an event it
   *   is that of this machine.
   */
  time(text, zone, now = new Date()) {
    if (!text) return "";
    const offsets = zone ? (Array.isArray(zone.utc_offsets) ? zone.utc_offsets : []) : undefined;
    const timeZone = zone ? "UTC" : undefined;
    const [then, today] = [new Date(text), new Date(now)].map((date) => (zone ? wallTime(date, offsets) : date));
    const day = (date) => date.toLocaleDateString("en-CA", { timeZone });
    const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone };
    if (day(then) !== day(today)) Object.assign(options, { weekday: "short", day: "numeric", month: "short" });
    const said = then.toLocaleString(this.locale, options);
    return offsets?.length === 0 ? `${said} UTC` : said;
  }
}

/** What clocks show, as a time in UTC. Before the first of the offsets it counts, too. */
function wallTime(date, offsets) {
  const offset = offsets.findLast((each) => Date.parse(each?.from) <= date.getTime()) ?? offsets[0];
  return new Date(date.getTime() + (offset?.seconds ?? 0) * 1000);
}

/** The event in whose time zone times are meant: one that the station serves; else the first. */
export function zoneOf(station, event) {
  return station?.serving.find((each) => each.id === event) ?? station?.serving[0];
}

function fill(text, values, direction) {
  return text.replace(/\{(\w+)\}/g, (_, name) => isolated(values[name] ?? "", direction));
}

/**
 * A name or a time among other words: what is written from right to left, and everything in a language that is, keeps an
 * order of its own. It stands between U+2068 and U+2069 then (Unicode Standard Annex 9).
 */
export function isolated(text, direction) {
  const isForeign = direction === "rtl" || /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);
  return isForeign && text !== "" ? `\u2068${text}\u2069` : text;
}
