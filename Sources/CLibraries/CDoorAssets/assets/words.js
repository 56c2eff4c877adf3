// Words: every text of the page, in the language of the configuration.

/** Reads a message file. English is read too: it fills gaps, and stands beside words that nobody has reviewed. */
export async function loadWords(language) {
  const read = async (name) => (await fetch(`/messages/${name}.json`)).json();
  const english = await read("en");
  const own = language === "en" ? english : await read(language);
  return new Words(language, own, english);
}

export class Words {
  constructor(language, own, english) {
    this.language = language;
    this.own = own;
    this.english = english;
  }

  /** A label by its path: `label("badges.queue")`. */
  label(path, values = {}) {
    const find = (messages) => path.split(".").reduce((part, key) => part?.[key], messages);
    return fill(find(this.own) ?? find(this.english) ?? "", values);
  }

  /** The one word of a verdict, and the English one where the translation needs it beside. */
  verdict({ verdict, reason, direction }) {
    const key = reason ?? (verdict === "admitted" && direction === "look" ? "valid" : verdict);
    const word = this.label(`words.${key}`);
    return { word, english: this.own.reviewed ? "" : this.english.words[key] };
  }

  /** What happened, in a sentence; `zone` is the event's. */
  sentence(report, particulars, event, zone) {
    const time = (text) => this.time(text, zone, report.at);
    const key = particulars.overruled_reason ? "overruled" : this.sentenceKey(report, particulars);
    return this.label(`sentences.${key}`, {
      admits: report.admits, type: report.type, event, other: particulars.other_event,
      gate: particulars.right_gate, opens: time(particulars.opens_at), closed: time(particulars.closed_at),
      word: particulars.overruled_reason ? this.label(`words.${particulars.overruled_reason}`) : "",
    });
  }

  sentenceKey(report, particulars) {
    switch (report.reason ?? report.verdict) {
      case "admitted": return report.direction === "look" ? "look" : "admitted";
      case "checkedOut": return report.unmatched ? "checkedOutUnmatched" : "checkedOut";
      case "stationNotAuthorised": return particulars.held ? "held" : "stationNotAuthorised";
      case "notStarted": return particulars.opens_at ? "notStarted" : "postponed";
      case "ended": return particulars.closed_at ? "ended" : "endedUnknown";
      case "wrongGate":
        if (!report.type) return particulars.right_gate ? "wrongGateUntyped" : "wrongGateUntypedUnknown";
        return particulars.right_gate ? "wrongGate" : "wrongGateUnknown";
      case "wrongEvent": return particulars.other_event ? "wrongEvent" : "wrongEventUnknown";
      case "alreadyScanned": return report.admits > 1 ? "alreadyScannedGroup" : "alreadyScanned";
      default: return report.reason;
    }
  }

  /** When and where a ticket was first scanned. */
  first(first, zone, now) {
    if (!first) return "";
    const place = [this.time(first.at, zone, now), first.gate ? this.label("labels.gate", { gate: first.gate }) : "", first.station];
    return this.label("labels.first", { place: place.filter(Boolean).join(" · ") });
  }

  advice(report, particulars) {
    if (report.reason && particulars.held) return this.label("advice.held");
    if (report.reason) return this.label(`advice.${report.reason}`);
    return report.entry && report.admits > report.entry ? this.label("advice.group") : "";
  }

  /** The time of day; with its day when that is another one. */
  time(text, zone, now = new Date()) {
    if (!text) return "";
    const day = (date) => date.toLocaleDateString("en-CA", { timeZone: zone });
    const [then, today] = [new Date(text), new Date(now)];
    const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone };
    if (day(then) !== day(today)) Object.assign(options, { weekday: "short", day: "numeric", month: "short" });
    return then.toLocaleString(this.language, options);
  }
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
