// Languages: each person at work reads the screen in their own; else it speaks the one that was chosen here, or the
// station's.

import { byID, button } from "./elements.js";

/** Under this name the browser keeps what was chosen at this screen. */
const CHOSEN = "language";

export class LanguageChoice {
  constructor(settings) {
    this.languages = settings.languages;
    this.ofStation = settings.language;
    /** What keeps a choice: whoever is at work may have a place of their own for it. */
    this.keep = (language) => { localStorage.setItem(CHOSEN, language); };
  }

  /** The language of this screen while nobody is at work. */
  get ofScreen() {
    const chosen = localStorage.getItem(CHOSEN);
    return this.languages.some(({ language }) => language === chosen) ? chosen : this.ofStation;
  }

  /** Fills the page's dialog: each language under its own name, so that whoever reads no other finds it. */
  offer(words) {
    const dialog = byID("languages");
    if (!dialog) return;
    const choose = async (language) => {
      dialog.close();
      await words.use(language);
      await this.keep(language);
    };
    const buttons = this.languages.map(({ language, name }) => (
      button(name, () => choose(language), { lang: language, dir: "auto", "data-language": language })));
    byID("languages-list").replaceChildren(...buttons);
    byID("languages-button").addEventListener("click", () => {
      for (const each of buttons) each.setAttribute("aria-pressed", each.dataset.language === words.language);
      dialog.showModal();
    });
  }
}
