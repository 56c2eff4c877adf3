// Parts: what pages of numbers have in common.

import { button, element } from "./elements.js";

/**
 * A row of buttons of which one is pressed; gone with fewer than two. Only made anew when the choices are others: somebody
 * may be about to press one. `choices`: `[value, text]` each.
 */
export function showChoices(group, label, choices, chosen, choose) {
  group.hidden = choices.length < 2;
  const key = JSON.stringify([label, choices]);
  if (group.dataset.key !== key) {
    group.dataset.key = key;
    group.setAttribute("aria-label", label);
    group.replaceChildren(...choices.map(([value, text]) => button(text, () => choose(value), { value })));
  }
  for (const each of group.children) each.setAttribute("aria-pressed", each.value === chosen);
}

/** Names with bars below them: `name`, `text`, and `value` of `most`; a `color` of their own or not. */
export function showBars(list, bars, none) {
  const items = bars.map(({ name, value, most, text, color }) => {
    const width = `${most > 0 ? Math.min(100, 100 * value / most) : 0}%`;
    return element(
      "li", {}, element("span", {}, name), element("b", { dir: "ltr" }, text),
      element("div", { class: "track" }, element("i", { style: { width, "--bar": color } })));
  });
  list.replaceChildren(...items.length > 0 ? items : [element("li", { class: "none" }, none)]);
}

/** A number that should be 0. */
export function showRecord(place, number, text) {
  place.lastElementChild.textContent = text;
  place.dataset.level = number > 0 ? "loud" : "quiet";
}
