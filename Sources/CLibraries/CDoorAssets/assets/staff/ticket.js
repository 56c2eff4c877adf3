// Ticket: what can be done with one that was found.

import { button, choice, element } from "../elements.js";
import { ask } from "./api.js";
import { facts, nameOf } from "./facts.js";
import { keyboard } from "./keyboard.js";
import { operatorsView } from "./pin.js";
import { stepper } from "./stepper.js";
import { passageList, undoneOf } from "./undo.js";

const REASONS = ["unreadable", "identity", "readmit", "paid", "organizer"];

/** @param goesBack - whoever let somebody pass is shown again where they came from, for the next guest. */
export function ticketView(sheet, { hit, back, goesBack = false, refusal, count: start = 1 }) {
  const { words } = sheet;
  let count = start;
  let reason = "";
  const other = element("input", { id: "staff-reason", dir: "auto", autocomplete: "off", maxlength: "200" });
  const keys = keyboard(other, words);
  keys.hidden = true;
  other.addEventListener("focus", () => { keys.hidden = false; });
  other.addEventListener("input", () => { reason = ""; });
  const note = () => other.value.trim() || (reason && words.label(`staff.reasons.${reason}`));

  const again = (options) => sheet.show(ticketView, { back, goesBack, ...options });

  const hasReason = () => {
    if (note()) return true;
    sheet.say(words.label("staff.reasonNeeded"));
    other.focus();
    return false;
  };

  async function act(path, isOverride) {
    // That the guest left by the exit that is named is the reason.
    const isReturn = refusal?.reason === "unmatchedExit";
    if (isOverride && !isReturn && !hasReason()) return undefined;
    const body = { ticket: hit.ticket, event: hit.event, line: hit.line, note: note() || undefined };
    if (count > 1) body.count = count;
    if (isOverride) body.is_override = true;
    const answer = await sheet.attempt(() => ask("POST", path, body));
    if (!answer) return undefined;
    return answer.verdict.reason ? refused(answer) : done(answer.verdict);
  }

  /** The rules said no: a supervisor may say yes. */
  async function refused(answer) {
    await again({ hit, refusal: answer.verdict, count });
    sheet.say(`${words.verdict(answer.verdict)}. ${words.message(answer, sheet.zone(hit.event))}`);
  }

  async function done(verdict) {
    const isEntry = verdict.verdict === "admitted";
    const inside = Math.max(0, hit.inside + (isEntry ? count : -count));
    const changed = { ...hit, inside, since: isEntry || inside === 0 ? { at: verdict.at } : hit.since };
    if (isEntry) changed.entries += count;
    await (goesBack ? back() : again({ hit: changed }));
    sheet.say(`${words.verdict(verdict)}: ${hit.holder ?? hit.ref ?? hit.type ?? ""}`, undefined, undo(verdict.seq));
  }

  const undo = (sequence) => button(words.label("staff.undo"), async () => {
    const answer = await sheet.attempt(() => ask("POST", "undo", { sequence }));
    if (!answer) return;
    await (goesBack ? back() : again({ hit }));
    sheet.say(undoneOf(hit, words));
  });

  /** What another station recorded has no number here, and is taken back with a reason. */
  async function takeBack(passage) {
    if (passage.seq === undefined && !hasReason()) return;
    const answer = await sheet.attempt(() => ask("POST", "undo", { entry: passage.entry, note: note() || undefined }));
    if (!answer) return;
    await again({ hit: without(passage, hit) });
    sheet.say(undoneOf(hit, words));
  }

  const override = () => (sheet.may("override") ? act("admit", true)
    : sheet.show(operatorsView, { onlySupervisors: true, then: () => again({ hit, refusal, count }) }));
  const overrideButton = button(
    words.label(sheet.may("override") ? "staff.override" : "staff.askOverride"), override, { "data-act": "override" });
  const admit = button("", () => act("admit", false), { class: "button strong", "data-act": "admit" });
  const checkOut = button("", () => act("checkout", false), { "data-act": "checkout" });
  const setCount = (value) => {
    count = value;
    // For one person there is no number to mistake.
    const isGroup = hit.admits > 1;
    admit.textContent = words.label(isGroup ? "staff.admitPeople" : "staff.admit", { count });
    checkOut.textContent = words.label(isGroup ? "staff.checkOutPeople" : "staff.checkOut", { count });
  };
  setCount(start);
  const people = hit.admits > 1 ? stepper(words, hit.admits, start, setCount) : "";
  const reasons = REASONS.map((each) => [each, words.label(`staff.reasons.${each}`)]);
  return {
    title: nameOf(hit),
    back,
    body: [
      element("p", { class: "facts-of-ticket" }, ...facts(hit, words, sheet.zone(hit.event))),
      element(
        "div", { class: "acts" }, people,
        admit, checkOut, refusal ? overrideButton : ""),
      ...(hit.passages?.length ? [passageList(hit.passages, sheet, takeBack, hit.event)] : []),
      element("p", { class: "note" }, words.label(refusal ? "staff.reasonMust" : "staff.reason")),
      choice(words.label("staff.reason"), reasons, "", (value) => { reason = value; other.value = ""; }),
      element("div", { class: "search" }, element("label", { for: "staff-reason" }, words.label("staff.otherReason")),
        element("div", {}, other)),
      keys,
    ],
  };
}

/** The ticket without a passage that was undone. */
function without(passage, hit) {
  const isEntry = passage.verdict === "admitted";
  const people = isEntry ? -passage.count : passage.count;
  return {
    ...hit, passages: hit.passages.filter((each) => each !== passage), inside: Math.max(0, hit.inside + people),
    since: undefined,
    entries: isEntry && hit.entries !== undefined ? Math.max(0, hit.entries - passage.count) : hit.entries,
  };
}
