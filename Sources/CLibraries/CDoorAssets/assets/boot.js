// Boot: how every page starts: settings, language, theme, brand and words. One that comes before its station waits.

import { byID } from "./elements.js";
import { LanguageChoice } from "./languages.js";
import { applyTextSize } from "./textsize.js";
import { applyTheme } from "./theme.js";
import { loadWords } from "./words.js";

/** Between two tries, in milliseconds. */
const PAUSE = 1000;

/**
 * @param start - goes on with the words, the station's settings and the choice of languages. Each `data-label` of the page
 * has its text by then.
 * @param languageOf - which of the choice of languages it is.
 */
export async function boot(start, languageOf = (languages) => languages.ofScreen) {
  try {
    const settings = await (await fetch("/settings")).json();
    applyTheme(settings.theme);
    showBrand(settings);
    const languages = new LanguageChoice(settings);
    const words = await loadWords(languageOf(languages));
    addEventListener("language", () => showLanguage(words));
    showLanguage(words);
    applyTextSize();
    await start(words, settings, languages);
  } catch {
    setTimeout(() => boot(start, languageOf), PAUSE);
  }
}

function showLanguage(words) {
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.direction;
  for (const each of document.querySelectorAll("[data-label]")) each.textContent = words.label(each.dataset.label);
}

function showBrand(settings) {
  if (settings.brand_color) document.documentElement.style.setProperty("--brand", settings.brand_color);
  const logo = byID("logo");
  if (!logo || !settings.has_logo) return;
  logo.src = "/logo";
  logo.alt = settings.brand_name ?? "";
  logo.hidden = false;
}
