// Undo: takes an admission or a check-out back.

import { ask } from "./api.js";
import { button, element } from "./elements.js";
import { heading } from "./tickets.js";

export async function undoView(sheet, { tab }) {
  const { words } = sheet;
  const passages = (await ask("GET", "passages")).items;
  const take = async ({ seq }) => {
    const answer = await sheet.attempt(() => ask("POST", "undo", { sequence: seq }));
    if (!answer) return;
    await sheet.show(undoView, { tab });
    sheet.say(words.label("staff.undone"));
  };
  return {
    title: heading(sheet),
    body: [
      element("p", { class: "note" }, words.label(
        passages.length === 0 ? "staff.nothingToUndo" : sheet.may("undo_any") ? "staff.undoAny" : "staff.undoOwn")),
      passageList(passages, words, take),
    ],
  };
}

/** Who passed, each with a button that takes it back. */
export function passageList(passages, words, take) {
  return element("ul", { class: "passages" }, ...passages.map((passage) => {
    const { seq, at, verdict, ref, count, gate, operator } = passage;
    const said = [
      words.time(at), words.verdict({ verdict }).word, count > 1 ? words.label("staff.people", { count }) : "", ref,
      gate ? words.label("labels.gate", { gate }) : "", operator,
    ].filter(Boolean);
    return element(
      "li", { "data-seq": seq }, element("p", {}, ...said.map((text) => element("span", {}, text))),
      button(words.label("staff.undo"), () => take(passage), {
        "aria-label": `${words.label("staff.undo")}: ${said.join(", ")}`,
      }));
  }));
}
