// Undo: takes an admission or a check-out back.

import { button, element } from "../elements.js";
import { isolated } from "../words.js";
import { ask } from "./api.js";
import { shownReference } from "./facts.js";

/** So long nothing else is taken back: rows have moved, and another one is under the finger. In milliseconds. */
const PAUSE = 1000;
let pausesUntil = 0;

export async function undoView(sheet, { tab }) {
  const { words } = sheet;
  const passages = (await ask("GET", "passages")).items;
  const take = async (passage) => {
    const answer = await sheet.attempt(() => ask("POST", "undo", { sequence: passage.seq }));
    if (!answer) return;
    await sheet.show(undoView, { tab });
    sheet.say(undoneOf(passage, words));
  };
  return {
    title: sheet.heading,
    body: [
      element("p", { class: "note" }, words.label(
        passages.length === 0 ? "staff.nothingToUndo" : sheet.may("undo_any") ? "staff.undoAny" : "staff.undoOwn")),
      passageList(passages, sheet, take),
    ],
  };
}

/** That a passage was taken back, and whose. */
export function undoneOf({ holder, ref, type }, words) {
  const whose = holder ?? (shownReference(ref) || words.type(type));
  return [words.label("staff.undone"), whose && isolated(whose, words.direction)].filter(Boolean).join(": ");
}

/**
 * Who passed, each with a button that takes it back. Times are those of their events, which stand there where several are
 * served.
 */
export function passageList(passages, sheet, take, ofTicket) {
  const { words } = sheet;
  const takeOne = async (passage) => {
    if (performance.now() < pausesUntil) return;
    pausesUntil = Infinity;
    try {
      await take(passage);
    } finally {
      pausesUntil = performance.now() + PAUSE;
    }
  };
  return element("ul", { class: "passages" }, ...passages.map((passage) => {
    const { seq, at, verdict, ref, type, holder, count, gate, gate_name: gateName, operator, event = ofTicket } = passage;
    const said = [
      words.time(at, passage.utc_offsets ? passage : sheet.zone(event)), words.verdict({ verdict }), holder,
      words.type(type),
      count > 1 ? words.label("staff.people", { count }) : "", shownReference(ref), sheet.eventName(passage.event),
      gateName ?? (gate ? words.label("labels.gate", { gate }) : ""), operator,
    ].filter(Boolean);
    return element(
      "li", { "data-seq": seq }, element("p", {}, ...said.map((text) => element("span", {}, text))),
      button(words.label("staff.undo"), () => takeOne(passage), {
        "aria-label": `${words.label("staff.undo")}: ${said.join(", ")}`,
      }));
  }));
}
