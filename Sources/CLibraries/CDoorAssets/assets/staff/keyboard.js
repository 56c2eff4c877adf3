// Keyboard: large keys for screens without one. Whatever is typed on real keys goes its own way.

import { button, element } from "../elements.js";

const LETTERS = ["1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm' ⌫"];
/** Of telephone numbers, addresses and decimals. */
export const SIGNS = "+.,@:/()?!";

/** Types into a field; names are found without their accents, so plain letters do. */
export function keyboard(field, words, ...more) {
  const type = (key) => {
    field.value = key === "⌫" ? field.value.slice(0, -1) : field.value + key;
    field.dispatchEvent(new Event("input"));
  };
  const rows = [...more, ...LETTERS].map((row) => element("div", { class: "keys" }, ...[...row].map((key) => {
    const label = { " ": words.label("staff.space"), "⌫": words.label("staff.erase") }[key];
    return button(key === " " ? "␣" : key, () => type(key), { class: "key", "aria-label": label });
  })));
  return element("div", { class: "keyboard" }, ...rows);
}
