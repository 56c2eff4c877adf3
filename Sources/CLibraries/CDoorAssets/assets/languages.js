// Languages: each person at work reads the screen in their own; else it speaks the one that was chosen here, or the
// station's.

/** Under this name the browser keeps what was chosen at this screen. */
const CHOSEN = "language";

export class LanguageChoice {
  constructor(settings) {
    this.languages = settings.languages;
    this.ofStation = settings.language;
    /** Keeps a choice. The staff's sheet replaces it, to keep the choice of a person with the person. */
    this.keep = (language) => { localStorage.setItem(CHOSEN, language); };
  }

  /** The language of this screen while nobody is at work. */
  get ofScreen() {
    const chosen = localStorage.getItem(CHOSEN);
    return this.languages.some(({ language }) => language === chosen) ? chosen : this.ofStation;
  }

  async choose(language, words) {
    await words.use(language);
    await this.keep(language);
  }
}
