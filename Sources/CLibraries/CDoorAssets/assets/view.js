// View: the dialog in which anybody changes the language of the page, the size of its text, and whether it speaks.

import { button, byID, choice, element } from "./elements.js";
import { applyTextSize, TEXT_SIZES, textSize } from "./textsize.js";

/** Makes the dialog of the button `#view-button`, each time anew. @param speech - of a page that has verdicts. */
export function offerView(words, languages, speech) {
  const dialog = element("dialog", { id: "view", "aria-labelledby": "view-title" });
  document.body.append(dialog);
  byID("view-button").addEventListener("click", () => {
    fill();
    dialog.showModal();
  });
  addEventListener("language", () => dialog.open && fill());

  function fill() {
    const group = (name, choices, current, choose, attributes = {}) => element(
      "section", { "data-group": name, ...attributes }, element("h3", {}, words.label(`view.${name}`)),
      choice(words.label(`view.${name}`), choices, current, choose));
    const names = languages.languages.map(({ language, name }) => [language, name]);
    const language = group("language", names, words.language, (chosen) => languages.choose(chosen, words));
    // Whoever reads no other language finds theirs, and a voice says it right.
    for (const each of language.querySelectorAll("button")) each.lang = each.dataset.value;
    const sizes = TEXT_SIZES.map((size) => [size, `${size} %`]);
    const spoken = [["on", words.label("view.on")], ["off", words.label("view.off")]];
    dialog.replaceChildren(
      element("h2", { id: "view-title" }, words.label("view.title")), language,
      group("textSize", sizes, textSize(), applyTextSize),
      ...(speech ? [group("speech", spoken, speech.isOn ? "on" : "off", (value) => { speech.isOn = value === "on"; })] : []),
      button(words.label("labels.close"), () => dialog.close(), { "data-act": "close" }));
  }
}
