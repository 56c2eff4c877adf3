// Facts: enough to tell one ticket from another, and to see what may be done.

import { element } from "../elements.js";

export function nameOf(hit) {
  return hit.holder ?? hit.type ?? hit.ref ?? "";
}

/** A reference as people know it: "3LXUQ-1" of "3LXUQ-1#1234", where the rest is for the ticketing server alone. */
export function shownReference(ref) {
  return ref?.replace(/^([A-Z0-9]+-\d+)#\d+$/, "$1") ?? "";
}

/** How many are inside and since when, and at which gate; or when the last of them left. */
function insideOf({ inside, since, admits }, words, zone) {
  if (!since) return inside > 0 ? words.label("staff.inside", { count: inside }) : "";
  const key = inside === 0 ? "outSince" : admits > 1 ? "someInsideSince" : "insideSince";
  const text = words.label(`staff.${key}`, { count: inside, time: words.time(since.at, zone) });
  return [text, since.gate_name].filter(Boolean).join(", ");
}

/** @param zone - of the event. */
export function facts(hit, words, zone) {
  const texts = [
    hit.holder ? hit.type : "", words.date({ date: hit.date, at: new Date() }, zone), hit.seat ? words.label("labels.seat", { seat: hit.seat }) : "", shownReference(hit.ref),
    words.label(`staff.status.${hit.status}`),
    hit.admits ? words.label("staff.entries", { entries: hit.entries, admits: hit.admits }) : "",
    insideOf(hit, words, zone),
  ];
  return texts.filter(Boolean).map((text) => element("span", {}, text));
}
