// The control room: the whole event, and every station, requested every second.

import { boot } from "./boot.js";
import { drawChart } from "./chart.js";
import { byID, element, setText } from "./elements.js";
import { showBars, showChoices, showRecord } from "./parts.js";
import { offerView } from "./view.js";

/** Between two questions, in milliseconds; and how long an answer may take. */
const PAUSE = 1000;
const PATIENCE = 4000;
/** Acts of all stations that are shown. */
const MOST_ACTS = 50;
/** Stations that are named at the top. */
const MOST_ALARMS = 6;
/** In the header of an answer: which version of the page it is for. */
const BUILD = "x-usher-build";

/** `new_key` is `newKey` among the texts. */
const camel = (word) => word.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

const gatesOf = (status) => [...new Set(status.serving.map((each) => each.gate_name ?? each.gate).filter(Boolean))];

class ControlRoom {
  constructor(words, settings) {
    this.words = words;
    this.settings = settings;
    this.chosenEvent = null;
    this.chosenList = null;
    this.told = null;
    this.trouble = "";
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
    byID("wall").addEventListener("click", () => this.showWall(!("wall" in document.body.dataset)));
    this.showWall(new URLSearchParams(location.search).has("wall"));
    new ResizeObserver(() => this.renderChart()).observe(byID("chart"));
    setInterval(() => this.tick(), 1000);
  }

  label(name, values) {
    return this.words.label(`controlRoom.${name}`, values);
  }

  figure(name, values) {
    return this.words.label(`figuresPage.${name}`, values);
  }

  showTitle() {
    document.title = this.label("title");
  }

