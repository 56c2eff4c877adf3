// Evacuation: everyone is out, and the journal has to know.

import { button, element } from "../elements.js";
import { ask } from "./api.js";

export async function evacuationView(sheet, { tab, isSure = false }) {
  const { words } = sheet;
  const { people } = await ask("GET", "inside");
  const again = (options) => sheet.show(evacuationView, { tab, ...options });
  const checkOut = async () => {
    const note = words.label("staff.evacuated");
    const answer = await sheet.attempt(() => ask("POST", "checkout-all", { note }));
    if (!answer) return;
    await again({});
    sheet.say(words.label("staff.allOut", { count: answer.people }));
  };
  const ends = isSure
    ? [
      element("p", { class: "sure" }, words.label("staff.sure", { count: people })),
      element("div", { class: "acts" }, button(words.label("staff.no"), () => again({})),
        button(words.label("staff.yesAllOut", { count: people }), checkOut, { class: "button grave" })),
    ]
    : [element("div", { class: "acts" }, button(
      words.label("staff.everyoneOut"), () => again({ isSure: true }), { class: "button grave", disabled: people === 0 }))];
  return {
    title: sheet.heading,
    body: [
      element("p", { class: "large" }, words.label("staff.insideNow", { count: people })),
      element("p", { class: "note" }, words.label("staff.estimate")), ...ends,
    ],
  };
}
