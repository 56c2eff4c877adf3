// Speech: verdicts said aloud by the browser's voices, beside the tones. No name of a
// guest is ever said.

/** Under this name the browser keeps whether it was switched on at this screen. */
const CHOSEN = "speech";

export class Speech {
  constructor(words) {
    this.words = words;
  }

  get isOn() {
    return localStorage.getItem(CHOSEN) === "on";
  }

  set isOn(value) {
    localStorage.setItem(CHOSEN, value ? "on" : "off");
    if (!value) speechSynthesis.cancel();
  }

  /** What is said is of the newest verdict: whatever is still being said of an earlier one ends. */
  say(text) {
    if (!this.isOn) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = this.words.locale;
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  }
}