  /** For a television: the address with ?wall begins with it. */
  showWall(isOn) {
    document.body.toggleAttribute("data-wall", isOn);
    byID("wall").setAttribute("aria-pressed", isOn);
    this.renderChart();
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

  time(at) {
    return this.words.time(at, this.event?.time_zone, this.told?.now);
  }

  // Asking

  async ask() {
    try {
      const answer = await fetch("/control/state", { signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 401) return location.replace("/sign-in");
      this.trouble = answer.ok ? "" : (await answer.json()).error?.reason ?? "";
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      if (answer.headers.get(BUILD) !== this.settings.build) return location.reload();
      this.told = await answer.json();
      document.body.dataset.link = "open";
      this.render();
    } catch {
      document.body.dataset.link = "lost";
    } finally {
      // Whatever a station told that cannot be shown, the page asks again and says that it shows old numbers.
      setTimeout(() => this.ask(), PAUSE);
    }
    this.showNotice();
  }

  showNotice() {
    const isLost = document.body.dataset.link === "lost";
    const event = this.event;
    const lost = this.figure("lost", { time: this.told ? this.time(this.told.now) : "—" });
    const text = isLost ? [lost, this.trouble && this.words.quoted(this.trouble)].filter(Boolean).join(". ")
      : this.told?.stations.length === 0 ? this.label("noStations")
      : !event ? this.words.label("labels.noEvent")
      : event.away > 0 ? this.label("unheard", { stations: this.number(event.away) })
      : event.is_counting ? this.figure("counting") : "";
    setText(byID("notice"), text);
    byID("notice").hidden = !text;
  }

  // Showing

  render() {
    const { event, list } = this;
    byID("of-event").hidden = !list;
    byID("event").textContent = event?.name ?? "Usher";
    setText(byID("place"), this.label("title"));
    byID("test").hidden = !event?.is_test;
    this.renderFleet(this.told.stations);
    this.renderActs(this.told.stations);
    this.tick();
    if (!list) return;
    this.renderChoices("events", this.told.events.map((each) => [each.event, each.name]), event.event);
    this.renderChoices("lists", event.lists.map((each) => [each.slug, each.name]), list.slug);
    this.renderHeads(event, list);
    this.renderForecast(event, list.forecast);
    this.renderCourse(list);
    this.renderGates(list.gates);
    this.renderTypes(list.types);
    this.renderRefusals(event.refusals);
    showRecord(byID("unsent"), event.unsent, this.number(event.unsent));
    showRecord(byID("conflicts"), event.conflicts, this.number(event.conflicts));
  }

  renderChoices(id, choices, chosen) {
    showChoices(byID(id), this.figure(id), choices, chosen, (value) => {
      if (id === "events") [this.chosenEvent, this.chosenList] = [value, null];
      else this.chosenList = value;
      this.render();
    });
  }

  renderHeads(event, list) {
    byID("inside").textContent = (list.is_estimate ? "≈ " : "") + this.number(list.inside);
    byID("inside-aside").textContent = list.is_estimate ? this.figure("estimate")
      : this.figure("leftSoFar", { people: this.number(list.checked_out) });
    byID("admitted").textContent = this.number(list.admitted);
    byID("admitted-aside").textContent = this.figure("ofTickets", { tickets: this.number(list.tickets) });
    byID("per-minute").textContent = this.number(list.per_minute);
    byID("per-minute-aside").textContent = this.label("lastMinutes");
    byID("not-come").textContent = this.number(list.not_come);
    byID("not-come-aside").textContent = this.label("starts", { time: this.time(event.starts) });
    const most = list.capacity ?? list.tickets;
    const level = list.capacity === undefined ? "room" : list.inside >= most ? "full" : list.inside >= 0.95 * most ? "near" : "room";
    byID("full").dataset.level = level;
    byID("full-inside").style.width = `${most > 0 ? Math.min(100, 100 * list.inside / most) : 0}%`;
    byID("full-text").textContent = list.capacity === undefined ? "" : this.figure(`capacity.${level}`, {
      capacity: this.number(most), room: this.number(Math.max(0, most - list.inside)) });
  }

  renderForecast(event, forecast) {
    const place = byID("forecast");
    place.hidden = !forecast;
    if (!forecast) return;
    place.dataset.level = forecast.outside > 0 ? "loud" : "quiet";
    const texts = forecast.outside > 0
      ? [this.label("outside", { people: this.number(forecast.outside), time: this.time(event.starts) }),
        forecast.closed_gate && this.label("closedGate", { gate: forecast.closed_gate })]
      : [this.label("done", { time: this.time(forecast.done) })];
    setText(place, texts.filter(Boolean).join(" "));
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
    const clock = (at) => this.words.time(at, this.event.time_zone, at);
    drawChart(byID("chart"), course, clock, (value) => this.number(value));
  }

  renderGates(gates) {
    const most = Math.max(1, ...gates.map((each) => each.per_minute));
    byID("gates").replaceChildren(...gates.map((gate) => element(
      "tr", { "data-closed": gate.stations.length === 0 },
      element("th", { scope: "row" }, gate.name ?? gate.slug ?? this.figure("unknownGate")),
      element("td", {}, gate.stations.length === 0 ? this.label("noStation") : this.number(gate.stations.length)),
      element("td", {}, this.number(gate.admitted)), element("td", {}, this.number(gate.checked_out)),
      element("td", { class: "heat" }, element("i", { style: { width: `${100 * gate.per_minute / most}%` } }),
        this.number(gate.per_minute)))));
  }

  renderTypes(types) {
    showBars(byID("types"), types.map((type) => ({
      name: this.words.type(type.name) || this.figure("otherTickets"), value: type.admitted, most: type.tickets,
      text: type.slug ? `${this.number(type.admitted)} / ${this.number(type.tickets)}` : this.number(type.admitted),
      color: type.color,
    })), this.figure("none"));
  }

  renderRefusals(refusals) {
    const most = Math.max(1, ...refusals.map((each) => each.codes));
    showBars(byID("refusals"), refusals.map(({ reason, gate, codes }) => ({
      name: [this.words.verdict({ reason }), gate].filter(Boolean).join(" · "), value: codes, most, text: this.number(codes),
    })), this.figure("none"));
  }

  /** What cannot wait stands at the top of the page, wherever the list of stations is. */
  renderAlarm(stations) {
    const broken = stations.filter((each) => each.level === "broken");
    byID("alarm").hidden = broken.length === 0;
    const names = broken.slice(0, MOST_ALARMS).map(({ status }) => [status.station, ...gatesOf(status)].join(", "));
    if (broken.length > MOST_ALARMS) names.push("…");
    setText(byID("alarm"), broken.length > 0 ? `${this.label("levels.broken")}: ${names.join(" · ")}` : "");
  }

  renderFleet(stations) {
    this.renderAlarm(stations);
    const well = stations.filter((each) => each.level === "ok").length;
    byID("stations-count").textContent = stations.length > 0
      ? this.label("running", { well: this.number(well), all: this.number(stations.length) }) : "";
    byID("fleet").replaceChildren(...stations.map((each) => this.station(each)));
  }

  station({ level, troubles, heard, status, per_minute: rate, entered }) {
    const found = [
      ...troubles.map((trouble) => ({ says: this.label(`troubles.${camel(trouble)}`, {
        time: this.time(heard), version: status.version }) })),
      ...status.conditions.map((condition) => this.words.condition(condition)),
    ];
    const what = found.map(({ says, next }) => element("li", {}, element("b", {}, says), next && " ", next));
    const facts = [
      status.direction !== "in" && this.words.label(`directions.${status.direction}`),
      level !== "ok" && this.label("passed", { people: this.number(entered) }),
      this.label("rate", { people: this.number(rate) }),
      status.journal.waiting > 0 && this.label("waiting", { entries: this.number(status.journal.waiting) }),
    ];
    return element(
      "li", { class: "station", "data-level": level },
      element("span", { class: "who" }, element("b", {}, status.station), " ", element("bdi", {}, gatesOf(status).join(", "))),
      level !== "ok" && element("span", { class: "mark" }, this.label(`levels.${level}`)),
      what.length > 0 && element("ul", { class: "what" }, ...what),
      element("span", { class: "facts" }, facts.filter(Boolean).join(" · ")));
  }

  renderActs(stations) {
    const acts = stations.flatMap((each) => each.acts.map((act) => ({ ...act, station: each.status.station })))
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, MOST_ACTS);
    const items = acts.map((act) => element(
      "li", {}, element("time", {}, this.time(act.at)), " ",
      [act.operator, this.words.label(`report.kinds.${act.kind}`), this.label("people", { people: this.number(act.people) }),
        act.station].filter(Boolean).join(" · ")));
    byID("acts").replaceChildren(...items.length > 0 ? items : [element("li", { class: "none" }, this.figure("none"))]);
  }

  tick() {
    setText(byID("clock"), this.words.time(new Date(), this.event?.time_zone));
  }
}

boot((words, settings, languages) => {
  offerView(words, languages);
  return new ControlRoom(words, settings).ask();
});
