// Panel acts: what can be done on a verdict itself: answer it, let more of a group in, and say that something was done.

import { button, element } from "../elements.js";
import { ask } from "./api.js";

/** More buttons than these are no help in a hurry. */
const MOST = 4;
/** So long buttons that come in the place of touched ones take no touch: it was meant for those. In milliseconds. */
const UNARMED = 700;
/** Whose button was touched last. */
let touched = "";
/** Reports whose button was touched; their buttons may be drawn anew before the station has answered. */
const sent = new WeakSet();

/**
 * @param since - when this verdict came, by the page's clock.
 * @param waiting - how many verdicts come after this one.
 */
export function panelActs({ report }, { words, sheet, since, mustConfirm, waiting, confirm, answer, decline, say }) {
  const acts = [];
  if (report.ask) {
    acts.push(
      button(words.label(report.to_answer ? "staff.askGuest" : "staff.confirmed"), answer, { class: "button confirm" }),
      button(words.label("staff.notConfirmed"), decline, { class: "button" }));
  } else if (mustConfirm) {
    const more = waiting > 0 ? ` · ${words.label("staff.waiting", { count: waiting })}` : "";
    acts.push(button(words.label("staff.confirm") + more, confirm, { class: "button confirm" }));
  }
  // Whoever was let in against the rules is no entry of so many.
  const isOne = report.verdict === "admitted" && report.direction === "in" && report.ref && report.entry;
  const left = isOne ? report.admits - report.entry : 0;
  if (left > 0 && sheet) {
    const counts = [...new Set([1, 2, 3, left].filter((count) => count <= left))].slice(0, MOST);
    acts.push(element("span", { class: "more" }, words.label("staff.admitMore"), ...counts.map((count) => button(
      `+${count}`, () => admitMore(report, count, { words, sheet, since, say }),
      { "aria-label": words.label("staff.admitCount", { count }), "data-more": count }))));
  }
  return acts;
}

/**
 * While the verdict is the last of its reader, the station takes this as one more scan, whoever touches it. Afterwards it
 * is an act by hand, for which somebody has to be at work.
 */
async function admitMore(report, count, options) {
  const ticket = [report.event, report.ref, report.line].join(" ");
  if (sent.has(report) || (ticket === touched && performance.now() < options.since + UNARMED)) return;
  touched = ticket;
  sent.add(report);
  const place = document.activeElement?.closest(".more");
  const buttons = [...place?.querySelectorAll("button") ?? []];
  for (const each of buttons) each.disabled = true;
  try {
    await ask("POST", "more", { seq: report.seq, count });
  } catch (refusal) {
    for (const each of buttons) each.disabled = false;
    if (refusal.code === "not_found") {
      if (await admitByHand(report, count, options)) return;
    } else {
      options.say(refusal.sentence(options.words)[0]);
    }
    sent.delete(report);
  }
}

/**
 * Asks for a PIN first when nobody is at work.
 * @returns whether somebody was let in.
 */
async function admitByHand(report, count, { words, sheet }) {
  const act = async () => {
    const body = { reference: report.ref, event: report.event, line: report.line, count, note: words.label("staff.group") };
    const answer = await sheet.attempt(() => ask("POST", "admit", body));
    sheet.noteUse();
    if (answer && sheet.isOpen) sheet.close();
    return Boolean(answer);
  };
  if (sheet.session) return act();
  sheet.open(act);
  return false;
}
