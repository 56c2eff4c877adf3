// The figures of the evening, requested every two seconds. A page of figures is no display: nobody sees verdicts on it.

import { boot } from "./boot.js";
import { Drawn, stayOnThePage } from "./drawn.js";
import { byID, element, setText } from "./elements.js";
import { EventPage } from "./eventpage.js";
import { offerView } from "./view.js";

/** Between two questions, in milliseconds; and how long an answer may take. */
const PAUSE = 2000;
const PATIENCE = 4000;
/** Opened from the door's own screen, and left alone for this long: the door is more important. */
const BACK_AFTER = 60_000;

class Figures extends EventPage {
  constructor(words, settings) {
    super(words, settings);
    byID("course-details").addEventListener("toggle", () => this.render());
  }

  get title() {
    return this.figure("title");
  }

  get now() {
    return this.event?.now;
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
    const text = isLost ? this.figure("lost", { time: this.event ? this.time(this.event.now) : "—" })
      : !this.event ? this.words.label("labels.noEvent")
      : this.event.is_counting ? this.figure("counting") : "";
    setText(byID("notice"), text);
    byID("notice").hidden = !text;
  }

  // Showing

  render() {
    const event = this.event;
    byID("figures").hidden = !event;
    byID("tools").hidden = !this.told.has_reports;
    byID("event").textContent = event?.name ?? this.settings.brand_name ?? "Usher";
    byID("place").textContent = [this.title, event?.station].filter(Boolean).join(" · ");
    byID("test").hidden = !event?.is_test;
    if (!event) return;
    for (const format of ["pdf", "csv", "excel"]) {
      byID(`report-${format}`).href = `/report?format=${format}&event=${encodeURIComponent(event.event)}`;
    }
    this.renderAllChoices(event, this.list);
    this.renderHeads(this.list);
    this.renderCourse(this.list);
    this.renderTypes(this.list.types);
    this.renderGates(this.list);
    this.renderRefusals(event.refusals);
    this.renderRecord("unsent", event.unsent);
    this.renderRecord("conflicts", event.conflicts);
    this.tick();
  }

  renderHeads(list) {
    const admitted = list.admitted + list.elsewhere + list.listed;
    this.renderInside(list);
    this.renderAdmitted(admitted, list.tickets);
    this.showLarge("per-minute", this.rate(list.per_minute));
    byID("per-minute-aside").textContent = list.peak
      ? this.figure("peak", { people: this.number(list.peak.people), time: this.time(list.peak.at) }) : "";
    if (list.capacity === undefined) this.renderTickets(list, admitted);
    else this.renderCapacity(list);
  }

  renderTickets(list, admitted) {
    const share = (people) => list.tickets > 0 ? Math.min(100, 100 * people / list.tickets) : 0;
    byID("full").removeAttribute("data-level");
    byID("full-inside").style.width = `${share(list.inside)}%`;
    byID("full-admitted").style.width = `${Math.max(0, share(admitted) - share(list.inside))}%`;
    byID("full-text").textContent = this.figure("full", { inside: this.number(Math.round(share(list.inside))),
      admitted: this.number(Math.round(share(admitted))) });
  }

  renderCapacity(list) {
    const text = super.renderCapacity(list);
    byID("full-admitted").style.width = "0";
    const basis = list.capacity_basis;
    byID("full-text").textContent = basis === "venue" ? text : `${text}. ${this.figure(`capacity.${basis}`)}`;
  }

  renderCourse(list) {
    super.renderCourse(list);
    const course = list.course;
    byID("course-details").hidden = !course;
    if (!course || !byID("course-details").open) return;
    const start = Date.parse(course.start);
    byID("course-rows").replaceChildren(...course.entered.flatMap((entered, n) => {
      if (entered === 0 && course.left[n] === 0) return [];
      return [this.row(this.time(start + n * course.step_minutes * 60000), entered, course.left[n])];
    }));
  }

  row(name, ...numbers) {
    return element(
      "tr", {}, element("th", { scope: "row" }, name), ...numbers.map((value) => element("td", {}, this.number(value))));
  }

  renderGates(list) {
    byID("gates").replaceChildren(...list.gates.map((gate) => this.row(
      gate.name ?? gate.slug ?? this.figure("unknownGate"), gate.admitted, gate.elsewhere, gate.checked_out)));
    byID("listed").textContent = list.listed > 0 ? this.figure("listed", { people: this.number(list.listed) }) : "";
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
