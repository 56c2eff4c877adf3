// Badges: the icons of the bar, quiet while all is well, and everything else that is said of the station.

const byID = (id) => document.getElementById(id);

export class Bar {
  constructor(words, settings) {
    this.words = words;
    this.state = null;
    byID("notices-title").textContent = words.label("labels.notices");
    byID("notices-close").textContent = words.label("labels.close");
    byID("notices-button").addEventListener("click", () => byID("notices").showModal());
    if (settings.brand_color) this.brand(settings.brand_color);
    if (settings.has_logo) {
      byID("logo").src = "/logo";
      byID("logo").alt = settings.brand_name ?? "";
      byID("logo").hidden = false;
    }
    this.brandName = settings.brand_name;
    byID("legal").textContent = settings.legal_footer ?? "";
    byID("legal").hidden = !settings.legal_footer;
    setInterval(() => this.tick(), 1000);
  }

  brand(color) {
    document.documentElement.style.setProperty("--brand", color);
  }

  show(state) {
    this.state = state;
    const { station, badges } = state;
    const event = station.serving[0];
    byID("event").textContent = event?.name ?? this.brandName ?? this.words.label("labels.noEvent");
    const place = [event?.gate ? this.words.label("labels.gate", { gate: event.gate }) : "", station.station];
    byID("gate").textContent = [...place, event ? this.brandName : ""].filter(Boolean).join(" · ");
    byID("direction").hidden = false;
    byID("direction-icon").setAttribute("href", `#icon-${station.direction}`);
    byID("direction-word").textContent = this.words.label(`directions.${station.direction}`);
    byID("test").hidden = !station.serving.some((each) => each.is_test);
    byID("test").textContent = this.words.label("labels.test");
    byID("badges").replaceChildren(...badges.map((each) => this.badge(each)));
    this.showUnrecorded(station.not_recorded);
    this.showNotices(station.faults);
    this.showFigures(event);
    this.tick();
  }

  badge({ topic, level, count }) {
    const element = document.createElement("li");
    element.className = "badge";
    element.dataset.topic = topic;
    element.dataset.level = level;
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#icon-${topic}`);
    svg.append(use);
    const name = topic === "venue" && level === "loud" ? "labels.alone" : `badges.${topic}`;
    const spoken = document.createElement("span");
    spoken.className = "unseen";
    spoken.textContent = `${this.words.label(name)}: ${this.words.label(`levels.${level}`)}`;
    element.append(svg, spoken);
    if (level === "loud") {
      const label = document.createElement("span");
      label.textContent = this.words.label(name);
      label.setAttribute("aria-hidden", "true");
      element.append(label);
    }
    if (topic === "queue" && count > 0) element.append(String(count));
    return element;
  }

  /** The disk takes nothing, and a supervisor lets guests pass all the same. */
  showUnrecorded(mode) {
    const isShown = Boolean(mode?.is_on || mode?.waiting > 0);
    byID("unrecorded").hidden = !isShown;
    const text = isShown ? this.words.label("labels.notRecorded", { count: mode.waiting }) : "";
    const words = byID("unrecorded").firstElementChild;
    if (words.textContent !== text) words.textContent = text;
  }

  showNotices(faults) {
    byID("notices-button").hidden = faults.length === 0;
    byID("notices-count").textContent = faults.length;
    byID("notices-button").setAttribute("aria-label", `${this.words.label("labels.notices")}: ${faults.length}`);
    const items = faults.map((sentence) => {
      const item = document.createElement("li");
      item.textContent = sentence;
      item.lang = "en";
      return item;
    });
    byID("notices-list").replaceChildren(...items);
  }

  showFigures(event) {
    const figures = event ? [["inside", event.inside], ["admitted", event.admitted], ["tickets", event.tickets]] : [];
    byID("figures").replaceChildren(...figures.map(([name, number]) => {
      const group = document.createElement("div");
      const term = document.createElement("dt");
      term.textContent = this.words.label(`figures.${name}`);
      const value = document.createElement("dd");
      value.textContent = number.toLocaleString(this.words.language);
      group.append(term, value);
      return group;
    }));
  }

  tick() {
    const zone = this.state?.station.serving[0]?.time_zone;
    const text = this.words.time(new Date(), zone);
    if (byID("clock").textContent !== text) byID("clock").textContent = text;
  }
}
