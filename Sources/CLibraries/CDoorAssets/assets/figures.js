// The figures of the evening, requested every two seconds. A page of figures is no display: nobody sees verdicts on it.

import { boot } from "./boot.js";
import { drawChart } from "./chart.js";
import { Drawn, stayOnThePage } from "./drawn.js";
import { byID, element, setText } from "./elements.js";
import { showBars, showChoices, showRecord } from "./parts.js";
import { offerView } from "./view.js";

/** Between two questions, in milliseconds; and how long an answer may take. */
const PAUSE = 2000;
const PATIENCE = 4000;
/** Opened from the door's own screen, and left alone for this long: the door is more important. */
const BACK_AFTER = 60_000;

class Figures {
  constructor(words, settings) {
    this.words = words;
    this.settings = settings;
    this.chosenEvent = null;
    this.chosenList = null;
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
    byID("course-details").addEventListener("toggle", () => this.render());
    new ResizeObserver(() => this.renderChart()).observe(byID("chart"));
    setInterval(() => this.tick(), 1000);
  }

  label(name, values) {
    return this.words.label(`figuresPage.${name}`, values);
  }

  showTitle() {
    document.title = this.label("title");
  }

  number(value) {
    return value.toLocaleString(this.words.locale, { maximumFractionDigits: 1 });
  }

  get event() {
    return this.told?.events.find((each) => each.event === this.chosenEvent) ?? this.told?.events[0];
  }

  get list() {
    return this.event?.lists.find((each) => each.slug === this.chosenList) ?? this.event?.lists[0];
  }

  time(at, event = this.event) {
    return this.words.time(at, event?.time_zone, event?.now);
  }

  // Asking

