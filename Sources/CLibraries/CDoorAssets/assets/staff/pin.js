// PIN: who is it, and is it them? The PIN is never shown, and leaves this page only towards the station.

import { button, element, icon } from "../elements.js";
import { ask } from "./api.js";

const LONGEST = 64;

/** Tiles of the people who work here. `onlySupervisors`: for an act that takes one. */
export async function operatorsView(sheet, { onlySupervisors = false, then } = {}) {
  const { words } = sheet;
  const people = (await ask("GET", "operators")).items.filter(({ role }) => !onlySupervisors || role === "supervisor");
  const tiles = people.map(({ name, role }) => element(
    "button", { type: "button", class: "tile", on: { click: () => sheet.show(pinView, { name, role, onlySupervisors, then }) } },
    element("b", {}, name), element("span", {}, words.label(`staff.roles.${role}`))));
  return {
    title: words.label(onlySupervisors ? "staff.askSupervisor" : "staff.who"),
    body: [people.length > 0
      ? element("div", { class: "tiles" }, ...tiles) : element("p", {}, words.label("staff.nobody"))],
  };
}

/** The pad of the person whose badge was shown; the tiles, if they do not work here. */
export async function badgeView(sheet, { name }) {
  const { role } = (await ask("GET", "operators")).items.find((person) => person.name === name) ?? {};
  return role ? pinView(sheet, { name, role }) : operatorsView(sheet);
}

/** Large keys, and the real ones. */
export function pinView(sheet, { name, role, onlySupervisors, then }) {
  const { words } = sheet;
  let pin = "";
  let timer = 0;
  const dots = element("p", { class: "dots", "aria-live": "polite" });
  const said = element("p", { class: "said-of-pin", role: "status" });
  const enter = button(words.label("staff.enter"), () => send(), { class: "key enter" });

  const showDots = () => {
    const length = pin.length;
    dots.replaceChildren(
      element("span", { "aria-hidden": "true" }, length > 0 ? "●".repeat(Math.min(length, 12)) : "○○○○○○"),
      element("span", { class: "unseen" }, words.label("staff.digits", { count: length })));
  };
  const press = (key) => {
    if (pad.dataset.waits) return;
    pin = key === "erase" ? pin.slice(0, -1) : (pin + key).slice(0, LONGEST);
    showDots();
  };

  /** Nothing is tried before the pause is over; it counts down. */
  const wait = (milliseconds, sentence) => {
    const end = performance.now() + milliseconds;
    pad.dataset.waits = "true";
    const seconds = element("b", {});
    said.replaceChildren(`${sentence} ${words.label("staff.nextTry")} `, seconds);
    const tick = () => {
      const left = Math.ceil((end - performance.now()) / 1000);
      seconds.textContent = words.label("staff.seconds", { count: Math.max(0, left) });
      if (left > 0) return;
      clearInterval(timer);
      delete pad.dataset.waits;
      said.textContent = words.label("staff.tryAgain");
    };
    clearInterval(timer);
    timer = setInterval(tick, 250);
    tick();
  };

  async function send() {
    if (pad.dataset.waits || pin === "") return;
    const typed = pin;
    pin = "";
    showDots();
    pad.dataset.waits = "true";
    try {
      const session = await ask("POST", "session", { operator: name, pin: typed });
      sheet.begin(session, then);
    } catch (refusal) {
      delete pad.dataset.waits;
      if (refusal.retryAfter !== undefined) return wait(refusal.retryAfter, words.label("staff.wrongPIN"));
      const [text, lang] = refusal.sentence(words);
      said.replaceChildren(element("span", { lang }, text));
    }
  }

  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((key) => button(key, () => press(key), { class: "key" }));
  const erase = element("button", {
    type: "button", class: "key", "aria-label": words.label("staff.erase"), on: { click: () => press("erase") },
  }, "⌫");
  const pad = element("div", { class: "pad" }, ...keys, erase, button("0", () => press("0"), { class: "key" }), enter);
  showDots();
  return {
    title: `${name} · ${words.label(`staff.roles.${role}`)}`,
    body: [element("div", { class: "pin" }, element("div", {}, element("p", {}, icon("staff"), words.label("staff.pin")),
      dots, said), pad)],
    back: () => sheet.show(operatorsView, { onlySupervisors, then }),
    onKey: (event) => {
      // The upper row of a French or Czech keyboard gives digits with Shift only: here they need none.
      const digit = /^[0-9]$/.test(event.key) ? event.key : event.code.match(/^Digit([0-9])$/)?.[1];
      if (digit) press(digit);
      else if (event.key === "Backspace") press("erase");
      else if (event.key === "Enter" && !event.target.matches("button")) send();
      else return;
      event.preventDefault();
    },
    onLeave: () => { clearInterval(timer); pin = ""; },
  };
}
