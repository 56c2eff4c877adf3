// Badges: the icons of the bar, quiet while all is well, and everything else that is said of the station.

import { byID, element, icon, setText } from "./elements.js";
import { isolated, zoneOf } from "./words.js";

export class Bar {
  constructor(words, settings) {
    this.words = words;
    this.state = null;
    this.brandName = settings.brand_name;
    byID("notices-button").addEventListener("click", () => byID("notices").showModal());
    byID("legal").textContent = settings.legal_footer ?? "";
    byID("legal").hidden = !settings.legal_footer;
    setInterval(() => this.tick(), 1000);
  }

  show(state) {
    this.state = state;
    const { station, badges } = state;
    const event = station.serving[0];
    byID("event").textContent = event?.name ?? this.brandName ?? this.words.label("labels.noEvent");
    const gate = event?.gate ? event.gate_name ?? this.words.label("labels.gate", { gate: event.gate }) : "";
    const place = [event?.place, gate, station.station];
    byID("gate").textContent = [...place, event ? this.brandName : ""].filter(Boolean).map((each) => isolated(each)).join(" · ");
    byID("direction").hidden = false;
    byID("direction-icon").setAttribute("href", `#icon-${station.direction}`);
    byID("direction-word").textContent = this.words.label(`directions.${station.direction}`);
    byID("test").hidden = !station.serving.some((each) => each.is_test);
    byID("badges").replaceChildren(...badges.map((each) => this.badge(each)));
    this.showUnrecorded(station.not_recorded);
    this.showNotices(station.conditions);
    this.showFigures(event);
    this.tick();
  }

  badge({ topic, level, count }) {
    const name = this.words.label(topic === "venue" && level === "loud" ? "labels.alone" : `badges.${topic}`);
    return element(
      "li", { class: "badge", "data-topic": topic, "data-level": level }, icon(topic),
      element("span", { class: "unseen" }, `${name}: ${this.words.label(`levels.${level}`)}`),
      level === "loud" && element("span", { "aria-hidden": "true" }, name),
      topic === "queue" && count > 0 && String(count));
  }

  /** The disk takes nothing, and a supervisor lets guests pass without a record. */
  showUnrecorded(mode) {
    const isShown = Boolean(mode?.is_on || mode?.waiting > 0);
    byID("unrecorded").hidden = !isShown;
    setText(
      byID("unrecorded").firstElementChild,
      isShown ? this.words.label("labels.notRecorded", { count: mode.waiting }) : "");
  }

  showNotices(conditions) {
    byID("notices-button").hidden = conditions.length === 0;
    byID("notices-count").textContent = conditions.length;
    byID("notices-button").setAttribute("aria-label", `${this.words.label("labels.notices")}: ${conditions.length}`);
    byID("notices-list").replaceChildren(...conditions.map((condition) => {
      const { says, next } = this.words.condition(condition);
      return element("li", { "data-level": condition.level }, says, element("p", {}, next));
    }));
  }

  showFigures(event) {
    const figures = event ? [["inside", event.inside], ["admitted", event.admitted], ["people", event.people]] : [];
    byID("figures").replaceChildren(...figures.map(([name, number]) => element(
      "div", {}, element("dt", {}, this.words.label(`figures.${name}`)),
      element("dd", {}, number.toLocaleString(this.words.locale)))));
  }

  tick() {
    setText(byID("clock"), this.words.time(new Date(), zoneOf(this.state?.station)));
  }
}
