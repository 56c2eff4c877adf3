// Undo: takes an admission or a check-out back.

import { button, element } from "../elements.js";
import { ask } from "./api.js";
import { shownReference } from "./facts.js";

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
    title: sheet.heading,
    body: [
      element("p", { class: "note" }, words.label(
        passages.length === 0 ? "staff.nothingToUndo" : sheet.may("undo_any") ? "staff.undoAny" : "staff.undoOwn")),
      passageList(passages, sheet, take),
    ],
  };
}

/**
 * Who passed, each with a button that takes it back. Times are those of their events, which stand there where several are
 * served.
 */
export function passageList(passages, sheet, take, ofTicket) {
  const { words } = sheet;
  return element("ul", { class: "passages" }, ...passages.map((passage) => {
    const { seq, at, verdict, ref, type, holder, count, gate, gate_name: gateName, operator, event = ofTicket } = passage;
    const said = [
      words.time(at, passage.time_zone ?? sheet.zone(event)), words.verdict({ verdict }), holder, type,
      count > 1 ? words.label("staff.people", { count }) : "", shownReference(ref), sheet.eventName(passage.event),
      gateName ?? (gate ? words.label("labels.gate", { gate }) : ""), operator,
    ].filter(Boolean);
    return element(
      "li", { "data-seq": seq }, element("p", {}, ...said.map((text) => element("span", {}, text))),
      button(words.label("staff.undo"), () => take(passage), {
        "aria-label": `${words.label("staff.undo")}: ${said.join(", ")}`,
      }));
  }));
}
