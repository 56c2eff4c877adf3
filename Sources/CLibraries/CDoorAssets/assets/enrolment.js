// Enrolment: how a kiosk becomes a station. A pairing that was shown waits here for somebody who compares its key.

import { button, byID, element } from "./elements.js";
import { ask } from "./staff/api.js";

export class EnrolmentCard {
  constructor(words, sheet) {
    this.words = words;
    this.sheet = sheet;
    this.card = byID("enrolment");
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

  /** The next time all of it is made anew. */
  forget() {
    this.shown = "";
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
    if (!this.sheet.may("enrol")) return this.sheet.say(this.words.label("staff.askSupervisor"));
    const answer = await this.sheet.attempt(() => ask("POST", "enrolment", body));
    if (answer) this.sheet.close();
  }

  async act(address, body = {}) {
    try {
      await ask("POST", address, body);
      this.say(this.label("done"));
    } catch (refusal) {
      this.say(...refusal.sentence(this.words));
    }
  }

  say(text, lang = this.words.language) {
    this.result.textContent = text;
    this.result.lang = lang;
    this.result.hidden = false;
  }
}
