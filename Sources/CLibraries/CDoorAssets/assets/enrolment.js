// Enrolment: how a kiosk becomes a station. A pairing that was shown waits here for somebody who compares its key.

import { ask } from "./staff/api.js";
import { button, element } from "./staff/elements.js";

export class EnrolmentCard {
  constructor(words, sheet) {
    this.words = words;
    this.sheet = sheet;
    this.card = document.getElementById("enrolment");
    this.shown = "";
  }

  /** @param state - of the station; `null` while nobody knows it. */
  show(state) {
    const enrolment = state?.enrolment;
    const isWanted = Boolean(enrolment?.pending || enrolment?.is_new || enrolment?.is_open);
    const key = JSON.stringify(isWanted ? enrolment : null);
    if (key === this.shown) return;
    this.shown = key;
    this.card.hidden = !isWanted;
    document.body.toggleAttribute("data-enrolment", isWanted);
    if (!isWanted) return this.card.replaceChildren();
    this.card.replaceChildren(...(enrolment.pending ? this.comparison(enrolment) : this.opening(enrolment)), this.said());
  }

  label(name, values) {
    return this.words.label(`enrolment.${name}`, values);
  }

  said() {
    this.result = element("p", { role: "status", hidden: true });
    return this.result;
  }

  opening({ is_open: isOpen }) {
    if (isOpen) return [element("h2", {}, this.label("open")), element("p", {}, this.label("openAdvice"))];
    return [
      element("h2", {}, this.label("none")), element("p", {}, this.label("noneAdvice")),
      button(this.label("openButton"), () => this.act("/enrolment/open"), { class: "button strong" }),
    ];
  }

  comparison({ pending, is_enrolled: isEnrolled }) {
    const fours = pending.fingerprint.match(/.{1,4}/g).join(" ");
    const place = [pending.event_name, pending.gate ? this.words.label("labels.gate", { gate: pending.gate }) : "", pending.organizer];
    const body = { fingerprint: pending.fingerprint, short_code: pending.short_code };
    const accept = isEnrolled
      ? () => this.sheet.open(() => this.acceptAsSupervisor(body))
      : () => this.act("/enrolment/accept", body);
    return [
      element("h2", {}, this.label("compare")), element("p", { class: "place" }, place.filter(Boolean).join(" · ")),
      element("p", { class: "fingerprint" }, fours),
      element("p", { class: "pairing" }, this.label("pairing", { code: pending.short_code })),
      element("p", {}, this.label("compareAdvice")),
      ...(pending.servers.length ? [element("p", { class: "servers" }, this.label("servers", { servers: pending.servers.join(", ") }))] : []),
      element(
        "div", { class: "acts" },
        button(this.label(isEnrolled ? "acceptSupervisor" : "accept"), accept, { class: "button strong" }),
        button(this.label("refuse"), () => this.act("/enrolment/refuse"))),
    ];
  }

  async acceptAsSupervisor(body) {
    // So that a refusal has a place to stand.
    await this.sheet.showWork();
    const answer = await this.sheet.attempt(() => ask("POST", "enrolment", body));
    if (answer) this.sheet.close();
  }

  async act(address, body = {}) {
    try {
      const answer = await fetch(address, {
        method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
      });
      const { error } = await answer.json();
      this.say(answer.ok ? this.label("done") : [error.reason, error.hint].filter(Boolean).join(". "), !answer.ok);
    } catch {
      this.say(this.words.label("staff.noAnswer"));
    }
  }

  /** What the station says is English. */
  say(text, isStations) {
    this.result.textContent = text;
    this.result.lang = isStations ? "en" : this.words.language;
    this.result.hidden = false;
  }
}
