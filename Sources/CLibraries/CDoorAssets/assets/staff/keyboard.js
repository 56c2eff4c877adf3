// Keyboard: large keys for screens without one. Whatever is typed on real keys goes its own way.

import { button, element } from "../elements.js";
import { ACCENTED, DIGITS, KEYBOARDS, SIGNS } from "./keyboards.js";

/** What the keys of the marks of kana put on the letter before them. */
const MARKS = { "゛": "\u3099", "゜": "\u309A" };

/** Types into a field. The pages are the letters of the language, those of its other script, signs, and other letters. */
export function keyboard(field, words) {
  const { latin, own, small, name } = KEYBOARDS[words.language] ?? KEYBOARDS.en;
  const keys = element("div", { class: "keyboard" });
  let letters = own ? "own" : "latin";
  let page = letters;
  let isShifted = false;
  // What is typed on real keys goes on into the field, at its caret.
  keys.addEventListener("mousedown", (event) => event.preventDefault());

  const rows = () => ({
    latin: [DIGITS, ...latin],
    own: own && [...(own.length < 5 ? [DIGITS] : []), ...(isShifted && small ? small : own)],
    signs: [DIGITS, ...SIGNS],
    accents: ACCENTED,
  })[page].map((row) => (isShifted ? capitals(row, words.language) : row));

  const turn = (kind, text, act, isPressed, label) => button(text, () => {
    const hadFocus = keys.contains(document.activeElement);
    act();
    render();
    if (hadFocus) keys.querySelector(`[data-turn=${kind}]`).focus();
  }, { class: "key turn", "data-turn": kind, "aria-label": label, "aria-pressed": isPressed && String(isPressed()) });
  /** To a page, and back to the letters. */
  const pageTurn = (to, label, text = label) => turn(
    to, text, () => { page = page === to ? letters : to; }, () => page === to, label);
  const key = (letter, label, kind) => button(letter === " " ? "␣" : letter, () => type(field, letter), {
    class: kind ? `key ${kind}` : "key", "aria-label": label,
  });

  function render() {
    const shown = rows().map((row) => [...row].map((letter) => key(letter)));
    const last = shown.at(-1);
    shown[0].push(key("⌫", words.label("staff.erase"), "erase"));
    shown.at(-2).push(key(" ", words.label("staff.space"), "space"));
    // Scripts without capitals have none to turn to.
    const hasCapitals = page !== "own" || small || capitals(own.join(""), words.language) !== own.join("");
    if (hasCapitals) last.unshift(turn("capitals", "⇧", () => { isShifted = !isShifted; }, () => isShifted, words.label("staff.capitals")));
    if (own) last.push(turn("script", letters === "own" ? "ABC" : name, changeScript));
    last.push(pageTurn("signs", words.label("staff.signs"), "#/_"), pageTurn("accents", words.label("staff.accents")));
    keys.replaceChildren(...shown.map((row) => element("div", { class: "keys", style: { "--columns": row.length } }, ...row)));
  }

  function changeScript() {
    letters = letters === "own" ? "latin" : "own";
    page = letters;
  }

  render();
  return keys;
}

/** At the caret. */
function type(field, letter) {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const before = value.slice(0, start);
  const erased = start < end ? before : [...before].slice(0, -1).join("");
  const typed = letter === "⌫" ? erased : (before + (MARKS[letter] ?? letter)).normalize("NFC");
  field.value = typed + value.slice(end);
  field.setSelectionRange(typed.length, typed.length);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** One letter for each: the capital of ß is no SS here. Elsewhere the keys stay as they are. */
const capitals = (row, language) => [...row].map(
  (letter) => (letter === "ß" ? "ẞ" : letter.toLocaleUpperCase(language))).join("");
