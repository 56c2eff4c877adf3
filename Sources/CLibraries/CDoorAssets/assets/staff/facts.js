// Facts: enough to tell one ticket from another, and to see what may be done.

import { element } from "../elements.js";

export function nameOf(hit) {
  return hit.holder ?? hit.type ?? hit.ref ?? "";
}

export function facts(hit, words) {
  const texts = [
    hit.holder ? hit.type : "", hit.seat ? words.label("labels.seat", { seat: hit.seat }) : "", hit.ref,
    words.label(`staff.status.${hit.status}`),
    hit.admits ? words.label("staff.entries", { entries: hit.entries, admits: hit.admits }) : "",
    hit.inside > 0 ? words.label("staff.inside", { count: hit.inside }) : "",
  ];
  return texts.filter(Boolean).map((text) => element("span", {}, text));
}
