// Keyboard: large keys for screens without one. Whatever is typed on real keys goes its own way.

import { button, element } from "../elements.js";

const LETTERS = ["1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm' ⌫"];
/** In place of them: those of German, Spanish, French and their neighbours. */
const ACCENTED = ["áàâäãåæçčď", "éèêëíìîïłñ", "óòôöõøœřßš", "úùûüýžđ' ⌫"];
/** Of telephone numbers, addresses and decimals. */
const SIGNS = "+.,@:/()?!";

/** Types into a field in which plain letters do: tickets are found without capitals and accents. */
export function keyboard(field, words, ...more) {
  return element("div", { class: "keyboard" }, ...rows([...LETTERS, ...more], field, words));
}

/** The same, with signs, for whoever searches by an e-mail address. */
export function addressKeyboard(field, words) {
  return keyboard(field, words, SIGNS);
}

/** Types whatever people write: capitals until the key is touched again, and letters with accents. */
export function writingKeyboard(field, words) {
  const keys = element("div", { class: "keyboard" });
  const pressed = { capitals: false, accents: false };
  const turn = (name) => button(words.label(`staff.${name}`), () => {
    pressed[name] = !pressed[name];
    render();
    keys.querySelector(`[data-turn=${name}]`).focus();
  }, { class: "key turn", "data-turn": name, "aria-pressed": String(pressed[name]) });

  function render() {
    const letters = (pressed.accents ? ACCENTED : LETTERS).map((row) => (pressed.capitals ? capitals(row) : row));
    keys.replaceChildren(
      ...rows(letters, field, words), element("div", { class: "turns" }, turn("capitals"), turn("accents")),
      ...rows([SIGNS], field, words));
  }

  render();
  return keys;
}

/** One letter for each: the capital of ß is no SS here. */
const capitals = (row) => [...row].map((key) => (key === "ß" ? "ẞ" : key.toUpperCase())).join("");

function rows(texts, field, words) {
  const type = (key) => {
    field.value = key === "⌫" ? [...field.value].slice(0, -1).join("") : field.value + key;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return texts.map((row) => element("div", { class: "keys" }, ...[...row].map((key) => {
    const label = { " ": words.label("staff.space"), "⌫": words.label("staff.erase") }[key];
    return button(key === " " ? "␣" : key, () => type(key), { class: "key", "aria-label": label });
  })));
}