  async ask() {
    try {
      const answer = await fetch("/figures/state", { signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 401) return location.replace("/sign-in");
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const told = await answer.json();
      if (told.build !== this.settings.build) return location.reload();
      this.told = told;
      document.body.dataset.link = "open";
      this.render();
    } catch {
      document.body.dataset.link = "lost";
    }
    this.showNotice();
    setTimeout(() => this.ask(), PAUSE);
  }

  showNotice() {
    const isLost = document.body.dataset.link === "lost";
    const text = isLost ? this.label("lost", { time: this.event ? this.time(this.event.now) : "—" })
      : !this.event ? this.words.label("labels.noEvent")
      : this.event.is_counting ? this.label("counting") : "";
    setText(byID("notice"), text);
    byID("notice").hidden = !text;
  }

  // Showing

  render() {
    const event = this.event;
    byID("figures").hidden = !event;
    byID("tools").hidden = !this.told.has_reports;
    byID("event").textContent = event?.name ?? this.settings.brand_name ?? "Usher";
    byID("place").textContent = [this.label("title"), event?.station].filter(Boolean).join(" · ");
    byID("test").hidden = !event?.is_test;
    if (!event) return;
    for (const format of ["pdf", "csv", "excel"]) {
      byID(`report-${format}`).href = `/report?format=${format}&event=${encodeURIComponent(event.event)}`;
    }
    this.renderChoices("events", this.told.events.map((each) => [each.event, each.name]), event.event);
    this.renderChoices("lists", event.lists.map((each) => [each.slug, each.name]), this.list.slug);
    this.renderHeads(this.list);
    this.renderCourse(this.list);
    this.renderTypes(this.list);
    this.renderGates(this.list);
    this.renderRefusals(event.refusals);
    showRecord(byID("unsent"), event.unsent, this.number(event.unsent));
    showRecord(byID("conflicts"), event.conflicts, this.number(event.conflicts));
    this.tick();
  }

  renderChoices(id, choices, chosen) {
    showChoices(byID(id), this.label(id), choices, chosen, (value) => {
      if (id === "events") [this.chosenEvent, this.chosenList] = [value, null];
      else this.chosenList = value;
      this.render();
    });
  }

  renderHeads(list) {
    const admitted = list.admitted + list.elsewhere + list.listed;
    byID("inside").textContent = (list.is_estimate ? "≈ " : "") + this.number(list.inside);
    byID("inside-aside").textContent = list.is_estimate ? this.label("estimate")
      : this.label("leftSoFar", { people: this.number(list.checked_out) });
    byID("admitted").textContent = this.number(admitted);
    byID("admitted-aside").textContent = this.label("ofTickets", { tickets: this.number(list.tickets) });
    byID("per-minute").textContent = this.number(list.per_minute);
    byID("per-minute-aside").textContent = list.peak
      ? this.label("peak", { people: this.number(list.peak.people), time: this.time(list.peak.at) }) : "";
    if (list.capacity === undefined) this.renderTickets(list, admitted);
    else this.renderCapacity(list);
  }

  renderTickets(list, admitted) {
    const share = (people) => list.tickets > 0 ? Math.min(100, 100 * people / list.tickets) : 0;
    byID("full").removeAttribute("data-level");
    byID("full-inside").style.width = `${share(list.inside)}%`;
    byID("full-admitted").style.width = `${Math.max(0, share(admitted) - share(list.inside))}%`;
    byID("full-text").textContent = this.label("full", { inside: this.number(Math.round(share(list.inside))),
      admitted: this.number(Math.round(share(admitted))) });
  }

  /** Warns from 95 % on; at the capacity nobody more is let in. */
  renderCapacity({ inside, capacity, capacity_basis: basis }) {
    const level = inside >= capacity ? "full" : inside >= 0.95 * capacity ? "near" : "room";
    byID("full").dataset.level = level;
    byID("full-inside").style.width = `${capacity > 0 ? Math.min(100, 100 * inside / capacity) : 100}%`;
    byID("full-admitted").style.width = "0";
    const text = this.label(`capacity.${level}`, { capacity: this.number(capacity),
      room: this.number(Math.max(0, capacity - inside)) });
    byID("full-text").textContent = basis === "venue" ? text : `${text}. ${this.label(`capacity.${basis}`)}`;
  }

  renderCourse(list) {
    const course = list.course;
    byID("course-none").hidden = Boolean(course);
    byID("chart").toggleAttribute("hidden", !course);
    byID("course-details").hidden = !course;
    byID("step").textContent = !course ? "" : course.step_minutes === 1 ? this.label("eachMinute")
      : this.label("eachStep", { minutes: course.step_minutes });
    this.renderChart();
    if (!course || !byID("course-details").open) return;
    const start = Date.parse(course.start);
    byID("course-rows").replaceChildren(...course.entered.flatMap((entered, n) => {
      if (entered === 0 && course.left[n] === 0) return [];
      return [this.row(this.time(start + n * course.step_minutes * 60000), entered, course.left[n])];
    }));
  }

  renderChart() {
    const course = this.list?.course;
    if (!course) return;
    const clock = (at) => this.words.time(at, this.event.time_zone, at);
    drawChart(byID("chart"), course, clock, (value) => this.number(value));
  }

  row(name, ...numbers) {
    return element(
      "tr", {}, element("th", { scope: "row" }, name), ...numbers.map((value) => element("td", {}, this.number(value))));
  }

  renderTypes(list) {
    showBars(byID("types"), list.types.map((type) => ({
      name: this.words.type(type.name) || this.label("otherTickets"), value: type.admitted,
      most: type.tickets, text: type.slug ? `${this.number(type.admitted)} / ${this.number(type.tickets)}` : this.number(type.admitted),
      color: type.color,
    })), this.label("none"));
  }

  renderRefusals(refusals) {
    const most = Math.max(1, ...refusals.map((each) => each.codes));
    showBars(byID("refusals"), refusals.map(({ reason, codes }) => (
      { name: this.words.verdict({ reason }), value: codes, most, text: this.number(codes) })), this.label("none"));
  }

  renderGates(list) {
    byID("gates").replaceChildren(...list.gates.map((gate) => this.row(
      gate.name ?? gate.slug ?? this.label("unknownGate"), gate.admitted, gate.elsewhere, gate.checked_out)));
    byID("listed").textContent = list.listed > 0 ? this.label("listed", { people: this.number(list.listed) }) : "";
  }

  tick() {
    setText(byID("clock"), this.words.time(new Date(), this.event?.time_zone));
  }
}

function returnToTheDoor() {
  byID("back").hidden = false;
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => location.assign("/"), BACK_AFTER);
  };
  for (const event of ["pointerdown", "keydown", "scroll"]) addEventListener(event, wait, { passive: true });
  wait();
}

const isOnTheDoor = new URLSearchParams(location.search).has("door");
if (isOnTheDoor) {
  stayOnThePage();
  new Drawn("figures");
}

boot((words, settings, languages) => {
  offerView(words, languages);
  if (isOnTheDoor) returnToTheDoor();
  return new Figures(words, settings).ask();
});
