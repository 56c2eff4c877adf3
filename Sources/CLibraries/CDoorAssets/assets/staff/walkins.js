// Walk-ins: guests without a ticket, counted in and out by one touch each.

import { button, element } from "../elements.js";
import { ask } from "./api.js";

/** @param isExit - which button was touched: it keeps the focus. */
export async function walkInsView(sheet, { tab, isExit }) {
  const { words } = sheet;
  const { event, inside } = await ask("GET", "walk-ins");
  const again = (options) => sheet.show(walkInsView, { tab, ...options });

  async function count(out) {
    const answer = await sheet.attempt(() => ask("POST", "walk-in", out ? { event, is_exit: true } : { event }));
    if (!answer) return;
    const { verdict } = answer;
    await again({ isExit: out });
    if (verdict.reason) {
      sheet.say(`${words.verdict(verdict)}. ${words.message(answer, sheet.zone(event))}`);
    } else {
      sheet.say(words.verdict(verdict), undefined, button(words.label("staff.undo"), () => undo(verdict.seq)));
    }
  }

  async function undo(sequence) {
    if (!await sheet.attempt(() => ask("POST", "undo", { sequence }))) return;
    await again({});
    sheet.say(words.label("staff.undone"));
  }

  const large = (label, out, more) => button(
    words.label(label), () => count(out), { "data-act": out ? "out" : "in", autofocus: isExit === out, ...more });
  return {
    title: sheet.heading,
    body: [
      element("p", { class: "large walk-ins-inside" }, words.label("staff.walkIns.inside", { count: inside })),
      element(
        "div", { class: "walk-ins" }, large("staff.walkIns.in", false, { class: "button strong" }),
        sheet.may("check_out") && large("staff.walkIns.out", true)),
      element("p", { class: "note" }, words.label("staff.walkIns.note")),
    ],
  };
}
