// Guests: the list of a small event, in the order of names, from which one is touched.

import { button, element } from "../elements.js";
import { ask, Refusal } from "./api.js";
import { facts, nameOf } from "./facts.js";
import { ticketView } from "./ticket.js";
import { ticketsView } from "./tickets.js";

/**
 * @param from - place of the first guest that is shown.
 * @param count - how many are shown, where more than one answer were fetched.
 * @param place - where the list was left: how far it was scrolled, and which ticket was touched.
 */
export async function guestsView(sheet, { tab, from = 0, count = 1, place = {} }) {
  const { words } = sheet;
  const shown = [];
  let list;
  try {
    do {
      list = await ask("GET", `guests?from=${from + shown.length}&language=${words.language}`);
      shown.push(...list.hits);
    } while (shown.length < count && list.hits.length > 0);
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status !== 422) throw refusal;
    return noList(sheet, refusal);
  }
  const again = (options) => sheet.show(guestsView, { tab, ...options });
  const letters = list.letters.map(({ letter, at }, index) => button(letter, () => again({ from: at }), {
    class: "key letter", "aria-current": at <= from && !(list.letters[index + 1]?.at <= from) ? "true" : undefined,
  }));
  const open = (hit) => {
    const left = { scroll: sheet.body.scrollTop, ticket: `${hit.ticket} ${hit.line}` };
    const back = () => again({ from, count: shown.length, place: left });
    sheet.show(ticketView, { hit, back, goesBack: true });
  };
  const headings = new Map(list.letters.map(({ letter, at }) => [at, letter]));
  const rows = shown.flatMap((hit, index) => [
    headings.has(from + index) && element("li", { class: "initial" }, headings.get(from + index)),
    element("li", {}, guestButton(hit, sheet, place.ticket === `${hit.ticket} ${hit.line}`, () => open(hit))),
  ].filter(Boolean));
  const end = from + shown.length;
  const more = button(words.label("staff.guests.more"), () => (
    again({ from, count: shown.length + 1, place: { scroll: sheet.body.scrollTop } })), { "data-act": "more" });
  return {
    title: sheet.heading,
    body: [
      element("nav", { class: "letters", "aria-label": words.label("staff.guests.letters") }, ...letters),
      list.count === 0 && element("p", { class: "note" }, words.label("staff.guests.none")),
      element("ul", { class: "guests" }, ...rows), end < list.count && more,
    ].filter(Boolean),
    scroll: place.scroll,
  };
}

/** Why there is no list, and the way to the search. */
function noList(sheet, refusal) {
  const { words } = sheet;
  const [text, lang] = refusal.sentence(words);
  return {
    title: sheet.heading,
    body: [
      element("p", { class: "no-list", lang }, text),
      element("div", { class: "acts" }, button(
        words.label("staff.search"), () => sheet.show(ticketsView, { tab: "tickets" }), { class: "button strong" })),
    ],
  };
}

/** A row: who it is, how many come with them, and how many of them are inside. */
function guestButton(hit, sheet, isMarked, click) {
  const { words } = sheet;
  const rest = { ...hit, status: hit.status === "valid" ? "" : hit.status, admits: undefined, inside: 0, since: hit.inside > 0 ? undefined : hit.since };
  const companions = (hit.admits ?? 1) - 1;
  const inside = hit.admits > 1 ? `${hit.inside}/${hit.admits}` : "";
  return element(
    "button", {
      type: "button", class: "guest", "data-ref": hit.ref, "data-inside": hit.inside > 0 ? "true" : undefined,
      autofocus: isMarked, on: { click },
    },
    element("b", {}, nameOf(hit)),
    companions > 0 && element("span", { class: "companions", dir: "ltr" }, `+${companions}`),
    element("span", { class: "of-guest" }, ...facts(rest, words, sheet.zone(hit.event))),
    hit.inside > 0 && element(
      "span", { class: "inside" }, element("span", { "aria-hidden": "true", dir: "ltr" }, ["✓", inside].filter(Boolean).join(" ")),
      element("span", { class: "unseen" }, words.label("staff.inside", { count: hit.inside }))));
}
