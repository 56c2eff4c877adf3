// The control room: the whole event, and every station, requested every second.

import { boot } from "./boot.js";
import { byID, element, setText } from "./elements.js";
import { EventPage } from "./eventpage.js";
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

class ControlRoom extends EventPage {
  constructor(words, settings) {
    super(words, settings);
    /** Why there is no answer, as the server says it. */
    this.trouble = "";
    byID("wall").addEventListener("click", () => this.showWall(!("wall" in document.body.dataset)));
    this.showWall(new URLSearchParams(location.search).has("wall"));
  }

  label(name, values) {
    return this.words.label(`controlRoom.${name}`, values);
  }

  get title() {
    return this.label("title");
  }

  get now() {
    return this.told?.now;
  }

  /** For a television: the address with ?wall begins with it. */
  showWall(isOn) {
    document.body.toggleAttribute("data-wall", isOn);
    byID("wall").setAttribute("aria-pressed", isOn);
    this.renderChart();
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
    setText(byID("place"), this.title);
    byID("test").hidden = !event?.is_test;
    this.renderFleet(this.told.stations);
    this.renderOrders(this.told.orders);
    this.renderActs(this.told.stations);
    this.tick();
    if (!list) return;
    this.renderAllChoices(event, list);
    this.renderHeads(event, list);
    this.renderForecast(event, list.forecast);
    this.renderCourse(list);
    this.renderGates(list.gates);
    this.renderTypes(list.types);
    this.renderRefusals(event.refusals);
    this.renderRecord("unsent", event.unsent);
    this.renderRecord("conflicts", event.conflicts);
  }

  renderHeads(event, list) {
    this.renderInside(list);
    this.renderAdmitted(list.admitted, list.tickets);
    this.showLarge("per-minute", this.rate(list.per_minute));
    byID("per-minute-aside").textContent = this.label("lastMinutes");
    this.showLarge("not-come", this.number(list.not_come));
    byID("not-come-aside").textContent = this.label("starts", { time: this.time(event.starts) });
    byID("full").hidden = list.capacity === undefined;
    if (list.capacity !== undefined) byID("full-text").textContent = this.renderCapacity(list);
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

  renderGates(gates) {
    const most = Math.max(1, ...gates.map((each) => each.per_minute));
    byID("gates").replaceChildren(...gates.map((gate) => element(
      "tr", { "data-closed": gate.stations.length === 0 },
      element("th", { scope: "row" }, gate.name ?? gate.slug ?? this.figure("unknownGate")),
      element("td", {}, gate.stations.length === 0 ? this.label("noStation") : this.number(gate.stations.length)),
      element("td", {}, this.number(gate.admitted)), element("td", {}, this.number(gate.checked_out)),
      element("td", { class: "heat" }, element("i", { style: { width: `${100 * gate.per_minute / most}%` } }),
        this.rate(gate.per_minute)))));
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

  station({ level, troubles, heard, status, per_minute: rate, entered, staff }) {
    const found = [
      ...troubles.map((trouble) => ({ says: this.label(`troubles.${camel(trouble)}`, {
        time: this.time(heard), version: status.version }) })),
      // A notice is from here.
      ...status.conditions.filter(({ code }) => code !== "notice").map((condition) => this.words.condition(condition)),
    ];
    const what = found.map(({ says, next }) => element("li", {}, element("b", {}, says), next && " ", next));
    const people = staff.map(({ name, role }) => role === "supervisor"
      ? `${name} (${this.words.label("staff.roles.supervisor")})` : name);
    const facts = [
      people.join(", "),
      status.direction !== "in" && this.words.label(`directions.${status.direction}`),
      level !== "ok" && this.label("passed", { people: this.number(entered) }),
      this.label("rate", { people: this.rate(rate) }),
      status.journal.waiting > 0 && this.label("waiting", { entries: this.number(status.journal.waiting) }),
    ];
    return element(
      "li", { class: "station", "data-level": level },
      element("span", { class: "who" }, element("b", {}, status.station), " ", element("bdi", {}, gatesOf(status).join(", "))),
      level !== "ok" && element("span", { class: "mark" }, this.label(`levels.${level}`)),
      what.length > 0 && element("ul", { class: "what" }, ...what),
      element("span", { class: "facts" }, facts.filter(Boolean).join(" · ")));
  }

  renderOrders(orders) {
    byID("orders-card").hidden = orders.length === 0;
    byID("orders").replaceChildren(...orders.map((each) => this.order(each)));
  }

  order({ order, answers, waiting }) {
    const place = [order.gate, order.direction && this.words.label(`directions.${order.direction}`), order.text,
      order.settings?.split("\n").map((line) => line.trim()).filter(Boolean).join("; ")];
    const done = answers.filter((each) => each.outcome === "done").length;
    const facts = [
      this.label("orders.by", { name: order.by, time: this.time(order.expires) }),
      this.label("orders.done", { done: this.number(done), all: this.number(answers.length + waiting.length) }),
      ...answers.filter((each) => each.outcome === "overtaken")
        .map(({ station }) => this.label("orders.overtaken", { station })),
      ...answers.filter((each) => each.outcome === "failed")
        .map(({ station, why }) => this.label("orders.failed", { station, why: this.words.quoted(why ?? "") })),
      waiting.length > 0 && this.label("orders.waiting", { stations: waiting.slice(0, MOST_ALARMS).join(", ")
        + (waiting.length > MOST_ALARMS ? ", …" : "") }),
    ];
    return element(
      "li", {}, element("b", {}, this.label(`orders.acts.${order.act}`)), " ",
      element("bdi", {}, place.filter(Boolean).join(", ")),
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
}

boot((words, settings, languages) => {
  offerView(words, languages);
  return new ControlRoom(words, settings).ask();
});
