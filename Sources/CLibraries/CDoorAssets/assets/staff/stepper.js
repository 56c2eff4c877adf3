// Stepper: how many people.

import { button, element } from "../elements.js";

/** From 1 to `most`. `tell` gets each number, also the first. */
export function stepper(words, most, start, tell) {
  let value = Math.min(start, most);
  const output = element("output", { class: "count" });
  const set = (next) => {
    value = Math.max(1, Math.min(most, next));
    output.textContent = words.label("staff.people", { count: value });
    tell(value);
  };
  set(value);
  return element(
    "div", { class: "stepper", role: "group", "aria-label": words.label("staff.howMany") },
    button("−", () => set(value - 1), { "aria-label": words.label("staff.fewer") }), output,
    button("+", () => set(value + 1), { "aria-label": words.label("staff.more") }));
}
