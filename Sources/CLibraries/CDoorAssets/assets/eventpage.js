// What the pages of an event's numbers have in common: what somebody chose, and the parts that each of them shows.

import { drawChart } from "./chart.js";
import { button, byID, element, setText } from "./elements.js";

export class EventPage {
  constructor(words, settings) {
    this.words = words;
    this.settings = settings;
    this.chosenEvent = null;
    this.chosenList = null;
    /** The last answer; its `events` have `lists`. */
    this.told = null;
    addEventListener("language", () => {
      this.showTitle();
      if (this.told) this.render();
      this.showNotice();
    });
    this.showTitle();
    byID("sign-out").addEventListener("click", async () => {
      await fetch("/sign-out", { method: "POST" });
      location.replace("/sign-in");
    });
    new ResizeObserver(() => this.renderChart()).observe(byID("chart"));
    setInterval(() => this.tick(), 1000);
  }

  figure(name, values) {
    return this.words.label(`figuresPage.${name}`, values);
  }

  showTitle() {
    document.title = this.title;
  }

  number(value) {
    return value.toLocaleString(this.words.locale, { maximumFractionDigits: 1 });
  }

  /** People a minute: a part of one counts at a quiet gate only. */
  rate(value) {
    return this.number(value < 10 ? value : Math.round(value));
  }

  /** A number that is read from afar, as large as fits into its card. */
  showLarge(id, text) {
    byID(id).textContent = text;
    byID(id).style.setProperty("--length", text.length);
  }

  get event() {
    return this.told?.events.find((each) => each.event === this.chosenEvent) ?? this.told?.events[0];
  }

  get list() {
    return this.event?.lists.find((each) => each.slug === this.chosenList) ?? this.event?.lists[0];
  }

  time(at) {
    return this.words.time(at, this.event, this.now);
  }

  /** The events and lists to choose from; nothing where there is only one. */
  renderAllChoices(event, list) {
    this.renderChoices("events", this.told.events.map((each) => [each.event, each.name]), event.event);
    this.renderChoices("lists", event.lists.map((each) => [each.slug, each.name]), list.slug);
  }

  /** Only made anew when they are others: somebody may be about to press one. */
  renderChoices(id, choices, chosen) {
    const [group, label] = [byID(id), this.figure(id)];
    group.hidden = choices.length < 2;
    const key = JSON.stringify([label, choices]);
    if (group.dataset.key !== key) {
      group.dataset.key = key;
      group.setAttribute("aria-label", label);
      group.replaceChildren(...choices.map(([value, name]) => button(name, () => {
        if (id === "events") [this.chosenEvent, this.chosenList] = [value, null];
        else this.chosenList = value;
        this.render();
      }, { value })));
    }
    for (const each of group.children) each.setAttribute("aria-pressed", each.value === chosen);
  }

  renderInside(list) {
    this.showLarge("inside", (list.is_estimate ? "≈ " : "") + this.number(list.inside));
    byID("inside-aside").textContent = list.is_estimate ? this.figure("estimate")
      : this.figure("leftSoFar", { people: this.number(list.checked_out) });
  }

  renderAdmitted(admitted, tickets) {
    this.showLarge("admitted", this.number(admitted));
    byID("admitted-aside").textContent = this.figure("ofTickets", { tickets: this.number(tickets) });
  }

  /** Warns from 95 % on; at the capacity nobody more is let in. Returns the words beside the bar. */
  renderCapacity({ inside, capacity }) {
    const level = inside >= capacity ? "full" : inside >= 0.95 * capacity ? "near" : "room";
    byID("full").dataset.level = level;
    byID("full-inside").style.width = `${capacity > 0 ? Math.min(100, 100 * inside / capacity) : 100}%`;
    return this.figure(`capacity.${level}`, { capacity: this.number(capacity),
      room: this.number(Math.max(0, capacity - inside)) });
  }

  renderCourse({ course }) {
    byID("course-none").hidden = Boolean(course);
    byID("chart").toggleAttribute("hidden", !course);
    byID("step").textContent = !course ? "" : course.step_minutes === 1 ? this.figure("eachMinute")
      : this.figure("eachStep", { minutes: course.step_minutes });
    this.renderChart();
  }

  renderChart() {
    const course = this.list?.course;
    if (!course) return;
    const clock = (at) => this.words.time(at, this.event, at);
    drawChart(byID("chart"), course, clock, (value) => this.number(value));
  }

  renderTypes(types) {
    this.renderBars("types", types.map((type) => ({
      name: this.words.type(type.name) || this.figure("otherTickets"), value: type.admitted, most: type.tickets,
      text: type.slug ? `${this.number(type.admitted)} / ${this.number(type.tickets)}` : this.number(type.admitted),
      color: type.color,
    })));
  }

  renderRefusals(refusals) {
    const most = Math.max(1, ...refusals.map((each) => each.codes));
    this.renderBars("refusals", refusals.map(({ reason, gate, codes }) => ({
      name: [this.words.verdict({ reason }), gate].filter(Boolean).join(" · "), value: codes, most, text: this.number(codes),
    })));
  }

  renderBars(id, bars) {
    const items = bars.map(({ name, value, most, text, color }) => {
      const width = `${most > 0 ? Math.min(100, 100 * value / most) : 0}%`;
      return element(
        "li", {}, element("span", {}, name), element("b", { dir: "ltr" }, text),
        element("div", { class: "track" }, element("i", { style: { width, "--bar": color } })));
    });
    const none = element("li", { class: "none" }, this.figure("none"));
    byID(id).replaceChildren(...items.length > 0 ? items : [none]);
  }

  /** A number that should be 0. */
  renderRecord(id, number) {
    byID(id).lastElementChild.textContent = this.number(number);
    byID(id).dataset.level = number > 0 ? "loud" : "quiet";
  }

  tick() {
    setText(byID("clock"), this.words.time(new Date(), this.event));
  }
}
